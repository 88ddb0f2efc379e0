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
  exists W, In ((a / wide)%nat, W) (split (fun secret => f secret / wide)%nat possible) /\ In (a,
    subset) (split f W).
Proof.
  unfold group. rewrite in_flat_map. intros ([b W] & I & J). cbn [snd] in J. exists W.
  split; [|easy].
  assert (K : In a (map fst (split f W))) by (apply in_map_iff; exists (a, subset); auto).
  apply split_keys in K. destruct K as (secret & Is & <-).
  pose proof (split_in _ _ _ _ I) as E. rewrite E in Is. apply filter_In in Is.
  destruct Is as [_ Is]. apply Nat.eqb_eq in Is. now rewrite Is.
Qed.
Lemma group_in f possible a subset : In (a, subset) (group f possible) -> subset = filter (fun
  secret => f secret =? a)%nat possible.
Proof.
  intros I. apply group_whole in I. destruct I as (W & I & J). apply split_in in I, J.
  rewrite I, filter_filter in J. rewrite J. apply filter_ext. intros secret.
  destruct (Nat.eqb_spec (f secret) a) as [->|]; [now rewrite Nat.eqb_refl|apply andb_false_r].
Qed.
Lemma group_keys f possible b : In b (map fst (group f possible)) <-> exists secret, In secret
  possible /\ f secret = b.
Proof.
  rewrite in_map_iff. split.
  - intros ([a subset] & <- & I). apply group_whole in I. destruct I as (W & I & J).
    assert (K : In a (map fst (split f W))) by (apply in_map_iff; exists (a, subset); auto).
    apply split_keys in K. destruct K as (secret & Is & E). exists secret. split; [|easy].
    apply split_in in I. rewrite I in Is. now apply filter_In in Is.
  - intros (secret & Is & <-).
    assert (K : In (f secret / wide)%nat (map fst (split (fun secret => f secret / wide)%nat
      possible))) by
      (apply split_keys; eauto).
    apply in_map_iff in K. destruct K as ([c W] & E & I). cbn [fst] in E. subst c.
    assert (Iw : In secret W).
    { pose proof (split_in _ _ _ _ I) as ->. apply filter_In. split; [easy|apply Nat.eqb_refl]. }
    assert (K : In (f secret) (map fst (split f W))) by (apply split_keys; eauto).
    apply in_map_iff in K. destruct K as (p & E & J). exists p. split; [easy|].
    apply in_flat_map. exists ((f secret / wide)%nat, W). auto.
Qed.
Lemma nodup_flat {A} (f : A -> list nat) (key : A -> nat) (of_ : nat -> nat) l :
  NoDup (map key l) -> (forall x, In x l -> NoDup (f x) /\ forall a, In a (f x) -> of_ a = key x) ->
  NoDup (flat_map f l).
Proof.
  induction l as [|x l IH]; cbn [map flat_map]; intros D H; [constructor|]. inversion D; subst.
  assert (R : NoDup (flat_map f l)) by (apply IH; auto; intros; apply H; now right).
  destruct (H x (or_introl eq_refl)) as [Dx Kx].
  assert (N : forall a, In a (f x) -> ~ In a (flat_map f l)).
  { intros a I J. apply in_flat_map in J. destruct J as (y & Iy & J). apply H2.
    rewrite <- (Kx a I). destruct (H y (or_intror Iy)) as [_ Ky]. rewrite (Ky a J).
    now apply in_map. }
  clear - Dx N R. induction (f x) as [|a m IH]; cbn [app]; [easy|]. inversion Dx; subst.
  constructor; [|apply IH; auto; intros b I; apply N; now right].
  rewrite in_app_iff. intros [?|?]; [easy|]. apply (N a); [now left|easy].
