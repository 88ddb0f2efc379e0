(** Symmetries of a game map strategies to strategies. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Verified Require Import Spec Prices Play Bounds.
Import ListNotations.
Open Scope N_scope.

Section Symmetry.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation path := (path asked). Notation paid := (paid asked). Notation total := (total asked).
Notation weight := (weight asked).
Notation score := (score asked). Notation long := (long asked). Notation good := (good asked).
Notation useful := (useful asked).

Definition claim possible depth rounds budget v := forall S, good rounds budget possible S -> ole v
  (total depth possible S).

(** The order of a set does not matter. *)
Lemma sum_perm {A} (f : A -> N) possible Y : Permutation possible Y -> sum f possible = sum f Y.
Proof. induction 1; sums; lia. Qed.
Lemma filter_perm {A} p (possible Y : list A) : Permutation possible Y -> Permutation (filter p
  possible) (filter p Y).
Proof.
  induction 1; cbn; auto.
  - destruct (p x); auto.
  - destruct (p x), (p y); auto using perm_swap.
  - eapply perm_trans; eauto.
Qed.
Lemma part_perm guess a possible Y : Permutation possible Y -> Permutation (part guess a possible)
  (part guess a Y).
Proof. apply filter_perm. Qed.
Lemma known_perm possible Y : Permutation possible Y -> known possible = known Y.
Proof.
  intros P. apply eq_true_iff_eq. rewrite !known_one.
  split; intros (t & ? & H); exists t; split; auto; intros secret I; apply H.
  - now apply (Permutation_in _ (Permutation_sym P)).
  - now apply (Permutation_in _ P).
Qed.
Lemma over_perm a possible Y : Permutation possible Y -> over a possible = over a Y.
Proof. intros P. unfold Spec.over. now rewrite (known_perm _ _ P). Qed.
Lemma may_perm guess possible Y : Permutation possible Y -> may guess possible = may guess Y.
Proof.
  intros P. unfold Spec.may. do 2 f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (secret & I & ?); exists secret; split; auto;
    [now apply (Permutation_in _ P)|now apply (Permutation_in _ (Permutation_sym P))].
Qed.
Lemma useless_iff guess possible : useful guess possible = false <-> possible = [] \/ exists a,
  (forall secret, In secret possible ->
  score guess secret = a) /\ over a possible = false.
Proof.
  destruct possible as [|t possible]; [cbn; intuition|]. split.
  - intros U. right. exists (score guess t). destruct (useless asked guess _ t possible U eq_refl)
    as [E O].
    split; [|easy].
    intros secret I. rewrite <- E in I. now apply part_in in I.
  - intros [?|(a & H & O)]; [easy|]. cbn [Play.useful].
    assert (score guess t = a) as -> by (apply H; now left).
    assert (part guess a (t :: possible) = t :: possible) as ->; [|now rewrite O, Nat.eqb_refl].
    unfold Spec.part. rewrite (filter_ext_in _ (fun _ => true)); [clear; induction (t :: possible);
      cbn;
      congruence|].
    intros secret I. apply Nat.eqb_eq. now apply H.
Qed.
Lemma useful_perm guess possible Y : Permutation possible Y -> useful guess possible = useful guess
  Y.
Proof.
  assert (forall possible Y, Permutation possible Y -> useful guess possible = false -> useful guess
    Y = false) as H.
  { clear. intros possible Y P. rewrite !useless_iff.
    intros [->|(a & H & O)]; [left; now apply Permutation_nil|right].
    exists a. split; [|now rewrite <- (over_perm _ _ _ P)]. intros secret I. apply H.
    now apply (Permutation_in _ (Permutation_sym P)). }
  intros P. destruct (useful guess possible) eqn:U, (useful guess Y) eqn:V; auto.
  - apply (H _ _ (Permutation_sym P)) in V. congruence.
  - apply (H _ _ P) in U. congruence.
Qed.
Lemma good_perm S : forall rounds budget possible Y, Permutation possible Y -> good rounds budget
  possible S -> good rounds budget Y S.
Proof.
  induction S as [|guess next IH]; intros rounds budget possible Y P; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & M & U & L & H).
  rewrite <- (known_perm _ _ P), <- (may_perm guess _ _ P), <- (useful_perm guess _ _ P).
  repeat split; auto.
  intros a. pose proof (part_perm guess a _ _ P) as Q. rewrite <- (over_perm _ _ _ Q).
  destruct (H a); [auto|right; eauto].
