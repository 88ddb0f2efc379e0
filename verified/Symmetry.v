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

Definition claim possible depth rounds budget v := forall plan,
  good rounds budget possible plan -> ole v (total depth possible plan).

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
  intros Permuted. apply eq_true_iff_eq. rewrite !known_one.
  split; intros (t & ? & Each); exists t; split; auto; intros secret Member; apply Each.
  - now apply (Permutation_in _ (Permutation_sym Permuted)).
  - now apply (Permutation_in _ Permuted).
Qed.
Lemma over_perm a possible Y : Permutation possible Y -> over a possible = over a Y.
Proof. intros Permuted. unfold Spec.over. now rewrite (known_perm _ _ Permuted). Qed.
Lemma may_perm guess possible Y : Permutation possible Y -> may guess possible = may guess Y.
Proof.
  intros Permuted. unfold Spec.may. do 2 f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (secret & Member & ?); exists secret; split; auto;
    [now apply (Permutation_in _ Permuted)|now apply (Permutation_in _ (Permutation_sym Permuted))].
Qed.
Lemma useless_iff guess possible : useful guess possible = false <-> possible = [] \/ exists a,
  (forall secret, In secret possible ->
  score guess secret = a) /\ over a possible = false.
Proof.
  destruct possible as [|t possible]; [cbn; intuition|]. split.
  - intros Useful. right. exists (score guess t). destruct (useless asked guess _ t possible Useful
    eq_refl)
    as [Part Over].
    split; [|easy].
    intros secret Member. rewrite <- Part in Member. now apply part_in in Member.
  - intros [?|(a & Each & Over)]; [easy|]. cbn [Play.useful].
    assert (score guess t = a) as -> by (apply Each; now left).
    assert (part guess a (t :: possible) = t :: possible) as ->; [|now rewrite Over, Nat.eqb_refl].
    unfold Spec.part. rewrite (filter_ext_in _ (fun _ => true)); [clear; induction (t :: possible);
      cbn;
      congruence|].
    intros secret Member. apply Nat.eqb_eq. now apply Each.
Qed.
Lemma useful_perm guess possible Y : Permutation possible Y -> useful guess possible = useful guess
  Y.
Proof.
  assert (forall possible Y, Permutation possible Y -> useful guess possible = false -> useful guess
    Y = false) as Each.
  { clear. intros possible Y Permuted. rewrite !useless_iff.
    intros [->|(a & Each & Over)]; [left; now apply Permutation_nil|right].
    exists a. split; [|now rewrite <- (over_perm _ _ _ Permuted)]. intros secret Member. apply Each.
    now apply (Permutation_in _ (Permutation_sym Permuted)). }
  intros Permuted. destruct (useful guess possible) eqn:Useful, (useful guess Y) eqn:Useful2; auto.
  - apply (Each _ _ (Permutation_sym Permuted)) in Useful2. congruence.
  - apply (Each _ _ Permuted) in Useful. congruence.
Qed.
Lemma good_perm plan : forall rounds budget possible Y, Permutation possible Y -> good rounds budget
  possible plan -> good rounds budget Y plan.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible Y Permuted; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & May & Useful & Affordable & Each).
  rewrite <- (known_perm _ _ Permuted), <- (may_perm guess _ _ Permuted), <- (useful_perm guess _ _
    Permuted).
  repeat split; auto.
  intros a. pose proof (part_perm guess a _ _ Permuted) as Permuted2. rewrite <- (over_perm _ _ _
    Permuted2).
  destruct (Each a); [auto|right; eauto].
Qed.
Lemma path_perm plan : forall possible Y secret, Permutation possible Y -> path possible plan secret
  =
  path Y plan secret.
Proof.
  induction plan as [|guess next IH]; intros possible Y secret Permuted; cbn; [easy|].
  rewrite (may_perm guess _ _ Permuted), (over_perm _ _ _ (part_perm guess (score guess secret) _ _
    Permuted)).
  destruct (may guess Y), (over (score guess secret) (part guess (score guess secret) Y)); auto.
  f_equal. apply IH.
  now apply part_perm.
Qed.
Lemma total_perm plan depth possible Y : Permutation possible Y -> total depth possible plan = total
  depth
  Y plan.
Proof.
  intros Permuted. unfold Prices.total. rewrite (sum_perm _ _ _ Permuted). apply sum_ext. intros
    secret _.
  unfold of_path.
  now rewrite (path_perm plan _ _ secret Permuted).
Qed.
Lemma claim_perm possible Y depth rounds budget v : Permutation possible Y -> claim possible depth
  rounds budget v -> claim Y depth rounds budget v.
