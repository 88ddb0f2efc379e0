(** Shapes of guesses, and lines: bounds of all subsets by their number of secrets. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds.
Import ListNotations.
Open Scope N_scope.

(** The parts of a list by a key of many values: first by a multiple of the key *)
Definition wide := (16 * 16)%nat.
Definition group f possible := flat_map (fun p => split f (snd p)) (split (fun secret => f secret /
  wide)%nat possible).

Lemma group_whole f possible a subset : In (a, subset) (group f possible) ->
  exists others, In ((a / wide)%nat, others) (split (fun secret => f secret / wide)%nat possible) /\
    In (a,
    subset) (split f others).
Proof.
  unfold group. rewrite in_flat_map. intros ([b others] & Member & Member2). cbn [snd] in Member2.
    exists others.
  split; [|easy].
  assert (Member3 : In a (map fst (split f others))) by (apply in_map_iff; exists (a, subset);
    auto).
  apply split_keys in Member3. destruct Member3 as (secret & Is & <-).
  pose proof (split_in _ _ _ _ Member) as Equal. rewrite Equal in Is. apply filter_In in Is.
  destruct Is as [_ Is]. apply Nat.eqb_eq in Is. now rewrite Is.
Qed.
Lemma group_in f possible a subset : In (a, subset) (group f possible) -> subset = filter (fun
  secret => f secret =? a)%nat possible.
Proof.
  intros Member. apply group_whole in Member. destruct Member as (others & Member & Member2). apply
    split_in in Member, Member2.
  rewrite Member, filter_filter in Member2. rewrite Member2. apply filter_ext. intros secret.
  destruct (Nat.eqb_spec (f secret) a) as [->|]; [now rewrite Nat.eqb_refl|apply andb_false_r].
Qed.
Lemma group_keys f possible b : In b (map fst (group f possible)) <-> exists secret, In secret
  possible /\ f secret = b.
Proof.
  rewrite in_map_iff. split.
  - intros ([a subset] & <- & Member). apply group_whole in Member. destruct Member as (others &
    Member & Member2).
    assert (Member3 : In a (map fst (split f others))) by (apply in_map_iff; exists (a, subset);
      auto).
    apply split_keys in Member3. destruct Member3 as (secret & Is & Equal). exists secret. split;
      [|easy].
    apply split_in in Member. rewrite Member in Is. now apply filter_In in Is.
  - intros (secret & Is & <-).
    assert (Member3 : In (f secret / wide)%nat (map fst (split (fun secret => f secret / wide)%nat
      possible))) by
      (apply split_keys; eauto).
    apply in_map_iff in Member3. destruct Member3 as ([c others] & Equal & Member). cbn [fst] in
      Equal. subst c.
    assert (Iw : In secret others).
    { pose proof (split_in _ _ _ _ Member) as ->. apply filter_In. split; [easy|apply Nat.eqb_refl].
      }
    assert (Member3 : In (f secret) (map fst (split f others))) by (apply split_keys; eauto).
    apply in_map_iff in Member3. destruct Member3 as (p & Equal & Member2). exists p. split;
      [easy|].
    apply in_flat_map. exists ((f secret / wide)%nat, others). auto.
Qed.
Lemma nodup_flat {A} (f : A -> list nat) (key : A -> nat) (of_ : nat -> nat) l :
  NoDup (map key l) -> (forall x, In x l -> NoDup (f x) /\ forall a, In a (f x) -> of_ a = key x) ->
  NoDup (flat_map f l).
Proof.
  induction l as [|x l IH]; cbn [map flat_map]; intros Distinct Own; [constructor|]. inversion
    Distinct as [|? ? Absent Unique]; subst.
  assert (Distinct2 : NoDup (flat_map f l)) by (apply IH; auto; intros; apply Own; now right).
  destruct (Own x (or_introl eq_refl)) as [Dx Kx].
  assert (Each : forall a, In a (f x) -> ~ In a (flat_map f l)).
  { intros a Member Member2. apply in_flat_map in Member2. destruct Member2 as (y & Iy & Member2).
    apply Absent.
    rewrite <- (Kx a Member). destruct (Own y (or_intror Iy)) as [_ Ky]. rewrite (Ky a Member2).
    now apply in_map. }
  clear - Dx Each Distinct2. induction (f x) as [|a m IH]; cbn [app]; [easy|]. inversion Dx; subst.
  constructor; [|apply IH; auto; intros b Member; apply Each; now right].
  rewrite in_app_iff. intros [?|?]; [easy|]. apply (Each a); [now left|easy].
Qed.
Lemma group_nodup f possible : NoDup (map fst (group f possible)).
Proof.
  unfold group. rewrite flat_map_concat_map, concat_map, map_map, <- flat_map_concat_map.
  apply (nodup_flat _ fst (fun a => a / wide)%nat); [apply split_nodup|]. intros [b others] Member.
  cbn [fst snd]. split; [apply split_nodup|]. intros a Member2. apply split_keys in Member2.
  destruct Member2 as (secret & Is & <-). apply split_in in Member. rewrite Member in Is. apply
    filter_In in Is.
  now apply Nat.eqb_eq.
Qed.
Lemma group_sum (h : nat -> nat -> N) f possible :
  sum (fun secret => h (f secret) secret) possible = sum (fun p => sum (h (fst p)) (snd p)) (group f
    possible).
Proof.
  unfold group. rewrite sum_flat.
  rewrite (split_sum (fun _ secret => h (f secret) secret) (fun secret => f secret / wide)%nat).
  apply sum_ext.
  intros p _. apply split_sum.
Qed.

(** The most that a guess does to a set: it ends the game for [kover] secrets,
  and for [kended] of any subset; it
    leaves [kblocks] blocks of any subset, costs [kcost] and adds [klong] to paths, or more. *)
Record kind := Kind { kover : N; kended : N; kblocks : N; kcost : N; klong : N }.

Definition highest L m p := fold_right (fun l b => N.max (fst l * m - snd l * p) b) 0 L.

Section Shapes.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation price := (price asked). Notation total := (total asked). Notation weight := (weight asked).
Notation score := (score asked). Notation long := (long asked). Notation good := (good asked).
Notation useful := (useful asked).
Notation overs := (overs asked). Notation blocks := (blocks asked).

Definition fits guess possible K := overs guess possible <= kover K /\ kcost K <= cost asked guess
  /\ klong K <= long guess /\
  forall subset, sub subset possible -> known subset = false -> overs guess subset <= kended K /\
    blocks guess subset <= kblocks K.

Definition most_goal Z := fold_right (fun p b => N.max (if (fst p =? 0)%nat then 0 else size (snd
  p)) b) 0 (group (goal asked) Z).

Definition shape guess possible :=
  let ps := split (score guess) possible in
  Kind (sum (fun p => if over (fst p) (snd p) then size (snd p) else 0) ps)
       (sum (fun p => if final asked (fst p) then size (snd p) else most_goal (snd p)) ps)
       (sum (fun p => one (negb (over (fst p) (snd p)))) ps) (cost asked guess) (long guess).

Lemma in_split f a possible : In a (map fst (split f possible)) -> In (a, filter (fun secret =>
  f secret =? a)%nat possible) (split f possible).
Proof. rewrite in_map_iff. intros ([b subset] & Equal & Member). cbn in Equal. subst.
now rewrite <- (split_in _ _ _ _ Member). Qed.
Lemma in_group f a possible : In a (map fst (group f possible)) -> In (a, filter (fun secret =>
  f secret =? a)%nat possible) (group f possible).
Proof. rewrite in_map_iff. intros ([b subset] & Equal & Member). cbn in Equal. subst.
now rewrite <- (group_in _ _ _ _ Member). Qed.
Lemma nodup_keys p (l : list (nat * list nat)) : NoDup (map fst l) -> NoDup (map fst (filter p l)).
Proof.
  induction l as [|x l IH]; cbn; intros Distinct; [constructor|]. inversion Distinct as [|? ? Absent
    Unique]; subst.
  destruct (p x); cbn; auto.
  constructor; auto. rewrite in_map_iff in *. intros (y & ? & Member). apply filter_In in Member.
    apply Absent.
  exists y. tauto.
Qed.

Lemma blocks_sub guess subset possible : sub subset possible -> blocks guess subset <= blocks guess
  possible.
Proof.
  intros Subset. unfold Bounds.blocks, size.
  rewrite <- (map_length fst), <- (map_length fst (filter _ (split (score guess) possible))).
  assert (NoDup (map fst (filter (fun p => negb (over (fst p) (snd p))) (split (score guess)
    subset)))) as Distinct
    by apply nodup_keys, split_nodup.
  eapply NoDup_incl_length in Distinct; [assert (Over : forall a b, (a <= b)%nat ->
    N.of_nat a <= N.of_nat b) by (intros; lia); apply Over; exact Distinct|].
  intros a. rewrite in_map_iff. intros ([b others] & Equal & Member). cbn in Equal. subst b. apply
    filter_In in Member.
  cbn [fst snd] in Member. destruct Member as [Member Negated].
  assert (Member2 : In a (map fst (split (score guess) subset))) by (apply in_map_iff; exists (a,
    others);
    auto).
  apply split_keys in Member2. destruct Member2 as (secret & Is & Equal).
  apply in_map_iff. exists (a, part guess a possible). split; [easy|]. apply filter_In.
  cbn [fst snd]. split.
  - apply in_split. apply split_keys. exists secret. split; [now apply (sub_in _ _ _ Subset)|easy].
  - apply split_part in Member. subst others. destruct (over a (part guess a possible)) eqn:Over;
    [|easy].
    now rewrite (over_sub asked a _ _ (part_sub asked guess a _ _ Subset) Over) in Negated.
Qed.

Lemma sum_max {A} (f : A -> N) x l : In x l -> f x <= fold_right (fun y b => N.max (f y) b) 0 l.
Proof. induction l; cbn; [easy|]. intros [->|Member]; [lia|]. specialize (IHl Member). lia. Qed.

Lemma most_goal_ok t others : t <> 0%nat -> sum (fun secret => one (goal asked secret =? t)%nat)
  others <=
  most_goal others.
Proof.
  intros plan. rewrite <- size_filter. destruct (filter (fun secret =>
    goal asked secret =? t)%nat others) as [|secret others2] eqn:Equal; [cbn; lia|].
  assert (AtMost : In (t, secret :: others2) (group (goal asked) others)).
  { rewrite <- Equal. apply in_group, group_keys. exists secret.
  assert (Member : In secret (secret :: others2)) by now left.
    rewrite <- Equal in Member.
    apply filter_In in Member. rewrite Nat.eqb_eq in Member. easy. }
  eapply sum_max in AtMost. etransitivity; [|exact AtMost]. cbn [fst snd]. now destruct
    (Nat.eqb_spec t 0).
Qed.

Lemma overs_sub guess subset possible : sub subset possible -> overs guess subset <= kended (shape
  guess possible).
Proof.
  intros Subset. pose proof Subset as [p Equal]. unfold Bounds.overs, shape. cbn [kended]. rewrite
    Equal at 1.
  rewrite sum_filter.
  rewrite (split_sum (fun a secret => if p secret then one (over a (part guess a subset)) else 0)).
  apply sum_le. intros [a others] Member. cbn [fst snd]. apply split_part in Member.
  destruct (final asked a) eqn:Fa.
  - rewrite size_sum. apply sum_le. intros. destruct (p x); [destruct (over _ _); cbn|]; lia.
  - destruct (over a (part guess a subset)) eqn:Over; [|rewrite (sum_ext _ (fun _ => 0)), sum_const
    by
    (intros;
      now destruct (p x)); cbn; lia].
    unfold Spec.over in Over. rewrite Fa in Over. cbn in Over. apply known_one in Over.
    destruct Over as (t & plan & Over).
    etransitivity; [|apply (most_goal_ok t others plan)]. apply sum_le. intros secret Member2.
    destruct (p secret) eqn:Tested; [|lia]. cbn [one].
    rewrite (Over secret); [rewrite Nat.eqb_refl; cbn; lia|]. rewrite Member in Member2. apply
      part_in in Member2.
    apply part_in. split; [|tauto].
    rewrite Equal. apply filter_In. tauto.
Qed.

Lemma shape_fits guess possible : fits guess possible (shape guess possible).
Proof.
  repeat split; cbn; try lia.
  - unfold Bounds.overs. rewrite (sum_blocks asked (fun a subset _ => one (over a subset))).
  apply sum_le.
    intros [a subset] _. cbn [fst snd].
    destruct (over a subset); rewrite sum_const; unfold size; cbn [one]; lia.
  - intros. apply overs_sub; easy.
  - intros. etransitivity; [apply blocks_sub; eassumption|]. unfold Bounds.blocks.
    rewrite size_filter. apply N.le_refl.
Qed.

Definition covers Ks possible Q := forall guess, may guess possible = true -> useful guess possible
  = true -> long guess <= Q ->
  exists K, In K Ks /\ fits guess possible K.

Lemma covers_sub Ks possible Q subset guess : covers Ks possible Q -> sub subset possible -> known
  subset = false -> may guess subset = true ->
  useful guess subset = true -> long guess <= Q ->
  exists form, In form Ks /\ overs guess subset <= kended form /\ blocks guess subset <= kblocks
    form /\ kcost form
    <= cost asked guess /\
    klong form <= long guess.
Proof.
  intros Covers Subset Kn May Useful Affordable. destruct (Covers guess) as (form & Member & _ &
    Cost & Long & Each); auto;
    [now apply (may_sub asked guess subset)|now apply (useful_sub asked guess subset)|].
  exists form. destruct (Each subset Subset Kn). tauto.
Qed.

Definition most f Ks := fold_right (fun K b => N.max (f K) b) 0 (Ks : list kind) : N.
Definition fewest f Ks := match Ks with [] => 0 | K :: Ks => fold_right (fun K b =>
  N.min (f K) b) (f K) (Ks : list kind) end : N.
Lemma fewest_ok f Ks form : In form Ks -> fewest f Ks <= f form.
Proof.
  destruct Ks as [|form2 Ks]; cbn; [easy|]. intros Either.
  induction Ks as [|form3 Ks IH]; cbn; [destruct Either as [->|[]]; lia|].
  destruct Either as [->|[->|Either]]; [specialize (IH (or_introl eq_refl))|..|specialize (IH
    (or_intror Either))];
    lia.
Qed.

Lemma covers_reach low Ks possible Q : (forall guess, (guess < guesses asked)%nat -> low <= long
  guess) -> covers Ks possible Q ->
  reach asked (most kended Ks) (most kblocks Ks) (fewest kcost Ks) (N.max low (fewest klong Ks))
    possible Q.
Proof.
  intros Lo Covers subset guess Subset Kn May Useful Affordable. destruct (covers_sub _ _ _ _ _
    Covers Subset Kn May Useful Affordable) as (form & Member & Ended &
    Blocks & Cost &
    Long).
  pose proof (sum_max kended form Ks Member). pose proof (sum_max kblocks form Ks Member).
  pose proof (fewest_ok kcost Ks form Member). pose proof (fewest_ok klong Ks form Member).
  specialize (Lo guess (may_guess _ _ _ May)). unfold most. repeat split; lia.
Qed.

(** Lines *)
Definition hold L lights lp n Ks := forallb (fun K => forallb (fun i => let m := N.of_nat i in
  highest L m 1 <=? m * lights * (lp + kcost K) + highest L (m - kended K) (kblocks K)) (seq 1 (n -
    1))) Ks.

Lemma highest_sum L guess subset o b t : overs guess subset <= o -> blocks guess subset <= b ->
  (forall a others, In (a, others) (split (score guess) subset) -> over a others = false -> highest
    L (size others) 1 <=
    t (a,
    others)) ->
  highest L (size subset - o) b <= sum (fun p => if over (fst p) (snd p) then 0 else t p) (split
    (score
    guess) subset).
Proof.
  intros Ended Blocks Each. set (plan := sum _ _).
  assert (Each2 : forall l, In l L -> fst l * (size subset - o) - snd l * b <= plan).
  { intros l Member. assert (fst l * size subset <= fst l * overs guess subset + (plan + blocks
    guess
    subset * snd l)).
    - rewrite <- count_blocks. unfold plan. rewrite <- sum_plus.
      rewrite size_sum, N.mul_comm, <- sum_times.
      unfold Bounds.overs. rewrite (N.mul_comm (fst l)), <- sum_times.
      rewrite (sum_blocks asked (fun a subset _ => one (over a subset) * fst l) guess subset),
        (sum_blocks asked (fun _ _ _ =>
        1 * fst l) guess subset), <- sum_plus.
      apply sum_le. intros [a others] Member2. cbn [fst snd]. rewrite !sum_const. fold (size
        others).
      destruct (over a others) eqn:Ov; cbn [one]; [lia|].
      specialize (Each a others Member2 Ov). eapply sum_max with (f := fun l => fst l * size others
        - snd l * 1) in Member.
      cbn beta in Member.
      assert (fst l * size others - snd l * 1 <= t (a, others)) by (etransitivity; [exact
        Member|exact Each]). lia.
    - assert (blocks guess subset * snd l <= b * snd l) by now apply N.mul_le_mono_r.
      assert (fst l * overs guess subset <= fst l * o) by now apply N.mul_le_mono_l.
      rewrite N.mul_sub_distr_l. lia. }
  clear Each. unfold highest. induction L as [|l L IH]; cbn; [lia|].
  apply N.max_lub; [apply Each2; now left|apply IH; intros; apply Each2; now right].
Qed.

Lemma lines_ok L lights lp Ks possible Q depth S : covers Ks possible Q -> hold L lights lp (length
  possible) Ks = true ->
  (forall secret, In secret possible -> lights <= weight secret) -> (forall depth', (depth <=
    depth')%nat -> lp <= price depth') ->
  forall rounds budget subset depth', good rounds budget subset S -> budget <= Q -> sub subset
    possible -> (length subset < length possible)%nat ->
    (depth <= depth')%nat -> highest L (size subset) 1 <= total depth' subset S.
Proof.
  intros Covers Hold Each Each2. induction S as [|guess next IH]; intros rounds budget subset depth'
    Gd Lq Y_X Ln
    AtMost; [destruct rounds;
    cbn in Gd; tauto|].
  destruct (good_first _ _ _ _ _ _ Gd) as (May & Useful & Affordable).
  destruct (covers_sub _ _ _ _ _ Covers Y_X (good_known _ _ _ _ _ Gd) May Useful) as (form & Member
    & Ended & Blocks & Cc & _);
    [lia|].
  unfold hold in Hold. rewrite forallb_forall in Hold. specialize (Hold form Member). rewrite
    forallb_forall in Hold.
  specialize (Hold (length subset)). pose proof (not_known _ _ (good_known _ _ _ _ _ Gd)).
  assert (1 <= length subset)%nat by (destruct subset; cbn; [easy|lia]). rewrite in_seq in Hold.
  specialize (Hold ltac:(lia)). apply N.leb_le in Hold.
  etransitivity; [exact Hold|]. rewrite (total_ask _ _ _ _ _ _ _ Gd). apply N.add_le_mono.
  - apply N.mul_le_mono; [|specialize (Each2 depth' AtMost); lia].
  change (N.of_nat (length subset)) with (size subset).
    rewrite size_sum, <- sum_times. apply sum_le. intros secret Is. rewrite N.mul_1_l. apply Each.
    now apply (sub_in _ _ _ Y_X).
  - apply (highest_sum L guess subset _ _ (fun p => total (S depth') (snd p) (next (fst p)))); auto.
    intros a others Member2 Over. cbn [fst snd]. apply (IH a (pred rounds) (budget - long guess));
      [eapply
      good_block;
      eauto|lia|eapply block_sub; eauto| |lia].
    apply Nat.lt_trans with (length subset); [|easy]. apply split_part in Member2. subst.
    now apply useful_smaller.
Qed.
End Shapes.