Qed.
Lemma path_perm S : forall possible Y secret, Permutation possible Y -> path possible S secret =
  path Y S secret.
Proof.
  induction S as [|guess next IH]; intros possible Y secret P; cbn; [easy|].
  rewrite (may_perm guess _ _ P), (over_perm _ _ _ (part_perm guess (score guess secret) _ _ P)).
  destruct (may guess Y), (over (score guess secret) (part guess (score guess secret) Y)); auto.
  f_equal. apply IH.
  now apply part_perm.
Qed.
Lemma total_perm S depth possible Y : Permutation possible Y -> total depth possible S = total depth
  Y S.
Proof.
  intros P. unfold Prices.total. rewrite (sum_perm _ _ _ P). apply sum_ext. intros secret _.
  unfold of_path.
  now rewrite (path_perm S _ _ secret P).
Qed.
Lemma claim_perm possible Y depth rounds budget v : Permutation possible Y -> claim possible depth
  rounds budget v -> claim Y depth rounds budget v.
Proof. intros P C S H. rewrite <- (total_perm S depth _ _ P). apply C.
apply good_perm with Y; [now apply Permutation_sym|easy]. Qed.

(** Permutations of guesses (here backwards), of secrets and of scores *)
Variables ns na : nat.
Definition inside possible := Forall (fun secret => (secret < ns)%nat) possible.
Definition small := forall guess secret, (guess < guesses asked)%nat -> (secret < ns)%nat -> (score
  guess secret < na)%nat.

Record symmetry := Symmetry {
  back : nat -> nat; onto : nat -> nat; name : nat -> nat;
  back_ok : forall guess, (guess < guesses asked)%nat -> (back guess < guesses asked)%nat /\
    cost asked (back guess) = cost asked guess /\ long (back guess) = long guess;
  score_ok : forall guess secret, (guess < guesses asked)%nat -> (secret < ns)%nat ->
    score guess (onto secret) = name (score (back guess) secret);
  onto_ok : forall secret, (secret < ns)%nat -> (onto secret < ns)%nat /\ weight (onto secret) =
    weight secret /\
    (goal asked (onto secret) = 0 <-> goal asked secret = 0)%nat;
  goal_ok : forall secret t, (secret < ns)%nat -> (t < ns)%nat -> (goal asked (onto secret) = goal
    asked (onto t) <->
    goal asked secret = goal asked t);
  name_ok : forall a b, (a < na)%nat -> (b < na)%nat -> (name a = name b -> a = b) /\
    final asked (name a) = final asked a }.

Variable Y : symmetry.
Hypothesis Small : small.

Fixpoint pull plan := match plan with Stop => Stop | Ask guess next => Ask (back Y guess) (fun a =>
  pull (next (name Y a))) end.

Lemma inside_in possible secret : inside possible -> In secret possible -> (secret < ns)%nat.
Proof. intros H I. unfold inside in H. rewrite Forall_forall in H. auto. Qed.
Lemma inside_part guess a possible : inside possible -> inside (part guess a possible).
Proof. unfold inside. rewrite !Forall_forall. intros H secret I. apply part_in in I. now apply H.
Qed.

Lemma part_onto guess a possible : (guess < guesses asked)%nat -> inside possible -> (a < na)%nat ->
  part guess (name Y a) (map (onto Y) possible) = map (onto Y) (part (back Y guess) a possible).
Proof.
  intros Lg In_ La. destruct (back_ok Y guess Lg) as (Lb & _). unfold Spec.part.
  induction possible as [|secret possible IH]; cbn; [easy|].
  inversion In_; subst. rewrite (score_ok Y) by easy.
  destruct (Nat.eqb_spec (score (back Y guess) secret) a) as [->|N]; [rewrite Nat.eqb_refl; cbn;
    now rewrite IH|].
  destruct (Nat.eqb_spec (name Y (score (back Y guess) secret)) (name Y a)) as [E|_]; [|now apply
    IH].
  exfalso. apply N. apply (name_ok Y); auto.