Proof. intros Permuted Claimed plan Good. rewrite <- (total_perm plan depth _ _ Permuted). apply
  Claimed.
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
Proof. intros Inside Member. unfold inside in Inside. rewrite Forall_forall in Inside. auto. Qed.
Lemma inside_part guess a possible : inside possible -> inside (part guess a possible).
Proof. unfold inside. rewrite !Forall_forall. intros Each secret Member. apply part_in in Member.
  now apply Each.
Qed.

Lemma part_onto guess a possible : (guess < guesses asked)%nat -> inside possible -> (a < na)%nat ->
  part guess (name Y a) (map (onto Y) possible) = map (onto Y) (part (back Y guess) a possible).
Proof.
  intros Lg In_ La. destruct (back_ok Y guess Lg) as (Lb & _). unfold Spec.part.
  induction possible as [|secret possible IH]; cbn; [easy|].
  inversion In_; subst. rewrite (score_ok Y) by easy.
  destruct (Nat.eqb_spec (score (back Y guess) secret) a) as [->|Differ]; [rewrite Nat.eqb_refl;
    cbn;
    now rewrite IH|].
  destruct (Nat.eqb_spec (name Y (score (back Y guess) secret)) (name Y a)) as [Equal|_]; [|now
    apply
    IH].
  exfalso. apply Differ. apply (name_ok Y); auto.
Qed.
Lemma known_onto possible : inside possible -> known (map (onto Y) possible) = known possible.
Proof.
  intros Inside. apply eq_true_iff_eq. rewrite !known_one.
  destruct possible as [|u possible]; [split; intros _; exists 1%nat; easy|].
  assert (Hu : (u < ns)%nat) by (inversion Inside; easy). split; intros (t & plan & Each).
  - exists (goal asked u). split.
    + intros Goal. apply plan. rewrite <- (Each (onto Y u)) by now left. now apply (onto_ok Y).
    + intros secret Member. pose proof (inside_in _ _ Inside Member). apply (goal_ok Y); auto.
      rewrite !Each; auto; [now left|now apply in_map].
  - exists (goal asked (onto Y u)). split.
    + intros Goal. apply plan. rewrite <- (Each u) by now left. now apply (onto_ok Y).
    + intros secret Member. apply in_map_iff in Member. destruct Member as (r & <- & Member).
    pose proof (inside_in _ _ Inside Member).
      apply (goal_ok Y); auto. rewrite !Each; auto. now left.
Qed.
Lemma over_onto a possible : (a < na)%nat -> inside possible -> over (name Y a) (map (onto Y)
  possible) = over a possible.
Proof. intros Below Inside. unfold Spec.over. rewrite (known_onto _ Inside).
destruct (name_ok Y a a Below Below) as [_ ->]. easy. Qed.
Lemma may_onto guess possible : inside possible -> may guess (map (onto Y) possible) = true -> may
  (back Y guess) possible = true.
Proof.
  intros Inside. unfold Spec.may. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists,
    !Nat.ltb_lt.
  intros [Below Either]. destruct (back_ok Y guess Below) as (Lb & _). split; [easy|].
  destruct Either as [?|(secret & Member & Final)]; [auto|right].
  apply in_map_iff in Member. destruct Member as (r & <- & Member). exists r. split; [easy|].
  pose proof (inside_in _ _ Inside Member).
  rewrite (score_ok Y) in Final by easy.
  destruct (name_ok Y (score (back Y guess) r) (score (back Y guess) r)) as [_ Equal]; [now apply
    Small..|].
  now rewrite <- Equal.
Qed.
Lemma useful_onto guess possible : (guess < guesses asked)%nat -> inside possible -> useful guess
  (map (onto Y) possible) = true ->
  useful (back Y guess) possible = true.
Proof.
  intros Below Inside Useful. destruct (useful (back Y guess) possible) eqn:Useful2; [easy|].
    rewrite <- Useful. symmetry.
  apply useless_iff. apply useless_iff in Useful2.
  destruct Useful2 as [->|(a & Each & Over)]; [now left|]. destruct possible as [|t possible]; [now
    left|right].
  destruct (back_ok Y guess Below) as (Lb & _).
  assert (La : (a < na)%nat) by (rewrite <- (Each t) by (now left); apply Small; auto;
    now inversion Inside).
  exists (name Y a). split; [|now rewrite over_onto].
  intros secret Member. apply in_map_iff in Member. destruct Member as (r & <- & Member).
  rewrite (score_ok Y) by (auto; now apply inside_in with (t :: possible)).
  f_equal. now apply Each.
Qed.