Qed.
Lemma group_nodup f possible : NoDup (map fst (group f possible)).
Proof.
  unfold group. rewrite flat_map_concat_map, concat_map, map_map, <- flat_map_concat_map.
  apply (nodup_flat _ fst (fun a => a / wide)%nat); [apply split_nodup|]. intros [b W] I.
  cbn [fst snd]. split; [apply split_nodup|]. intros a J. apply split_keys in J.
  destruct J as (secret & Is & <-). apply split_in in I. rewrite I in Is. apply filter_In in Is.
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
Proof. rewrite in_map_iff. intros ([b subset] & E & I). cbn in E. subst.
now rewrite <- (split_in _ _ _ _ I). Qed.
Lemma in_group f a possible : In a (map fst (group f possible)) -> In (a, filter (fun secret =>
  f secret =? a)%nat possible) (group f possible).
Proof. rewrite in_map_iff. intros ([b subset] & E & I). cbn in E. subst.
now rewrite <- (group_in _ _ _ _ I). Qed.
Lemma nodup_keys p (l : list (nat * list nat)) : NoDup (map fst l) -> NoDup (map fst (filter p l)).
Proof.
  induction l as [|x l IH]; cbn; intros D; [constructor|]. inversion D; subst.
  destruct (p x); cbn; auto.
  constructor; auto. rewrite in_map_iff in *. intros (y & ? & I). apply filter_In in I. apply H1.
  exists y. tauto.
Qed.

Lemma blocks_sub guess subset possible : sub subset possible -> blocks guess subset <= blocks guess
  possible.
Proof.
  intros S. unfold Bounds.blocks, size.
  rewrite <- (map_length fst), <- (map_length fst (filter _ (split (score guess) possible))).
  assert (NoDup (map fst (filter (fun p => negb (over (fst p) (snd p))) (split (score guess)
    subset)))) as D
    by apply nodup_keys, split_nodup.
  eapply NoDup_incl_length in D; [assert (Q : forall a b, (a <= b)%nat ->
    N.of_nat a <= N.of_nat b) by (intros; lia); apply Q; exact D|].
  intros a. rewrite in_map_iff. intros ([b Z] & E & I). cbn in E. subst b. apply filter_In in I.
  cbn [fst snd] in I. destruct I as [I O].
  assert (J : In a (map fst (split (score guess) subset))) by (apply in_map_iff; exists (a, Z);
    auto).
  apply split_keys in J. destruct J as (secret & Is & E).
  apply in_map_iff. exists (a, part guess a possible). split; [easy|]. apply filter_In.
  cbn [fst snd]. split.
  - apply in_split. apply split_keys. exists secret. split; [now apply (sub_in _ _ _ S)|easy].
  - apply split_part in I. subst Z. destruct (over a (part guess a possible)) eqn:Q; [|easy].
    now rewrite (over_sub asked a _ _ (part_sub asked guess a _ _ S) Q) in O.
Qed.

Lemma sum_max {A} (f : A -> N) x l : In x l -> f x <= fold_right (fun y b => N.max (f y) b) 0 l.
Proof. induction l; cbn; [easy|]. intros [->|I]; [lia|]. specialize (IHl I). lia. Qed.

Lemma most_goal_ok t Z : t <> 0%nat -> sum (fun secret => one (goal asked secret =? t)%nat) Z <=
  most_goal Z.
Proof.
  intros plan. rewrite <- size_filter. destruct (filter (fun secret =>
    goal asked secret =? t)%nat Z) as [|secret V] eqn:E; [cbn; lia|].
  assert (I : In (t, secret :: V) (group (goal asked) Z)).
  { rewrite <- E. apply in_group, group_keys. exists secret.
  assert (J : In secret (secret :: V)) by now left.
    rewrite <- E in J.
    apply filter_In in J. rewrite Nat.eqb_eq in J. easy. }
  eapply sum_max in I. etransitivity; [|exact I]. cbn [fst snd]. now destruct (Nat.eqb_spec t 0).
Qed.

Lemma overs_sub guess subset possible : sub subset possible -> overs guess subset <= kended (shape
  guess possible).