Qed.
Lemma known_onto possible : inside possible -> known (map (onto Y) possible) = known possible.
Proof.
  intros H. apply eq_true_iff_eq. rewrite !known_one.
  destruct possible as [|u possible]; [split; intros _; exists 1%nat; easy|].
  assert (Hu : (u < ns)%nat) by (inversion H; easy). split; intros (t & plan & K).
  - exists (goal asked u). split.
    + intros E. apply plan. rewrite <- (K (onto Y u)) by now left. now apply (onto_ok Y).
    + intros secret I. pose proof (inside_in _ _ H I). apply (goal_ok Y); auto.
      rewrite !K; auto; [now left|now apply in_map].
  - exists (goal asked (onto Y u)). split.
    + intros E. apply plan. rewrite <- (K u) by now left. now apply (onto_ok Y).
    + intros secret I. apply in_map_iff in I. destruct I as (r & <- & I).
    pose proof (inside_in _ _ H I).
      apply (goal_ok Y); auto. rewrite !K; auto. now left.
Qed.
Lemma over_onto a possible : (a < na)%nat -> inside possible -> over (name Y a) (map (onto Y)
  possible) = over a possible.
Proof. intros L H. unfold Spec.over. rewrite (known_onto _ H).
destruct (name_ok Y a a L L) as [_ ->]. easy. Qed.
Lemma may_onto guess possible : inside possible -> may guess (map (onto Y) possible) = true -> may
  (back Y guess) possible = true.
Proof.
  intros H. unfold Spec.may. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists, !Nat.ltb_lt.
  intros [L Q]. destruct (back_ok Y guess L) as (Lb & _). split; [easy|].
  destruct Q as [?|(secret & I & F)]; [auto|right].
  apply in_map_iff in I. destruct I as (r & <- & I). exists r. split; [easy|].
  pose proof (inside_in _ _ H I).
  rewrite (score_ok Y) in F by easy.
  destruct (name_ok Y (score (back Y guess) r) (score (back Y guess) r)) as [_ E]; [now apply
    Small..|].
  now rewrite <- E.
Qed.
Lemma useful_onto guess possible : (guess < guesses asked)%nat -> inside possible -> useful guess
  (map (onto Y) possible) = true ->
  useful (back Y guess) possible = true.
Proof.
  intros L H U. destruct (useful (back Y guess) possible) eqn:V; [easy|]. rewrite <- U. symmetry.
  apply useless_iff. apply useless_iff in V.
  destruct V as [->|(a & K & O)]; [now left|]. destruct possible as [|t possible]; [now left|right].
  destruct (back_ok Y guess L) as (Lb & _).
  assert (La : (a < na)%nat) by (rewrite <- (K t) by (now left); apply Small; auto;
    now inversion H).
  exists (name Y a). split; [|now rewrite over_onto].
  intros secret I. apply in_map_iff in I. destruct I as (r & <- & I).
  rewrite (score_ok Y) by (auto; now apply inside_in with (t :: possible)).
  f_equal. now apply K.
Qed.

Lemma pull_good plan : forall rounds budget possible, inside possible -> good rounds budget (map
  (onto Y) possible) plan -> good rounds budget possible (pull plan).
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible H; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & M & U & L & Q).
  pose proof (may_guess _ _ _ M) as Lg. destruct (back_ok Y guess Lg) as (Lb & Ec & El).
  rewrite known_onto in Kn by easy. repeat split; auto;
    [now apply may_onto|now apply useful_onto|now rewrite El|].
  intros a. rewrite El. destruct (lt_dec a na) as [La|La].
  - destruct (Q (name Y a)) as [O|Ga].
    + left. rewrite part_onto, over_onto in O; auto. now apply inside_part.
    + right. apply IH; [now apply inside_part|]. now rewrite <- part_onto.
  - left. assert (part (back Y guess) a possible = []) as ->; [|unfold Spec.over; cbn; apply
    orb_true_r].
    destruct (part (back Y guess) a possible) as [|secret Z] eqn:E; [easy|]. exfalso.
    assert (I : In secret (part (back Y guess) a possible)) by (rewrite E; now left).
    apply part_in in I.
    destruct I as [I <-].
    apply La. apply Small; [easy|]. now apply inside_in with possible.
