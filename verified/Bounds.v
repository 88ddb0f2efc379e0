(** Lower bounds of the total of a set, by what guesses can do to any of its subsets. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play.
Import ListNotations.
Open Scope N_scope.

(** A lower bound; [None] if no strategy exists *)
Definition ole (v : option N) x := match v with Some v => v <= x | None => False end.
Definition oadd n (v : option N) := option_map (N.add n) v.
Definition size {A} (possible : list A) := N.of_nat (length possible).
Definition one (b : bool) := if b then 1 else 0.

Lemma size_sum {A} (possible : list A) : size possible = sum (fun _ => 1) possible.
Proof. unfold size. rewrite sum_const. lia. Qed.
Lemma size_filter {A} p (possible : list A) : size (filter p possible) = sum (fun secret => one (p
  secret)) possible.
Proof. now rewrite size_sum, sum_filter. Qed.
Lemma size_cons {A} (x : A) possible : size (x :: possible) = 1 + size possible.
Proof. unfold size. cbn [length]. lia. Qed.
Lemma ole_weak v x y : ole v x -> x <= y -> ole v y.
Proof. destruct v; cbn; [lia|tauto]. Qed.
Lemma ole_add n v x : ole v x -> ole (oadd n v) (n + x).
Proof. destruct v; cbn; [lia|tauto]. Qed.

Definition sub subset (possible : list nat) := exists p, subset = filter p possible.

Lemma sub_refl possible : sub possible possible.
Proof. exists (fun _ => true). induction possible; cbn; congruence. Qed.
Lemma filter_filter {A} p budget (possible : list A) : filter p (filter budget possible) = filter
  (fun secret => budget secret && p secret) possible.
Proof. induction possible as [|secret possible IH]; cbn; [easy|].
destruct (budget secret); cbn; [destruct (p secret)|]; now rewrite IH. Qed.
Lemma sub_sum f subset possible : sub subset possible -> sum f subset <= sum f possible.
Proof. intros [p ->]. rewrite sum_filter. apply sum_le. intros. destruct (p x); lia. Qed.
Lemma sub_size subset possible : sub subset possible -> size subset <= size possible.
Proof. intros Subset. rewrite !size_sum. now apply sub_sum. Qed.
Lemma sub_in subset possible secret : sub subset possible -> In secret subset -> In secret possible.
Proof. intros [p ->]. rewrite filter_In. easy. Qed.

Section Bounds.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation path := (path asked). Notation price := (price asked). Notation paid := (paid asked).
Notation total := (total asked).
Notation score := (score asked). Notation long := (long asked). Notation good := (good asked).
Notation useful := (useful asked).
Notation weight := (weight asked).

Lemma sub_part guess a subset possible : sub subset possible -> sub (part guess a subset) possible.
Proof. intros [p ->]. unfold Spec.part. rewrite filter_filter. eexists. reflexivity. Qed.

Lemma known_one possible : known possible = true <-> exists t, t <> 0%nat /\ forall secret, In
  secret possible -> goal asked secret = t.
Proof.
  destruct possible as [|u possible]; cbn [Spec.known]; [split; [exists 1%nat; easy|easy]|].
  rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, forallb_forall. split.
  - intros [? Each]. exists (goal asked u). split; [easy|]. intros secret [->|Member]; [easy|].
  apply Nat.eqb_eq.
    apply Each. now right.
  - intros (t & ? & Each). rewrite (Each u) by now left. split; [easy|]. intros secret Member.
  apply Nat.eqb_eq.
    now apply Each.
Qed.
Lemma known_sub subset possible : sub subset possible -> known possible = true -> known subset =
  true.
Proof. intros Subset. rewrite !known_one. intros (t & ? & Each). exists t. split; [easy|]. intros
  secret Member.
apply Each. now apply (sub_in subset). Qed.
Lemma over_sub a subset possible : sub subset possible -> over a possible = true -> over a subset =
  true.
Proof. intros Subset. unfold Spec.over. rewrite !orb_true_iff.
intros [?|?]; [auto|right; now apply (known_sub _ possible)]. Qed.
Lemma part_sub guess a subset possible : sub subset possible -> sub (part guess a subset) (part
  guess a possible).
Proof.
  intros [p ->]. exists p. unfold Spec.part. rewrite !filter_filter. apply filter_ext.
  intros secret.
  apply andb_comm.
Qed.
Lemma may_sub guess subset possible : sub subset possible -> may guess subset = true -> may guess
  possible = true.
Proof.
  intros Subset. unfold Spec.may. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists.
  intros [? [?|(secret & Member & ?)]]; split; auto. right. exists secret.
  split; [now apply (sub_in subset)|easy].
Qed.
Lemma useful_sub guess subset possible : sub subset possible -> known subset = false -> useful guess
  subset = true -> useful guess possible = true.
Proof.
  intros Subset Known Useful. destruct (useful guess possible) eqn:Useful2; [easy|]. exfalso.
  pose proof (not_known _ _ Known).
  destruct subset as [|t subset]; [easy|]. destruct possible as [|u possible]; [destruct Subset as
    [p Subset];
    easy|].
  destruct (useless asked guess _ u possible Useful2 eq_refl) as [Part Over].
  assert (Scored : score guess t = score guess u).
  { assert (Member : In t (part guess (score guess u) (u :: possible))) by (rewrite Part; apply
    (sub_in _ _
    _ Subset);
      now left). now apply part_in in Member. }
  assert (Part2 : part guess (score guess t) (t :: subset) = t :: subset).
  { apply part_all. unfold Spec.part. rewrite Scored.
    rewrite (filter_ext_in _ (fun _ => true)); [f_equal; clear; induction (t :: subset); cbn;
      congruence|].
    intros secret Member. apply Nat.eqb_eq. assert (Member2 : In secret (part guess (score guess u)
      (u ::
      possible))) by (rewrite Part;
      now apply (sub_in _ _ _ Subset)).
    now apply part_in in Member2. }
  assert (Open : over (score guess t) (part guess (score guess t) (t :: subset)) = false).
  { rewrite Part2, Scored. unfold Spec.over in Over |- *. rewrite orb_false_iff in Over.
    now rewrite Known, orb_false_r. }
  pose proof (useful_smaller asked guess _ _ Useful Open) as Below. rewrite Part2 in Below. lia.
Qed.

(** The secrets of [possible] that a guess ends the game for, and the blocks that it leaves *)
Definition overs guess possible := sum (fun secret => one (over (score guess secret) (part guess
  (score guess secret) possible))) possible.
Definition blocks guess possible := size (filter (fun p => negb (over (fst p) (snd p))) (split
  (score guess) possible)).

(** The number of guesses until the game is over for a secret,
  and the secrets for which it is after [j] of them *)
Definition turns possible plan secret :=
  of_path asked possible plan secret (@length nat) 0%nat.
Definition dead j possible plan := sum (fun secret => one (turns possible plan secret <=? j)%nat)
  possible.

Lemma split_part guess a subset possible : In (a, subset) (split (score guess) possible) -> subset =
  part guess a possible.
Proof. apply split_in. Qed.

Lemma turns_ask guess next rounds budget possible secret : good rounds budget possible (Ask guess
  next) -> In secret possible -> turns possible (Ask guess next) secret =
  let a := score guess secret in if over a (part guess a possible) then 1%nat else S (turns (part
    guess a possible) (next a) secret).
Proof.
  intros Good Member. cbn in Good. destruct rounds; [tauto|]. destruct Good as (_ & May & Useful &
    Affordable & Good).
  unfold turns, of_path.
  rewrite path_ask by easy. cbn zeta. destruct (over _ _) eqn:Over; [easy|].
  destruct (Good (score guess secret)) as [?|Ha]; [congruence|].
  destruct (good_path asked _ _ _ _ secret Ha) as [p ->]; [now apply part_in|]. easy.
Qed.

Lemma sum_blocks (h : nat -> list nat -> nat -> N) guess possible :
  sum (fun secret => h (score guess secret) (part guess (score guess secret) possible) secret)
    possible = sum (fun p =>
    sum (h (fst p) (snd p)) (snd p)) (split (score guess) possible).
Proof.
  rewrite (split_sum (fun a secret => h a (part guess a possible) secret)). apply sum_ext.
  intros [a subset] Member. cbn [fst snd].
  now rewrite <- (split_part _ _ _ _ Member).
Qed.

Lemma dead_ask guess next rounds budget j possible : good rounds budget possible (Ask guess next) ->
  dead (S j) possible (Ask guess next) =
  overs guess possible + sum (fun p => if over (fst p) (snd p) then 0 else dead j (snd p) (next (fst
    p)))
    (split (score guess) possible).
Proof.
  intros Good. unfold dead at 1.
  rewrite (sum_ext _ (fun secret => one (over (score guess secret) (part guess (score guess secret)
    possible)) +
    (fun a subset secret => if over a subset then 0 else one (turns subset (next a) secret <=?
      j)%nat) (score guess secret) (part guess
      (score guess secret) possible) secret)).
  - rewrite sum_plus. f_equal. rewrite (sum_blocks (fun a subset secret =>
      if over a subset then 0 else one (turns subset (next a) secret <=? j)%nat)).
    apply sum_ext. intros [a subset] _. cbn [fst snd].
    destruct (over a subset); [now rewrite sum_const, N.mul_0_r|easy].
  - intros secret Member. rewrite (turns_ask _ _ _ _ _ _ Good Member). cbn zeta. destruct (over _
    _); easy.
Qed.

Lemma good_block guess next rounds budget possible a subset : good rounds budget possible (Ask guess
  next) -> In (a, subset) (split (score guess) possible) ->
  over a subset = false ->
  good (pred rounds) (budget - long guess) subset (next a).
Proof.
  intros Good Member Over. apply split_part in Member. subst. cbn in Good. destruct rounds;
    [tauto|].
  destruct Good as (_ & May & Useful & Affordable & Good).
  destruct (Good a) as [?|?]; [congruence|easy].
Qed.

Definition reach F B e m possible budget := forall subset guess, sub subset possible -> known subset
  = false -> may guess subset = true ->
  useful guess subset = true -> long guess <= budget ->
  overs guess subset <= F /\ blocks guess subset <= B /\ e <= cost asked guess /\ m <= long guess.

Fixpoint cap n F B j := match j with O => 0 | S j => N.min n (F + B * cap n F B j) end.

Lemma good_known rounds budget possible plan : good rounds budget possible plan -> known possible =
  false.
Proof. destruct plan, rounds; cbn; tauto. Qed.
Lemma good_first rounds budget possible guess next : good rounds budget possible (Ask guess next) ->
  may guess possible = true /\ useful guess possible = true /\
  long guess <= budget.
Proof. destruct rounds; cbn; tauto. Qed.

Lemma block_sub guess possible a subset others : In (a, subset) (split (score guess) possible) ->
  sub
  possible others -> sub subset others.
Proof. intros Member Subset. apply split_part in Member. subst. now apply sub_part. Qed.

Lemma count_blocks guess possible c : sum (fun p => if over (fst p) (snd p) then 0 else c) (split
  (score guess) possible)
  = blocks guess possible * c.
Proof.
  unfold blocks. rewrite size_filter, <- sum_times. apply sum_ext. intros [a subset] _.
  cbn [fst snd].
  destruct (over a subset); cbn [negb one]; lia.
Qed.

Lemma dead_size j possible plan : dead j possible plan <= size possible.
Proof. rewrite size_sum. apply sum_le. intros. destruct (_ <=? _)%nat; cbn; lia. Qed.

Lemma path_some possible plan secret p : path possible plan secret = Some p -> p <> [].
Proof.
  destruct plan as [|guess next]; cbn; [easy|]. destruct (may guess possible); [|easy].
  destruct (over _ _); [now intros [= <-]|].
  destruct (path _ _ secret); cbn; [now intros [= <-]|easy].
Qed.

Lemma dead_zero rounds budget possible plan : good rounds budget possible plan -> dead 0 possible
  plan = 0.
Proof.
  intros Good. unfold dead. rewrite (sum_ext _ (fun _ => 0)); [now rewrite sum_const, N.mul_0_r|].
  intros secret Member. destruct (good_path asked _ _ _ _ secret Good Member) as [p Path]. unfold
    turns, of_path.
  rewrite Path.
  apply path_some in Path. now destruct p.
Qed.

Lemma dead_cap F B e m possible Q n plan : reach F B e m possible Q -> forall rounds budget j
  subset,
  good rounds budget subset plan -> budget <= Q ->
  sub subset possible -> size subset <= n ->
  dead j subset plan <= cap n F B j.
Proof.
  intros Reach. induction plan as [|guess next IH]; intros rounds budget j subset Good AtMost Y_X
    Yn; [destruct
    rounds; cbn in Good; tauto|].
  destruct j; [rewrite (dead_zero _ _ _ _ Good); lia|]. cbn [cap].
  apply N.min_glb; [transitivity (size subset); [apply dead_size|easy]|].
  destruct (good_first _ _ _ _ _ Good) as (May & Useful & Affordable).
  destruct (Reach subset guess Y_X (good_known _ _ _ _ Good) May Useful) as (Ended & Bl & _ & _);
    [lia|].
  rewrite (dead_ask _ _ _ _ _ _ Good). apply N.add_le_mono; [easy|].
  transitivity (blocks guess subset * cap n F B j); [|apply N.mul_le_mono_r; easy].
  rewrite <- count_blocks. apply sum_le. intros [a others] Member. cbn [fst snd].
  destruct (over a others) eqn:Over; [lia|].
  apply (IH a (pred rounds) (budget - long guess)); [eapply good_block; eauto|lia|eapply block_sub;
    eauto|].
  assert (size others <= size subset); [|lia]. apply sub_size. eapply block_sub; eauto. apply
    sub_refl.
Qed.

Fixpoint tail depth e t := match t with O => 0 | S t => price depth + e + tail (S depth) e t end.

Lemma paid_tail e p : forall depth, (forall guess, In guess p -> e <= cost asked guess) ->
  tail depth e (length p) <= paid depth p.
Proof.
  induction p as [|guess p IH]; intros depth Each; cbn; [lia|].
  specialize (IH (S depth) (fun guess Member => Each guess (or_intror Member))).
  specialize (Each guess (or_introl eq_refl)). lia.
Qed.

Lemma path_costs F B e m possible Q plan : reach F B e m possible Q -> forall rounds budget subset
  secret p, good rounds budget subset plan -> budget <= Q ->
  sub subset possible -> In secret subset ->
  path subset plan secret = Some p -> forall guess, In guess p -> e <= cost asked guess.
Proof.
  intros Reach. induction plan as [|guess next IH]; intros rounds budget subset secret p Good AtMost
    Y_X Member Path h Ih;
    [easy|].
  destruct (good_first _ _ _ _ _ Good) as (May & Useful & Affordable).
  destruct (Reach subset guess Y_X (good_known _ _ _ _ Good) May Useful) as (_ & _ & AtMost2 & _);
    [lia|].
  rewrite path_ask in Path by easy. cbn zeta in Path.
  destruct (over _ _) eqn:Over; [injection Path as <-; destruct Ih as [<-|[]]; easy|].
  destruct (path _ (next _) secret) as [p'|] eqn:Path2; cbn in Path; [|easy]. injection Path as <-.
  destruct Ih as [<-|Ih]; [easy|].
  cbn in Good. destruct rounds; [tauto|]. destruct Good as (_ & _ & _ & _ & Good).
  destruct (Good (score guess secret)) as [?|Hs]; [congruence|].
  apply (IH (score guess secret) _ _ _ secret p' Hs); auto; [lia|now apply sub_part|now apply
    part_in].
Qed.

(** The cost of later guesses, if the game is over for [f] secrets and goes on for [p] blocks: the
  most that
    guesses can end is done by the first ones, and the lightest secrets are those that are left. *)
Section Later.
Variables (light : N -> N) (e F B n : N).
Fixpoint later depth f p rounds c : option N :=
  let D := f + p * c in
  if n <=? D then Some 0
  else match rounds with
  | O => None
  | S rounds => oadd ((price depth + e) * light D) (later (S depth) f p rounds (N.min n (F + B *
    c)))
  end.

Definition is_light possible := forall P D, sum (fun secret => one (negb (P secret))) possible <= D
  ->
  light D <= sum (fun secret => if P secret then weight secret else 0) possible.

Lemma later_ok possible (plan : nat -> nat) f p : is_light possible -> size possible = n ->
  (forall j, sum (fun secret => one (plan secret <=? j)%nat) possible <= f + p * cap n F B j) ->
  forall rounds i depth, (forall secret, In secret possible -> (plan secret <= i + rounds)%nat) ->
  ole (later depth f p rounds (cap n F B i)) (sum (fun secret => weight secret * tail depth e (plan
    secret - i)) possible).
Proof.
  intros Li Sz Each. induction rounds as [|rounds IH]; intros i depth Hk; cbn [later];
    destruct (N.leb_spec n (f + p * cap n F B i)) as [?|Lt]; try (cbn; lia).
  - exfalso. specialize (Each i). rewrite (sum_ext _ (fun _ => 1)), <- size_sum in Each; [lia|].
    intros secret Member. specialize (Hk secret Member). destruct (Nat.leb_spec (plan secret) i);
      [easy|lia].
  - change (N.min n (F + B * cap n F B i)) with (cap n F B (S i)).
    rewrite (sum_ext _ (fun secret => (price depth + e) * (if negb (plan secret <=? i)%nat then
      weight secret else 0) +
      weight secret * tail (S depth) e (plan secret - S i))).
    + rewrite sum_plus. eapply ole_weak; [apply ole_add, (IH (S i)); intros secret Member;
        specialize (Hk secret Member); lia|].
      apply N.add_le_mono_r. rewrite (sum_ext _ (fun secret =>
        (if negb (plan secret <=? i)%nat then weight secret else 0) * (price depth + e))) by
          (intros; lia).
      rewrite sum_times, N.mul_comm. apply N.mul_le_mono_r. apply Li.
      rewrite (sum_ext _ (fun secret => one (plan secret <=? i)%nat)); [apply Each|].
      intros secret _. now rewrite negb_involutive.
    + intros secret Member. destruct (Nat.leb_spec (plan secret) i) as [Le|Gt]; cbn [negb].
      * replace (plan secret - i)%nat with 0%nat by lia.
      replace (plan secret - S i)%nat with 0%nat by lia. cbn.
        lia.
      * replace (plan secret - i)%nat with (S (plan secret - S i)) by lia. cbn [tail]. lia.
Qed.
End Later.

Lemma good_turns plan : forall rounds budget possible secret, good rounds budget possible plan -> In
  secret possible -> (turns possible plan secret <= rounds)%nat.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible secret Good Member; [destruct
    rounds; cbn
    in Good; tauto|].
  rewrite (turns_ask _ _ _ _ _ _ Good Member). cbn zeta. cbn in Good. destruct rounds; [tauto|].
  destruct Good as (_ & _ & _ & _ & Good).
  destruct (over _ _) eqn:Over; [lia|]. destruct (Good (score guess secret)) as [?|Hs];
    [congruence|].
  specialize (IH _ _ _ _ secret Hs). rewrite part_in in IH. specialize (IH (conj Member eq_refl)).
    lia.
Qed.

(** A block of a set that has this reach *)
Lemma block_ok light F B e m possible Q rounds budget subset plan depth : reach F B e m possible Q
  ->
  good rounds budget subset plan -> budget <= Q ->
  sub subset possible -> is_light light subset ->
  ole (later light e F B (size subset) depth 0 1 rounds 0) (total depth subset plan).
Proof.
  intros Reach Good AtMost Y_X Li. eapply ole_weak.
  - apply (later_ok light e F B (size subset) subset (turns subset plan) 0 1 Li eq_refl) with (i :=
    0%nat).
    + intros j. rewrite N.mul_1_l, N.add_0_l.
      apply (dead_cap F B e m possible Q (size subset) plan Reach rounds budget j subset); auto.
        lia.
    + intros secret Member. now apply good_turns with budget.
  - apply sum_le. intros secret Member. apply N.mul_le_mono_l.
  destruct (good_path asked _ _ _ _ secret Good Member) as [p Path].
    unfold turns, of_path. rewrite Path, Nat.sub_0_r. apply paid_tail. intros guess Ig.
    eapply path_costs; eauto.
Qed.

(** Steps are limited by the money that is left. *)
Lemma good_left F B e m possible Q S : 1 <= m -> reach F B e m possible Q -> forall rounds budget
  subset, good rounds budget subset S ->
  budget <= Q -> sub subset possible ->
  good (min rounds (N.to_nat (budget / m))) budget subset S.
Proof.
  intros AtMost Reach. induction S as [|guess next IH]; intros rounds budget subset Good AtMost2
    Y_X; [destruct
    rounds; cbn in Good; tauto|].
  destruct (good_first _ _ _ _ _ Good) as (May & Useful & Affordable).
  destruct (Reach subset guess Y_X (good_known _ _ _ _ Good) May Useful) as (_ & _ & _ & AtMost3);
    [lia|].
  cbn [Play.good] in *. destruct rounds; [tauto|]. destruct Good as (Kn & _ & _ & _ & Good).
  assert (AtMost4 : (S (N.to_nat ((budget - long guess) / m)) <= N.to_nat (budget / m))%nat).
  { assert ((budget - long guess) / m + 1 <= budget / m); [|lia].
    assert ((budget - long guess) / m <= (budget - m) / m) by (apply N.div_le_mono; lia).
    replace (budget / m) with ((budget - m + 1 * m) / m) by (f_equal; lia). rewrite N.div_add; lia.
    }
  revert AtMost4. destruct (N.to_nat (budget / m)); intros AtMost4; [easy|]. apply le_S_n in
    AtMost4. cbn [Nat.min].
  repeat split; auto.
  intros a. destruct (Good a) as [?|Ha]; [auto|]. right. apply IH in Ha; [|lia|now apply sub_part].
  apply (good_mono _ _ _ _ _ _ _ Ha); [|easy].
  revert AtMost4. generalize (N.to_nat ((budget - long guess) / m)). intros. lia.
Qed.

Lemma turns_left F B e m possible guess next rounds budget secret : 1 <= m -> reach F B e m possible
  budget -> good rounds budget possible (Ask guess next) ->
  In secret possible ->
  (turns possible (Ask guess next) secret <= S (min (pred rounds) (N.to_nat ((budget - long guess) /
    m))))%nat.
Proof.
  intros AtMost Reach Good Member. rewrite (turns_ask _ _ _ _ _ _ Good Member). cbn zeta.
  destruct (over _ _) eqn:Over; [apply le_n_S, Nat.le_0_l|]. apply le_n_S.
  cbn in Good. destruct rounds; [tauto|]. destruct Good as (_ & _ & _ & _ & Good).
  destruct (Good (score guess secret)) as [?|Hs]; [congruence|].
  apply (good_turns _ _ (budget - long guess)); [|now apply part_in].
  apply (good_left F B e m possible budget); auto; [apply N.le_sub_l|apply sub_part; apply
    sub_refl].
Qed.

(** A guess by its shape alone *)
Lemma guess_ok light F B e m c possible budget rounds rounds' guess next f p depth : reach F B e m
  possible budget ->
  good rounds' budget possible (Ask guess next) -> is_light light possible ->
  (forall secret, In secret possible -> (turns possible (Ask guess next) secret <= S rounds)%nat) ->
  overs guess possible <= f -> blocks guess possible <= p -> c <= cost asked guess ->
  ole (oadd (sum weight possible * (price depth + c)) (later light e F B (size possible) (S depth) f
    p rounds 0)) (total depth possible
    (Ask guess next)).
Proof.
  intros Reach Good Li Tu Of Bp Cc. eapply ole_weak.
  - apply ole_add. apply (later_ok light e F B (size possible) possible (fun secret =>
      pred (turns possible (Ask guess next) secret)) f p Li eq_refl) with (i := 0%nat).
    + intros j. rewrite (sum_ext _ (fun secret => one (turns possible (Ask guess next) secret <=? S
      j)%nat)).
      * fold (dead (S j) possible (Ask guess next)). rewrite (dead_ask _ _ _ _ _ _ Good).
        apply N.add_le_mono; [easy|].
        transitivity (blocks guess possible * cap (size possible) F B j); [|now apply
          N.mul_le_mono_r].
        rewrite <- count_blocks. apply sum_le. intros [a others] Member. cbn [fst snd].
        destruct (over a others) eqn:Over; [lia|].
        apply (dead_cap F B e m possible budget (size possible) (next a) Reach (pred rounds')
          (budget -
          long guess) j others).
        -- apply (good_block _ _ _ _ _ _ _ Good Member Over).
        -- lia.
        -- eapply block_sub; eauto. apply sub_refl.
        -- apply sub_size. eapply block_sub; eauto. apply sub_refl.
      * intros secret Member. rewrite (turns_ask _ _ _ _ _ _ Good Member). cbn zeta. now destruct
        (over _ _).
    + intros secret Member. specialize (Tu secret Member). lia.
  - rewrite <- sum_times, <- sum_plus. apply sum_le. intros secret Member. rewrite <-
    N.mul_add_distr_l.
    apply N.mul_le_mono_l.
    destruct (good_path asked _ _ _ _ secret Good Member) as [w Path]. unfold turns, of_path.
      rewrite Path.
    assert (Each : forall h, In h w -> e <= cost asked h) by (intros; eapply (path_costs F B e m
      possible budget);
      eauto; [lia|apply sub_refl]).
    destruct (good_first _ _ _ _ _ Good) as (May & _). rewrite path_ask in Path by easy. cbn zeta in
      Path.
    assert (exists v, w = guess :: v) as [v ->].
    { destruct (over _ _); [injection Path as <-; eauto|].
      destruct (path _ (next _) secret); cbn in Path; [injection Path as <-; eauto|easy]. }
    cbn [length pred paid]. rewrite Nat.sub_0_r. apply N.add_le_mono; [lia|]. apply paid_tail.
    intros h Ih. apply Each. now right.
Qed.

(** The weight of the lightest secrets, by any threshold [h]: weak duality instead of sorting *)
Definition heavy h possible := sum (fun secret => weight secret - h) possible.
Lemma light_ok h possible : forall P D, sum (fun secret => one (negb (P secret))) possible <= D ->
  sum weight possible - (h * D + heavy h possible) <= sum (fun secret => if P secret then weight
    secret else 0) possible.
Proof.
  intros P D AtMost. assert (sum weight possible <= sum (fun secret =>
    if P secret then weight secret else 0) possible + h * sum (fun secret => one (negb (P secret)))
      possible + heavy h possible).
  { unfold heavy. clear AtMost. induction possible as [|secret possible IH]; sums; [lia|].
    destruct (P secret); cbn [negb one]; lia. }
  assert (h * sum (fun secret => one (negb (P secret))) possible <= h * D) by now apply
    N.mul_le_mono_l. lia.
Qed.
End Bounds.