Lemma pull_good plan : forall rounds budget possible, inside possible -> good rounds budget (map
  (onto Y) possible) plan -> good rounds budget possible (pull plan).
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible Inside; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & May & Useful & Affordable & Each).
  pose proof (may_guess _ _ _ May) as Lg. destruct (back_ok Y guess Lg) as (Lb & Ec & El).
  rewrite known_onto in Kn by easy. repeat split; auto;
    [now apply may_onto|now apply useful_onto|now rewrite El|].
  intros a. rewrite El. destruct (lt_dec a na) as [La|La].
  - destruct (Each (name Y a)) as [Over|Ga].
    + left. rewrite part_onto, over_onto in Over; auto. now apply inside_part.
    + right. apply IH; [now apply inside_part|]. now rewrite <- part_onto.
  - left. assert (part (back Y guess) a possible = []) as ->; [|unfold Spec.over; cbn; apply
    orb_true_r].
    destruct (part (back Y guess) a possible) as [|secret others] eqn:Part; [easy|]. exfalso.
    assert (Member : In secret (part (back Y guess) a possible)) by (rewrite Part; now left).
    apply part_in in Member.
    destruct Member as [Member <-].
    apply La. apply Small; [easy|]. now apply inside_in with possible.
Qed.

Lemma pull_path plan : forall rounds budget possible secret, inside possible -> In secret possible
  -> good rounds budget (map (onto Y) possible) plan ->
  exists p, path (map (onto Y) possible) plan (onto Y secret) = Some p /\
    path possible (pull plan) secret = Some (map (back Y) p) /\ forall depth, paid depth (map (back
      Y) p) = paid depth p.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible secret Inside Member Gd;
    [destruct rounds;
    cbn in Gd; tauto|].
  pose proof (pull_good _ _ _ _ Inside Gd) as Gp. destruct (good_first _ _ _ _ _ _ Gd) as (May &
    Useful & Affordable).
  pose proof (may_guess _ _ _ May) as Lg. destruct (back_ok Y guess Lg) as (Lb & Ec & El).
  pose proof (may_onto _ _ Inside May) as Mb. pose proof (inside_in _ _ Inside Member) as Ls.
  cbn [pull]. rewrite !path_ask by easy. cbn zeta. rewrite (score_ok Y) by easy.
  set (a := score (back Y guess) secret). assert (La : (a < na)%nat) by now apply Small.
  rewrite part_onto by easy. rewrite over_onto by (auto; now apply inside_part).
  destruct (over a (part (back Y guess) a possible)) eqn:Over.
  - exists [guess]. cbn. repeat split. intros depth. now rewrite Ec.
  - cbn in Gd. destruct rounds; [tauto|]. destruct Gd as (_ & _ & _ & _ & Each).
    destruct (Each (name Y a)) as [Over2|Ga].
    + rewrite part_onto, over_onto in Over2 by (auto; now apply inside_part). congruence.
    + rewrite part_onto in Ga by easy.
      destruct (IH (name Y a) rounds (budget - long guess) (part (back Y guess) a possible) secret)
        as (p & Path & Path2 & Each2);
        [| |exact Ga|].
      * now apply inside_part.
      * apply part_in. split; easy.
      * exists (guess :: p). rewrite Path, Path2. cbn. repeat split. intros depth. now rewrite
        Each2, Ec.
Qed.

Lemma pull_total plan rounds budget possible depth : inside possible -> good rounds budget (map
  (onto Y) possible) plan ->
  total depth possible (pull plan) = total depth (map (onto Y) possible) plan.
Proof.
  intros Inside Gd. unfold Prices.total.
  assert (Equal : forall others, (forall secret, In secret others -> In secret possible) -> sum (fun
    secret =>
    weight secret * of_path asked possible (pull plan) secret (paid depth) 0) others =
    sum (fun secret => weight secret * of_path asked (map (onto Y) possible) plan secret (paid
      depth) 0) (map (onto Y) others)).
  { induction others as [|secret others IH]; intros Hz; cbn [map]; sums; [easy|].
    rewrite IH by (intros; apply Hz; now right). f_equal.
    assert (Member : In secret possible) by (apply Hz; now left).
    destruct (pull_path plan rounds budget possible secret Inside Member Gd) as (p & Path & Path2 &
      Each).
    unfold of_path. rewrite Path, Path2, Each. destruct (onto_ok Y secret (inside_in _ _ Inside
      Member)) as (_ & -> &
      _).
    easy. }
  now apply Equal.
Qed.

Lemma claim_onto possible depth rounds budget v : inside possible -> claim possible depth rounds
  budget v -> claim (map (onto Y) possible) depth rounds budget v.
Proof. intros Inside Claimed plan Gd. rewrite <- (pull_total plan rounds budget possible depth
  Inside Gd). apply Claimed.
now apply pull_good. Qed.
Lemma inside_onto possible : inside possible -> inside (map (onto Y) possible).
Proof. unfold inside. rewrite !Forall_forall. intros Each secret Member. apply in_map_iff in Member.
destruct Member as (r & <- & Member). apply (onto_ok Y). now apply Each. Qed.
End Symmetry.