Qed.

Lemma pull_path plan : forall rounds budget possible secret, inside possible -> In secret possible
  -> good rounds budget (map (onto Y) possible) plan ->
  exists p, path (map (onto Y) possible) plan (onto Y secret) = Some p /\
    path possible (pull plan) secret = Some (map (back Y) p) /\ forall depth, paid depth (map (back
      Y) p) = paid depth p.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible secret H I Gd; [destruct rounds;
    cbn in Gd; tauto|].
  pose proof (pull_good _ _ _ _ H Gd) as Gp. destruct (good_first _ _ _ _ _ _ Gd) as (M & U & L).
  pose proof (may_guess _ _ _ M) as Lg. destruct (back_ok Y guess Lg) as (Lb & Ec & El).
  pose proof (may_onto _ _ H M) as Mb. pose proof (inside_in _ _ H I) as Ls.
  cbn [pull]. rewrite !path_ask by easy. cbn zeta. rewrite (score_ok Y) by easy.
  set (a := score (back Y guess) secret). assert (La : (a < na)%nat) by now apply Small.
  rewrite part_onto by easy. rewrite over_onto by (auto; now apply inside_part).
  destruct (over a (part (back Y guess) a possible)) eqn:O.
  - exists [guess]. cbn. repeat split. intros depth. now rewrite Ec.
  - cbn in Gd. destruct rounds; [tauto|]. destruct Gd as (_ & _ & _ & _ & Q).
    destruct (Q (name Y a)) as [O'|Ga].
    + rewrite part_onto, over_onto in O' by (auto; now apply inside_part). congruence.
    + rewrite part_onto in Ga by easy.
      destruct (IH (name Y a) rounds (budget - long guess) (part (back Y guess) a possible) secret)
        as (p & P1 & P2 & P3);
        [| |exact Ga|].
      * now apply inside_part.
      * apply part_in. split; easy.
      * exists (guess :: p). rewrite P1, P2. cbn. repeat split. intros depth. now rewrite P3, Ec.
Qed.

Lemma pull_total plan rounds budget possible depth : inside possible -> good rounds budget (map
  (onto Y) possible) plan ->
  total depth possible (pull plan) = total depth (map (onto Y) possible) plan.
Proof.
  intros H Gd. unfold Prices.total.
  assert (E : forall Z, (forall secret, In secret Z -> In secret possible) -> sum (fun secret =>
    weight secret * of_path asked possible (pull plan) secret (paid depth) 0) Z =
    sum (fun secret => weight secret * of_path asked (map (onto Y) possible) plan secret (paid
      depth) 0) (map (onto Y) Z)).
  { induction Z as [|secret Z IH]; intros Hz; cbn [map]; sums; [easy|].
    rewrite IH by (intros; apply Hz; now right). f_equal.
    assert (I : In secret possible) by (apply Hz; now left).
    destruct (pull_path plan rounds budget possible secret H I Gd) as (p & P1 & P2 & P3).
    unfold of_path. rewrite P1, P2, P3. destruct (onto_ok Y secret (inside_in _ _ H I)) as (_ & -> &
      _).
    easy. }
  now apply E.
Qed.

Lemma claim_onto possible depth rounds budget v : inside possible -> claim possible depth rounds
  budget v -> claim (map (onto Y) possible) depth rounds budget v.
Proof. intros H C S Gd. rewrite <- (pull_total S rounds budget possible depth H Gd). apply C.
now apply pull_good. Qed.
Lemma inside_onto possible : inside possible -> inside (map (onto Y) possible).
Proof. unfold inside. rewrite !Forall_forall. intros H secret I. apply in_map_iff in I.
destruct I as (r & <- & I). apply (onto_ok Y). now apply H. Qed.
End Symmetry.
