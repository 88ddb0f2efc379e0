(** A strategy that tells goals apart spells a word for each of them. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds Shapes Codes.
Import ListNotations.
Open Scope N_scope.

Section Words.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation price := (price asked). Notation total := (total asked). Notation weight := (weight asked).
Notation goal := (goal asked).
Notation score := (score asked). Notation long := (long asked). Notation good := (good asked).
Notation useful := (useful asked). Notation final := (final asked).
Notation turns := (turns asked).

(** The letter of a secret: all final scores are one. *)
Definition letter guess secret := if final (score guess secret) then 0%nat else S (score guess
  secret).
Definition enders guess possible := filter (fun secret => final (score guess secret)) possible.
Definition letters guess possible := if forallb (fun secret => negb (goal secret =? 0)%nat) possible
  &&
  known (enders guess possible) then Some (length (split (letter guess) possible)) else None.

Definition spells D possible Q := forall subset guess, sub subset possible -> known subset = false
  -> may guess subset = true ->
  useful guess subset = true -> long guess <= Q ->
  (length (split (letter guess) subset) <= D)%nat /\ known (enders guess subset) = true.

Lemma split_incl f others subset : incl others subset -> (length (split f others) <= length (split f
  subset))%nat.
Proof.
  intros Included. rewrite <- (map_length fst (split f others)), <- (map_length fst (split f
    subset)).
  apply NoDup_incl_length; [apply split_nodup|].
  intros a Member. apply split_keys in Member. destruct Member as (secret & Is & Equal). apply
    split_keys. eauto.
Qed.
Lemma sub_enders guess subset possible : sub subset possible -> sub (enders guess subset) (enders
  guess possible).
Proof. intros [p ->]. exists p. unfold enders. rewrite !filter_filter. apply filter_ext. intros.
apply andb_comm. Qed.
Lemma letters_sub guess subset possible l : sub subset possible -> letters guess possible = Some l
  ->
  (length (split (letter guess) subset) <= l)%nat /\ known (enders guess subset) = true.
Proof.
  unfold letters. destruct (forallb _ possible && known (enders guess possible)) eqn:Each; [|easy].
  intros Subset [= <-].
  apply andb_true_iff in Each. destruct Each as [_ Known]. split.
  - apply split_incl. intros secret. now apply sub_in.
  - now apply (known_sub asked _ _ (sub_enders guess _ _ Subset)).
Qed.

Lemma nodup_filter {A B} (f : A -> B) p l : NoDup (map f l) -> NoDup (map f (filter p l)).
Proof.
  induction l as [|x l IH]; cbn; intros Distinct; [constructor|]. inversion Distinct as [|? ? Absent
    Unique]; subst.
  destruct (p x); cbn; auto.
  constructor; auto. rewrite in_map_iff in *. intros (y & Equal & Member). apply filter_In in
    Member. apply Absent.
  exists y. tauto.
Qed.
Lemma at_most_one others t : NoDup (map goal others) -> (forall r, In r others -> goal r = t) ->
  (length others <= 1)%nat.
Proof.
  destruct others as [|x [|y others]]; cbn [length map]; intros Distinct Same; try lia. exfalso.
    inversion
    Distinct as [|? ? Absent Unique]; subst.
  apply Absent. left.
  rewrite (Same x), (Same y); cbn; auto.
Qed.

Variable D : nat.
Hypothesis Two : (2 <= D)%nat.
Notation M := (N.of_nat D).

Lemma turns_pos rounds budget subset plan secret : good rounds budget subset plan -> In secret
  subset ->
  (1 <= turns subset plan secret)%nat.
Proof.
  destruct plan as [|guess next]; intros Good Member; [destruct rounds; cbn in Good; tauto|].
  rewrite (turns_ask asked guess next rounds budget) by easy. cbn zeta.
  destruct (over _ _); lia.
Qed.

Lemma kraft_strategy possible Q plan : spells D possible Q -> forall rounds budget subset others b,
  good
  rounds budget subset plan -> budget <= Q -> sub subset possible ->
  incl others subset -> NoDup (map goal others) ->
  N.of_nat rounds <= b -> sum (fun r => M ^ (b - N.of_nat (turns subset plan r))) others <= M ^ b.
Proof.
  intros Sp. induction plan as [|guess next IH]; intros rounds budget subset others b Gd Lq Y_X R_Y
    Dis
    Kb; [destruct rounds;
    cbn in Gd; tauto|].
  destruct (good_first _ _ _ _ _ _ Gd) as (Mg & Useful & Affordable).
  destruct (Sp subset guess Y_X (good_known _ _ _ _ _ Gd) Mg Useful) as [Le En]; [lia|].
  destruct rounds as [|rounds]; [cbn in Gd; tauto|].
  rewrite (split_sum (fun _ r => M ^ (b - N.of_nat (turns subset (Ask guess next) r))) (letter
    guess)).
  assert (Each : forall a Ra, In (a, Ra) (split (letter guess) others) -> sum (fun r =>
    M ^ (b - N.of_nat (turns subset (Ask guess next) r))) Ra <= M ^ (b - 1)).
  { intros a Ra Member. apply split_in in Member.
    assert (Sub : forall r, In r Ra -> In r others /\ letter guess r = a) by (intros r Member2;
      rewrite Member in Member2;
      apply filter_In in Member2; rewrite Nat.eqb_eq in Member2; easy).
    assert (Da : NoDup (map goal Ra)) by (rewrite Member; now apply nodup_filter).
    assert (One : forall t, (forall r, In r Ra -> goal r = t) -> sum (fun r =>
      M ^ (b - N.of_nat (turns subset (Ask guess next) r))) Ra <= M ^ (b - 1)).
    { intros t Each2. pose proof (at_most_one Ra t Da Each2) as AtMost.
      destruct Ra as [|r [|r2 Ra]]; cbn [length] in AtMost; [cbn; apply N.le_0_l| |lia].
      sums. rewrite N.add_0_r. apply N.pow_le_mono_r; [lia|].
      pose proof (turns_pos _ _ _ _ r Gd (R_Y r (proj1 (Sub r (or_introl eq_refl))))). lia. }
    destruct a as [|c].
    - apply known_one in En. destruct En as (t & _ & En). apply (One t). intros r Member2.
      destruct (Sub r Member2) as [Jr Equal]. apply En. apply filter_In.
      split; [now apply R_Y|]. unfold letter in Equal. now destruct (final (score guess r)).
    - assert (Sc : forall r, In r Ra -> score guess r = c /\ final c = false).
      { intros r Member2. destruct (Sub r Member2) as [_ Equal]. unfold letter in Equal.
        destruct (final (score guess r)) eqn:Final; [easy|]. injection Equal as <-. easy. }
      destruct (known (part guess c subset)) eqn:Kn.
      + apply known_one in Kn. destruct Kn as (t & _ & Kn). apply (One t). intros r Member2.
        destruct (Sub r Member2) as [Jr _]. apply Kn. apply part_in.
        split; [now apply R_Y|now apply Sc].
      + destruct Ra as [|r0 Ra0]; [cbn; apply N.le_0_l|]. set (Ra := r0 :: Ra0) in *.
        assert (AtMost : over c (part guess c subset) = false) by (unfold Spec.over; rewrite Kn;
          destruct (Sc r0 (or_introl eq_refl)) as [_ ->]; easy).
        assert (Gb : good rounds (budget - long guess) (part guess c subset) (next c)).
        { cbn in Gd. destruct Gd as (_ & _ & _ & _ & Each2). destruct (Each2 c) as [?|?];
          [congruence|easy].
          }
        rewrite (sum_ext _ (fun r => M ^ ((b - 1) - N.of_nat (turns (part guess c subset) (next c)
          r)))).
        * apply (IH c rounds (budget - long guess)); auto; [lia|now apply sub_part| |lia].
          intros r Member2. destruct (Sub r Member2) as [Jr _]. apply part_in.
          split; [now apply R_Y|now apply Sc].
        * intros r Member2. destruct (Sub r Member2) as [Jr _].
          rewrite (turns_ask asked guess next (S rounds) budget) by (auto; now apply R_Y). cbn zeta.
          destruct (Sc r Member2) as [-> _]. rewrite AtMost. f_equal. lia. }
  transitivity (sum (fun _ => M ^ (b - 1)) (split (letter guess) others)).
  - apply sum_le. intros [a Ra] Member. now apply (Each a).
  - rewrite sum_const. replace b with (N.succ (b - 1)) at 2 by lia. rewrite N.pow_succ_r'.
    apply N.mul_le_mono_r.
    pose proof (split_incl (letter guess) others subset R_Y). lia.
Qed.

(** One secret of each goal, among those that are found first *)
Fixpoint first_of (plan : nat -> nat) Z := match Z with
  | [] => 0%nat
  | secret :: Z => match Z with [] => secret | _ => let r := first_of plan Z in if (plan secret <=?
    plan r)%nat then secret else
    r end
  end.
Lemma first_of_ok plan others : others <> [] -> In (first_of plan others) others /\ forall secret,
  In secret others ->
  (plan (first_of plan others) <= plan secret)%nat.
Proof.
  induction others as [|secret others IH]; [easy|]. intros _.
  destruct others as [|u others]; [cbn; split; [auto|intros r [->|[]]; lia]|].
  destruct IH as [Member Each]; [easy|]. change (first_of plan (secret :: u :: others)) with (if
    (plan secret <=?
    plan (first_of plan
    (u :: others)))%nat then secret else first_of plan (u :: others)).
  destruct (Nat.leb_spec (plan secret) (plan (first_of plan (u :: others)))).
  - split; [now left|]. intros r [->|Member2]; [lia|]. specialize (Each r Member2). lia.
  - split; [now right|]. intros r [->|Member2]; [lia|]. now apply Each.
Qed.

Definition classes subset := group goal subset.
Lemma classes_goal subset p : In p (classes subset) -> snd p <> [] /\ forall secret, In secret (snd
  p) -> In secret subset /\
  goal secret = fst p.
Proof.
  destruct p as [t others]. intros Member. cbn [fst snd]. split.
  - assert (Member2 : In t (map fst (classes subset))) by (apply in_map_iff; exists (t, others);
    auto).
    apply group_keys in Member2. destruct Member2 as (secret & Is & Goal).
    apply group_in in Member. intros ->. assert (In secret []) as []. rewrite Member. apply
      filter_In.
    now rewrite Nat.eqb_eq.
  - apply group_in in Member. subst others. intros secret Member2. apply filter_In in Member2.
  now rewrite Nat.eqb_eq in Member2.
Qed.

Section Block.
Variables (possible subset : list nat) (Q budget : N) (rounds : nat) (plan : strategy).
Hypothesis (Sp : spells D possible Q) (Gd : good rounds budget subset plan) (Lq : budget <= Q) (Y_X
  : sub subset possible).
Let rep (p : nat * list nat) := first_of (turns subset plan) (snd p).
Let word p := (sum weight (snd p), N.of_nat (turns subset plan (rep p))).

Lemma rep_in p : In p (classes subset) -> In (rep p) subset /\ goal (rep p) = fst p.
Proof. intros Member. destruct (classes_goal subset p Member) as [Differ Each]. apply Each. now
  apply first_of_ok. Qed.
Lemma words_kraft : kraft D (N.of_nat rounds) (map snd (map word (classes subset))) <= M ^ N.of_nat
  rounds.
Proof.
  unfold kraft. pose proof (kraft_strategy possible Q plan Sp rounds budget subset (map rep (classes
    subset)) (N.of_nat rounds) Gd Lq
    Y_X) as Each.
  assert (Each2 : forall l, sum (fun l => M ^ (N.of_nat rounds - l)) (map snd (map word l)) = sum
    (fun r
    =>
    M ^ (N.of_nat rounds - N.of_nat (turns subset plan r))) (map rep l)).
  { induction l; cbn [map]; sums; [easy|]. rewrite IHl. easy. }
  rewrite Each2. apply Each; [| |lia].
  - intros r Member. apply in_map_iff in Member. destruct Member as (p & <- & Member). now apply
    rep_in.
  - rewrite map_map. rewrite (map_ext_in _ fst); [apply group_nodup|]. intros p Member. now apply
    rep_in.
Qed.
Lemma words_below : below (N.of_nat rounds) (map snd (map word (classes subset))).
Proof.
  intros l Member. rewrite map_map in Member. apply in_map_iff in Member. destruct Member as (p & <-
    & Member).
  cbn [snd word].
  pose proof (good_turns asked plan rounds budget subset (rep p) Gd (proj1 (rep_in p Member))). lia.
Qed.
Lemma words_count : size (classes subset) <= M ^ N.of_nat rounds.
Proof.
  etransitivity; [|apply words_kraft]. unfold kraft. rewrite size_sum.
  induction (classes subset); cbn [map]; sums; [easy|].
  assert (1 <= M ^ (N.of_nat rounds - N.of_nat (turns subset plan (rep a)))) by (assert (M ^
    (N.of_nat rounds -
    N.of_nat (turns subset plan (rep a))) <> 0) by (apply N.pow_nonzero; lia); lia).
  cbn [snd word]. lia.
Qed.
Lemma words_least : huffman D (map (fun p => sum weight (snd p)) (classes subset)) <= sum (fun
  secret =>
  weight secret * N.of_nat (turns subset plan secret)) subset.
Proof.
  pose proof (huffman_least D Two (map word (classes subset)) (N.of_nat rounds)) as Each.
  assert (Equal : map fst (map word (classes subset)) = map (fun p =>
    sum weight (snd p)) (classes subset)) by (now rewrite map_map).
  rewrite Equal in Each. etransitivity; [apply Each|]; [|apply words_below|apply words_kraft|].
  - pose proof (not_known _ _ (good_known _ _ _ _ _ Gd)) as Ny.
  destruct subset as [|secret others]; [easy|].
    assert (Member : In (goal secret) (map fst (classes (secret :: others)))) by (apply group_keys;
      exists
      secret; cbn; auto).
    destruct (classes (secret :: others)); easy.
  - rewrite (group_sum (fun _ secret => weight secret * N.of_nat (turns subset plan secret)) goal).
  fold (classes subset).
    assert (Each2 : forall l, incl l (classes subset) -> sum (fun p =>
      fst p * snd p) (map word l) <= sum (fun p => sum (fun secret =>
      weight secret * N.of_nat (turns subset plan secret)) (snd p)) l).
    { induction l as [|p l IH]; intros Member; cbn [map]; sums; [lia|].
      apply N.add_le_mono; [|apply IH; intros x Member2; apply Member; now right].
      cbn [fst snd word]. rewrite <- sum_times. apply sum_le. intros secret Member2.
      apply N.mul_le_mono_l.
      assert (Ip : In p (classes subset)) by (apply Member; now left).
      destruct (classes_goal subset p Ip) as [Differ _].
      pose proof (proj2 (first_of_ok (turns subset plan) (snd p) Differ) secret Member2). unfold
        rep. lia. }
    apply Each2. easy.
Qed.
End Block.

Lemma tail_least e lp t : forall depth, (forall depth', (depth <= depth')%nat -> lp <= price depth')
  ->
  N.of_nat t * (lp + e) <= tail asked depth e t.
Proof.
  induction t as [|t IH]; intros depth Each; cbn [tail]; [lia|].
  specialize (IH (S depth) ltac:(intros; apply Each; lia)). specialize (Each depth (le_n depth)).
    lia.
Qed.

Lemma codes_ok F B e m possible Q rounds budget subset plan depth lp : reach asked F B e m possible
  Q -> spells D possible Q -> good rounds budget subset plan ->
  budget <= Q -> sub subset possible ->
  (forall depth', (depth <= depth')%nat -> lp <= price depth') ->
  size (classes subset) <= M ^ N.of_nat rounds /\ (lp + e) * huffman D (map (fun p =>
    sum weight (snd p)) (classes subset)) <= total depth subset plan.
Proof.
  intros Reach Sp Gd Lq Y_X Lp. split; [apply (words_count possible subset Q budget rounds plan);
    auto|].
  etransitivity; [apply N.mul_le_mono_l, (words_least possible subset Q budget rounds plan); auto|].
  rewrite N.mul_comm, <- sum_times. apply sum_le. intros secret Member.
  rewrite <- N.mul_assoc. apply N.mul_le_mono_l. destruct (good_path asked _ _ _ _ secret Gd Member)
    as
    [p Path].
  unfold Bounds.turns, of_path. rewrite Path.
  etransitivity; [apply (tail_least e lp (length p) depth Lp)|]. apply paid_tail. intros h Ih.
  eapply (path_costs asked F B e m possible Q); eauto.
Qed.
End Words.