Proof.
  intros S. pose proof S as [p E]. unfold Bounds.overs, shape. cbn [kended]. rewrite E at 1.
  rewrite sum_filter.
  rewrite (split_sum (fun a secret => if p secret then one (over a (part guess a subset)) else 0)).
  apply sum_le. intros [a Z] I. cbn [fst snd]. apply split_part in I.
  destruct (final asked a) eqn:Fa.
  - rewrite size_sum. apply sum_le. intros. destruct (p x); [destruct (over _ _); cbn|]; lia.
  - destruct (over a (part guess a subset)) eqn:O; [|rewrite (sum_ext _ (fun _ => 0)), sum_const by
    (intros;
      now destruct (p x)); cbn; lia].
    unfold Spec.over in O. rewrite Fa in O. cbn in O. apply known_one in O.
    destruct O as (t & plan & O).
    etransitivity; [|apply (most_goal_ok t Z plan)]. apply sum_le. intros secret J.
    destruct (p secret) eqn:P; [|lia]. cbn [one].
    rewrite (O secret); [rewrite Nat.eqb_refl; cbn; lia|]. rewrite I in J. apply part_in in J.
    apply part_in. split; [|tauto].
    rewrite E. apply filter_In. tauto.
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
  exists K, In K Ks /\ overs guess subset <= kended K /\ blocks guess subset <= kblocks K /\ kcost K
    <= cost asked guess /\
    klong K <= long guess.
Proof.
  intros C S Kn M U L. destruct (C guess) as (K & I & _ & A & B & F); auto;
    [now apply (may_sub asked guess subset)|now apply (useful_sub asked guess subset)|].
  exists K. destruct (F subset S Kn). tauto.
Qed.

Definition most f Ks := fold_right (fun K b => N.max (f K) b) 0 (Ks : list kind) : N.
Definition fewest f Ks := match Ks with [] => 0 | K :: Ks => fold_right (fun K b =>
  N.min (f K) b) (f K) (Ks : list kind) end : N.
Lemma fewest_ok f Ks K : In K Ks -> fewest f Ks <= f K.
Proof.
  destruct Ks as [|K0 Ks]; cbn; [easy|]. intros H.
  induction Ks as [|K1 Ks IH]; cbn; [destruct H as [->|[]]; lia|].
  destruct H as [->|[->|H]]; [specialize (IH (or_introl eq_refl))|..|specialize (IH (or_intror H))];
    lia.
Qed.

Lemma covers_reach low Ks possible Q : (forall guess, (guess < guesses asked)%nat -> low <= long
  guess) -> covers Ks possible Q ->
  reach asked (most kended Ks) (most kblocks Ks) (fewest kcost Ks) (N.max low (fewest klong Ks))
    possible Q.
Proof.
  intros Lo C subset guess S Kn M U L. destruct (covers_sub _ _ _ _ _ C S Kn M U L) as (K & I & A &
    B & D &
    E).
  pose proof (sum_max kended K Ks I). pose proof (sum_max kblocks K Ks I).
  pose proof (fewest_ok kcost Ks K I). pose proof (fewest_ok klong Ks K I).
  specialize (Lo guess (may_guess _ _ _ M)). unfold most. repeat split; lia.
Qed.

(** Lines *)
Definition hold L lights lp n Ks := forallb (fun K => forallb (fun i => let m := N.of_nat i in
  highest L m 1 <=? m * lights * (lp + kcost K) + highest L (m - kended K) (kblocks K)) (seq 1 (n -
    1))) Ks.

Lemma highest_sum L guess subset o b t : overs guess subset <= o -> blocks guess subset <= b ->
  (forall a Z, In (a, Z) (split (score guess) subset) -> over a Z = false -> highest L (size Z) 1 <=
    t (a,
    Z)) ->
  highest L (size subset - o) b <= sum (fun p => if over (fst p) (snd p) then 0 else t p) (split
    (score
    guess) subset).
