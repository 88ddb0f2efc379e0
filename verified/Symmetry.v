(** Symmetries of a game map strategies to strategies. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Verified Require Import Spec Prices Play Bounds.
Import ListNotations.
Open Scope N_scope.

Section Symmetry.
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation over := (over G).
Notation may := (may G).
Notation path := (path G). Notation paid := (paid G). Notation total := (total G).
Notation weight := (weight G).
Notation score := (score G). Notation long := (long G). Notation good := (good G).
Notation useful := (useful G).

Definition claim X d k q v := forall S, good k q X S -> ole v (total d X S).

(** The order of a set does not matter. *)
Lemma sum_perm {A} (f : A -> N) X Y : Permutation X Y -> sum f X = sum f Y.
Proof. induction 1; sums; lia. Qed.
Lemma filter_perm {A} p (X Y : list A) : Permutation X Y -> Permutation (filter p X) (filter p Y).
Proof.
  induction 1; cbn; auto.
  - destruct (p x); auto.
  - destruct (p x), (p y); auto using perm_swap.
  - eapply perm_trans; eauto.
Qed.
Lemma part_perm g a X Y : Permutation X Y -> Permutation (part g a X) (part g a Y).
Proof. apply filter_perm. Qed.
Lemma known_perm X Y : Permutation X Y -> known X = known Y.
Proof.
  intros P. apply eq_true_iff_eq. rewrite !known_one.
  split; intros (t & ? & H); exists t; split; auto; intros s I; apply H.
  - now apply (Permutation_in _ (Permutation_sym P)).
  - now apply (Permutation_in _ P).
Qed.
Lemma over_perm a X Y : Permutation X Y -> over a X = over a Y.
Proof. intros P. unfold Spec.over. now rewrite (known_perm _ _ P). Qed.
Lemma may_perm g X Y : Permutation X Y -> may g X = may g Y.
Proof.
  intros P. unfold Spec.may. do 2 f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (s & I & ?); exists s; split; auto;
    [now apply (Permutation_in _ P)|now apply (Permutation_in _ (Permutation_sym P))].
Qed.
Lemma useless_iff g X : useful g X = false <-> X = [] \/ exists a, (forall s, In s X ->
  score g s = a) /\ over a X = false.
Proof.
  destruct X as [|t X]; [cbn; intuition|]. split.
  - intros U. right. exists (score g t). destruct (useless G g _ t X U eq_refl) as [E O].
    split; [|easy].
    intros s I. rewrite <- E in I. now apply part_in in I.
  - intros [?|(a & H & O)]; [easy|]. cbn [Play.useful].
    assert (score g t = a) as -> by (apply H; now left).
    assert (part g a (t :: X) = t :: X) as ->; [|now rewrite O, Nat.eqb_refl].
    unfold Spec.part. rewrite (filter_ext_in _ (fun _ => true)); [clear; induction (t :: X); cbn;
      congruence|].
    intros s I. apply Nat.eqb_eq. now apply H.
Qed.
Lemma useful_perm g X Y : Permutation X Y -> useful g X = useful g Y.
Proof.
  assert (forall X Y, Permutation X Y -> useful g X = false -> useful g Y = false) as H.
  { clear. intros X Y P. rewrite !useless_iff.
    intros [->|(a & H & O)]; [left; now apply Permutation_nil|right].
    exists a. split; [|now rewrite <- (over_perm _ _ _ P)]. intros s I. apply H.
    now apply (Permutation_in _ (Permutation_sym P)). }
  intros P. destruct (useful g X) eqn:U, (useful g Y) eqn:V; auto.
  - apply (H _ _ (Permutation_sym P)) in V. congruence.
  - apply (H _ _ P) in U. congruence.
Qed.
Lemma good_perm S : forall k q X Y, Permutation X Y -> good k q X S -> good k q Y S.
Proof.
  induction S as [|g next IH]; intros k q X Y P; cbn; [tauto|]. destruct k; [tauto|].
  intros (Kn & M & U & L & H).
  rewrite <- (known_perm _ _ P), <- (may_perm g _ _ P), <- (useful_perm g _ _ P).
  repeat split; auto.
  intros a. pose proof (part_perm g a _ _ P) as Q. rewrite <- (over_perm _ _ _ Q).
  destruct (H a); [auto|right; eauto].
Qed.
Lemma path_perm S : forall X Y s, Permutation X Y -> path X S s = path Y S s.
Proof.
  induction S as [|g next IH]; intros X Y s P; cbn; [easy|].
  rewrite (may_perm g _ _ P), (over_perm _ _ _ (part_perm g (score g s) _ _ P)).
  destruct (may g Y), (over (score g s) (part g (score g s) Y)); auto. f_equal. apply IH.
  now apply part_perm.
Qed.
Lemma total_perm S d X Y : Permutation X Y -> total d X S = total d Y S.
Proof.
  intros P. unfold Prices.total. rewrite (sum_perm _ _ _ P). apply sum_ext. intros s _.
  unfold of_path.
  now rewrite (path_perm S _ _ s P).
Qed.
Lemma claim_perm X Y d k q v : Permutation X Y -> claim X d k q v -> claim Y d k q v.
Proof. intros P C S H. rewrite <- (total_perm S d _ _ P). apply C.
apply good_perm with Y; [now apply Permutation_sym|easy]. Qed.

(** Permutations of guesses (here backwards), of secrets and of scores *)
Variables ns na : nat.
Definition inside X := Forall (fun s => (s < ns)%nat) X.
Definition small := forall g s, (g < guesses G)%nat -> (s < ns)%nat -> (score g s < na)%nat.

Record symmetry := Symmetry {
  back : nat -> nat; onto : nat -> nat; name : nat -> nat;
  back_ok : forall g, (g < guesses G)%nat -> (back g < guesses G)%nat /\
    cost G (back g) = cost G g /\ long (back g) = long g;
  score_ok : forall g s, (g < guesses G)%nat -> (s < ns)%nat ->
    score g (onto s) = name (score (back g) s);
  onto_ok : forall s, (s < ns)%nat -> (onto s < ns)%nat /\ weight (onto s) = weight s /\
    (goal G (onto s) = 0 <-> goal G s = 0)%nat;
  goal_ok : forall s t, (s < ns)%nat -> (t < ns)%nat -> (goal G (onto s) = goal G (onto t) <->
    goal G s = goal G t);
  name_ok : forall a b, (a < na)%nat -> (b < na)%nat -> (name a = name b -> a = b) /\
    final G (name a) = final G a }.

Variable Y : symmetry.
Hypothesis Small : small.

Fixpoint pull T := match T with Stop => Stop | Ask g next => Ask (back Y g) (fun a =>
  pull (next (name Y a))) end.

Lemma inside_in X s : inside X -> In s X -> (s < ns)%nat.
Proof. intros H I. unfold inside in H. rewrite Forall_forall in H. auto. Qed.
Lemma inside_part g a X : inside X -> inside (part g a X).
Proof. unfold inside. rewrite !Forall_forall. intros H s I. apply part_in in I. now apply H. Qed.

Lemma part_onto g a X : (g < guesses G)%nat -> inside X -> (a < na)%nat ->
  part g (name Y a) (map (onto Y) X) = map (onto Y) (part (back Y g) a X).
Proof.
  intros Lg In_ La. destruct (back_ok Y g Lg) as (Lb & _). unfold Spec.part.
  induction X as [|s X IH]; cbn; [easy|].
  inversion In_; subst. rewrite (score_ok Y) by easy.
  destruct (Nat.eqb_spec (score (back Y g) s) a) as [->|N]; [rewrite Nat.eqb_refl; cbn;
    now rewrite IH|].
  destruct (Nat.eqb_spec (name Y (score (back Y g) s)) (name Y a)) as [E|_]; [|now apply IH].
  exfalso. apply N. apply (name_ok Y); auto.
Qed.
Lemma known_onto X : inside X -> known (map (onto Y) X) = known X.
Proof.
  intros H. apply eq_true_iff_eq. rewrite !known_one.
  destruct X as [|u X]; [split; intros _; exists 1%nat; easy|].
  assert (Hu : (u < ns)%nat) by (inversion H; easy). split; intros (t & T & K).
  - exists (goal G u). split.
    + intros E. apply T. rewrite <- (K (onto Y u)) by now left. now apply (onto_ok Y).
    + intros s I. pose proof (inside_in _ _ H I). apply (goal_ok Y); auto.
      rewrite !K; auto; [now left|now apply in_map].
  - exists (goal G (onto Y u)). split.
    + intros E. apply T. rewrite <- (K u) by now left. now apply (onto_ok Y).
    + intros s I. apply in_map_iff in I. destruct I as (r & <- & I). pose proof (inside_in _ _ H I).
      apply (goal_ok Y); auto. rewrite !K; auto. now left.
Qed.
Lemma over_onto a X : (a < na)%nat -> inside X -> over (name Y a) (map (onto Y) X) = over a X.
Proof. intros L H. unfold Spec.over. rewrite (known_onto _ H).
destruct (name_ok Y a a L L) as [_ ->]. easy. Qed.
Lemma may_onto g X : inside X -> may g (map (onto Y) X) = true -> may (back Y g) X = true.
Proof.
  intros H. unfold Spec.may. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists, !Nat.ltb_lt.
  intros [L Q]. destruct (back_ok Y g L) as (Lb & _). split; [easy|].
  destruct Q as [?|(s & I & F)]; [auto|right].
  apply in_map_iff in I. destruct I as (r & <- & I). exists r. split; [easy|].
  pose proof (inside_in _ _ H I).
  rewrite (score_ok Y) in F by easy.
  destruct (name_ok Y (score (back Y g) r) (score (back Y g) r)) as [_ E]; [now apply Small..|].
  now rewrite <- E.
Qed.
Lemma useful_onto g X : (g < guesses G)%nat -> inside X -> useful g (map (onto Y) X) = true ->
  useful (back Y g) X = true.
Proof.
  intros L H U. destruct (useful (back Y g) X) eqn:V; [easy|]. rewrite <- U. symmetry.
  apply useless_iff. apply useless_iff in V.
  destruct V as [->|(a & K & O)]; [now left|]. destruct X as [|t X]; [now left|right].
  destruct (back_ok Y g L) as (Lb & _).
  assert (La : (a < na)%nat) by (rewrite <- (K t) by (now left); apply Small; auto;
    now inversion H).
  exists (name Y a). split; [|now rewrite over_onto].
  intros s I. apply in_map_iff in I. destruct I as (r & <- & I).
  rewrite (score_ok Y) by (auto; now apply inside_in with (t :: X)).
  f_equal. now apply K.
Qed.

Lemma pull_good T : forall k q X, inside X -> good k q (map (onto Y) X) T -> good k q X (pull T).
Proof.
  induction T as [|g next IH]; intros k q X H; cbn; [tauto|]. destruct k; [tauto|].
  intros (Kn & M & U & L & Q).
  pose proof (may_guess _ _ _ M) as Lg. destruct (back_ok Y g Lg) as (Lb & Ec & El).
  rewrite known_onto in Kn by easy. repeat split; auto;
    [now apply may_onto|now apply useful_onto|now rewrite El|].
  intros a. rewrite El. destruct (lt_dec a na) as [La|La].
  - destruct (Q (name Y a)) as [O|Ga].
    + left. rewrite part_onto, over_onto in O; auto. now apply inside_part.
    + right. apply IH; [now apply inside_part|]. now rewrite <- part_onto.
  - left. assert (part (back Y g) a X = []) as ->; [|unfold Spec.over; cbn; apply orb_true_r].
    destruct (part (back Y g) a X) as [|s Z] eqn:E; [easy|]. exfalso.
    assert (I : In s (part (back Y g) a X)) by (rewrite E; now left). apply part_in in I.
    destruct I as [I <-].
    apply La. apply Small; [easy|]. now apply inside_in with X.
Qed.

Lemma pull_path T : forall k q X s, inside X -> In s X -> good k q (map (onto Y) X) T ->
  exists p, path (map (onto Y) X) T (onto Y s) = Some p /\
    path X (pull T) s = Some (map (back Y) p) /\ forall d, paid d (map (back Y) p) = paid d p.
Proof.
  induction T as [|g next IH]; intros k q X s H I Gd; [destruct k; cbn in Gd; tauto|].
  pose proof (pull_good _ _ _ _ H Gd) as Gp. destruct (good_first _ _ _ _ _ _ Gd) as (M & U & L).
  pose proof (may_guess _ _ _ M) as Lg. destruct (back_ok Y g Lg) as (Lb & Ec & El).
  pose proof (may_onto _ _ H M) as Mb. pose proof (inside_in _ _ H I) as Ls.
  cbn [pull]. rewrite !path_ask by easy. cbn zeta. rewrite (score_ok Y) by easy.
  set (a := score (back Y g) s). assert (La : (a < na)%nat) by now apply Small.
  rewrite part_onto by easy. rewrite over_onto by (auto; now apply inside_part).
  destruct (over a (part (back Y g) a X)) eqn:O.
  - exists [g]. cbn. repeat split. intros d. now rewrite Ec.
  - cbn in Gd. destruct k; [tauto|]. destruct Gd as (_ & _ & _ & _ & Q).
    destruct (Q (name Y a)) as [O'|Ga].
    + rewrite part_onto, over_onto in O' by (auto; now apply inside_part). congruence.
    + rewrite part_onto in Ga by easy.
      destruct (IH (name Y a) k (q - long g) (part (back Y g) a X) s) as (p & P1 & P2 & P3);
        [| |exact Ga|].
      * now apply inside_part.
      * apply part_in. split; easy.
      * exists (g :: p). rewrite P1, P2. cbn. repeat split. intros d. now rewrite P3, Ec.
Qed.

Lemma pull_total T k q X d : inside X -> good k q (map (onto Y) X) T ->
  total d X (pull T) = total d (map (onto Y) X) T.
Proof.
  intros H Gd. unfold Prices.total.
  assert (E : forall Z, (forall s, In s Z -> In s X) -> sum (fun s =>
    weight s * of_path G X (pull T) s (paid d) 0) Z =
    sum (fun s => weight s * of_path G (map (onto Y) X) T s (paid d) 0) (map (onto Y) Z)).
  { induction Z as [|s Z IH]; intros Hz; cbn [map]; sums; [easy|].
    rewrite IH by (intros; apply Hz; now right). f_equal.
    assert (I : In s X) by (apply Hz; now left).
    destruct (pull_path T k q X s H I Gd) as (p & P1 & P2 & P3).
    unfold of_path. rewrite P1, P2, P3. destruct (onto_ok Y s (inside_in _ _ H I)) as (_ & -> & _).
    easy. }
  now apply E.
Qed.

Lemma claim_onto X d k q v : inside X -> claim X d k q v -> claim (map (onto Y) X) d k q v.
Proof. intros H C S Gd. rewrite <- (pull_total S k q X d H Gd). apply C. now apply pull_good. Qed.
Lemma inside_onto X : inside X -> inside (map (onto Y) X).
Proof. unfold inside. rewrite !Forall_forall. intros H s I. apply in_map_iff in I.
destruct I as (r & <- & I). apply (onto_ok Y). now apply H. Qed.
End Symmetry.