Proof.
  intros O B H. set (plan := sum _ _).
  assert (A : forall l, In l L -> fst l * (size subset - o) - snd l * b <= plan).
  { intros l I. assert (fst l * size subset <= fst l * overs guess subset + (plan + blocks guess
    subset * snd l)).
    - rewrite <- count_blocks. unfold plan. rewrite <- sum_plus.
      rewrite size_sum, N.mul_comm, <- sum_times.
      unfold Bounds.overs. rewrite (N.mul_comm (fst l)), <- sum_times.
      rewrite (sum_blocks asked (fun a subset _ => one (over a subset) * fst l) guess subset),
        (sum_blocks asked (fun _ _ _ =>
        1 * fst l) guess subset), <- sum_plus.
      apply sum_le. intros [a Z] J. cbn [fst snd]. rewrite !sum_const. fold (size Z).
      destruct (over a Z) eqn:Ov; cbn [one]; [lia|].
      specialize (H a Z J Ov). eapply sum_max with (f := fun l => fst l * size Z - snd l * 1) in I.
      cbn beta in I.
      assert (fst l * size Z - snd l * 1 <= t (a, Z)) by (etransitivity; [exact I|exact H]). lia.
    - assert (blocks guess subset * snd l <= b * snd l) by now apply N.mul_le_mono_r.
      assert (fst l * overs guess subset <= fst l * o) by now apply N.mul_le_mono_l.
      rewrite N.mul_sub_distr_l. lia. }
  clear H. unfold highest. induction L as [|l L IH]; cbn; [lia|].
  apply N.max_lub; [apply A; now left|apply IH; intros; apply A; now right].
Qed.

Lemma lines_ok L lights lp Ks possible Q depth S : covers Ks possible Q -> hold L lights lp (length
  possible) Ks = true ->
  (forall secret, In secret possible -> lights <= weight secret) -> (forall depth', (depth <=
    depth')%nat -> lp <= price depth') ->
  forall rounds budget subset depth', good rounds budget subset S -> budget <= Q -> sub subset
    possible -> (length subset < length possible)%nat ->
    (depth <= depth')%nat -> highest L (size subset) 1 <= total depth' subset S.
Proof.
  intros C H W P. induction S as [|guess next IH]; intros rounds budget subset depth' Gd Lq Y_X Ln
    D; [destruct rounds;
    cbn in Gd; tauto|].
  destruct (good_first _ _ _ _ _ _ Gd) as (M & U & L').
  destruct (covers_sub _ _ _ _ _ C Y_X (good_known _ _ _ _ _ Gd) M U) as (K & I & A & B & Cc & _);
    [lia|].
  unfold hold in H. rewrite forallb_forall in H. specialize (H K I). rewrite forallb_forall in H.
  specialize (H (length subset)). pose proof (not_known _ _ (good_known _ _ _ _ _ Gd)).
  assert (1 <= length subset)%nat by (destruct subset; cbn; [easy|lia]). rewrite in_seq in H.
  specialize (H ltac:(lia)). apply N.leb_le in H.
  etransitivity; [exact H|]. rewrite (total_ask _ _ _ _ _ _ _ Gd). apply N.add_le_mono.
  - apply N.mul_le_mono; [|specialize (P depth' D); lia].
  change (N.of_nat (length subset)) with (size subset).
    rewrite size_sum, <- sum_times. apply sum_le. intros secret Is. rewrite N.mul_1_l. apply W.
    now apply (sub_in _ _ _ Y_X).
  - apply (highest_sum L guess subset _ _ (fun p => total (S depth') (snd p) (next (fst p)))); auto.
    intros a Z J O. cbn [fst snd]. apply (IH a (pred rounds) (budget - long guess)); [eapply
      good_block;
      eauto|lia|eapply block_sub; eauto| |lia].
    apply Nat.lt_trans with (length subset); [|easy]. apply split_part in J. subst.
    now apply useful_smaller.
Qed.
End Shapes.
