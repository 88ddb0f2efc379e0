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

Lemma split_incl f R subset : incl R subset -> (length (split f R) <= length (split f subset))%nat.
Proof.
  intros I. rewrite <- (map_length fst (split f R)), <- (map_length fst (split f subset)).
  apply NoDup_incl_length; [apply split_nodup|].
  intros a J. apply split_keys in J. destruct J as (secret & Is & E). apply split_keys. eauto.
Qed.
Lemma sub_enders guess subset possible : sub subset possible -> sub (enders guess subset) (enders
  guess possible).
Proof. intros [p ->]. exists p. unfold enders. rewrite !filter_filter. apply filter_ext. intros.
apply andb_comm. Qed.
Lemma letters_sub guess subset possible l : sub subset possible -> letters guess possible = Some l
  ->
  (length (split (letter guess) subset) <= l)%nat /\ known (enders guess subset) = true.
Proof.
  unfold letters. destruct (forallb _ possible && known (enders guess possible)) eqn:E; [|easy].
  intros S [= <-].
  apply andb_true_iff in E. destruct E as [_ K]. split.
  - apply split_incl. intros secret. now apply sub_in.
  - now apply (known_sub asked _ _ (sub_enders guess _ _ S)).
Qed.

Lemma nodup_filter {A B} (f : A -> B) p l : NoDup (map f l) -> NoDup (map f (filter p l)).
Proof.
  induction l as [|x l IH]; cbn; intros D; [constructor|]. inversion D; subst.
  destruct (p x); cbn; auto.
  constructor; auto. rewrite in_map_iff in *. intros (y & E & I). apply filter_In in I. apply H1.
  exists y. tauto.
Qed.
Lemma at_most_one R t : NoDup (map goal R) -> (forall r, In r R -> goal r = t) ->
  (length R <= 1)%nat.
Proof.
  destruct R as [|x [|y R]]; cbn [length map]; intros D H; try lia. exfalso. inversion D; subst.
  apply H2. left.
  rewrite (H x), (H y); cbn; auto.
Qed.

Variable D : nat.
Hypothesis D2 : (2 <= D)%nat.
Notation M := (N.of_nat D).

Lemma turns_pos rounds budget subset S secret : good rounds budget subset S -> In secret subset ->
  (1 <= turns subset S secret)%nat.
Proof.
  destruct S as [|guess next]; intros H I; [destruct rounds; cbn in H; tauto|].
  rewrite (turns_ask asked guess next rounds budget) by easy. cbn zeta.
  destruct (over _ _); lia.
Qed.

Lemma kraft_strategy possible Q plan : spells D possible Q -> forall rounds budget subset R b, good
  rounds budget subset plan -> budget <= Q -> sub subset possible ->
  incl R subset -> NoDup (map goal R) ->
  N.of_nat rounds <= b -> sum (fun r => M ^ (b - N.of_nat (turns subset plan r))) R <= M ^ b.
Proof.
  intros Sp. induction plan as [|guess next IH]; intros rounds budget subset R b Gd Lq Y_X R_Y Dis
    Kb; [destruct rounds;
    cbn in Gd; tauto|].
  destruct (good_first _ _ _ _ _ _ Gd) as (Mg & U & L).
  destruct (Sp subset guess Y_X (good_known _ _ _ _ _ Gd) Mg U) as [Le En]; [lia|].
  destruct rounds as [|rounds]; [cbn in Gd; tauto|].
  rewrite (split_sum (fun _ r => M ^ (b - N.of_nat (turns subset (Ask guess next) r))) (letter
    guess)).
  assert (Each : forall a Ra, In (a, Ra) (split (letter guess) R) -> sum (fun r =>
    M ^ (b - N.of_nat (turns subset (Ask guess next) r))) Ra <= M ^ (b - 1)).
  { intros a Ra I. apply split_in in I.
    assert (Sub : forall r, In r Ra -> In r R /\ letter guess r = a) by (intros r J; rewrite I in J;
      apply filter_In in J; rewrite Nat.eqb_eq in J; easy).
    assert (Da : NoDup (map goal Ra)) by (rewrite I; now apply nodup_filter).
    assert (One : forall t, (forall r, In r Ra -> goal r = t) -> sum (fun r =>
      M ^ (b - N.of_nat (turns subset (Ask guess next) r))) Ra <= M ^ (b - 1)).
    { intros t H. pose proof (at_most_one Ra t Da H) as O.
      destruct Ra as [|r [|r2 Ra]]; cbn [length] in O; [cbn; apply N.le_0_l| |lia].
      sums. rewrite N.add_0_r. apply N.pow_le_mono_r; [lia|].
      pose proof (turns_pos _ _ _ _ r Gd (R_Y r (proj1 (Sub r (or_introl eq_refl))))). lia. }
    destruct a as [|c].
    - apply known_one in En. destruct En as (t & _ & En). apply (One t). intros r J.
      destruct (Sub r J) as [Jr E]. apply En. apply filter_In.
      split; [now apply R_Y|]. unfold letter in E. now destruct (final (score guess r)).
    - assert (Sc : forall r, In r Ra -> score guess r = c /\ final c = false).
      { intros r J. destruct (Sub r J) as [_ E]. unfold letter in E.
        destruct (final (score guess r)) eqn:F; [easy|]. injection E as <-. easy. }
      destruct (known (part guess c subset)) eqn:Kn.
      + apply known_one in Kn. destruct Kn as (t & _ & Kn). apply (One t). intros r J.
        destruct (Sub r J) as [Jr _]. apply Kn. apply part_in.
        split; [now apply R_Y|now apply Sc].
      + destruct Ra as [|r0 Ra0]; [cbn; apply N.le_0_l|]. set (Ra := r0 :: Ra0) in *.
        assert (O : over c (part guess c subset) = false) by (unfold Spec.over; rewrite Kn;
          destruct (Sc r0 (or_introl eq_refl)) as [_ ->]; easy).
        assert (Gb : good rounds (budget - long guess) (part guess c subset) (next c)).
        { cbn in Gd. destruct Gd as (_ & _ & _ & _ & H). destruct (H c) as [?|?]; [congruence|easy].
          }
        rewrite (sum_ext _ (fun r => M ^ ((b - 1) - N.of_nat (turns (part guess c subset) (next c)
          r)))).
        * apply (IH c rounds (budget - long guess)); auto; [lia|now apply sub_part| |lia].
          intros r J. destruct (Sub r J) as [Jr _]. apply part_in.
          split; [now apply R_Y|now apply Sc].
        * intros r J. destruct (Sub r J) as [Jr _].
          rewrite (turns_ask asked guess next (S rounds) budget) by (auto; now apply R_Y). cbn zeta.
          destruct (Sc r J) as [-> _]. rewrite O. f_equal. lia. }
  transitivity (sum (fun _ => M ^ (b - 1)) (split (letter guess) R)).
  - apply sum_le. intros [a Ra] I. now apply (Each a).
  - rewrite sum_const. replace b with (N.succ (b - 1)) at 2 by lia. rewrite N.pow_succ_r'.
    apply N.mul_le_mono_r.
    pose proof (split_incl (letter guess) R subset R_Y). lia.
Qed.

(** One secret of each goal, among those that are found first *)
Fixpoint first_of (plan : nat -> nat) Z := match Z with
  | [] => 0%nat
  | secret :: Z => match Z with [] => secret | _ => let r := first_of plan Z in if (plan secret <=?
    plan r)%nat then secret else
    r end
  end.
Lemma first_of_ok plan Z : Z <> [] -> In (first_of plan Z) Z /\ forall secret, In secret Z ->
  (plan (first_of plan Z) <= plan secret)%nat.
Proof.
  induction Z as [|secret Z IH]; [easy|]. intros _.
  destruct Z as [|u Z]; [cbn; split; [auto|intros r [->|[]]; lia]|].
  destruct IH as [I L]; [easy|]. change (first_of plan (secret :: u :: Z)) with (if (plan secret <=?
    plan (first_of plan
    (u :: Z)))%nat then secret else first_of plan (u :: Z)).
  destruct (Nat.leb_spec (plan secret) (plan (first_of plan (u :: Z)))).
  - split; [now left|]. intros r [->|J]; [lia|]. specialize (L r J). lia.
  - split; [now right|]. intros r [->|J]; [lia|]. now apply L.
Qed.

Definition classes subset := group goal subset.
Lemma classes_goal subset p : In p (classes subset) -> snd p <> [] /\ forall secret, In secret (snd
  p) -> In secret subset /\
  goal secret = fst p.
Proof.
  destruct p as [t Z]. intros I. cbn [fst snd]. split.
  - assert (J : In t (map fst (classes subset))) by (apply in_map_iff; exists (t, Z); auto).
    apply group_keys in J. destruct J as (secret & Is & E).
    apply group_in in I. intros ->. assert (In secret []) as []. rewrite I. apply filter_In.
    now rewrite Nat.eqb_eq.
  - apply group_in in I. subst Z. intros secret J. apply filter_In in J.
  now rewrite Nat.eqb_eq in J.
Qed.

Section Block.
Variables (possible subset : list nat) (Q budget : N) (rounds : nat) (plan : strategy).
Hypothesis (Sp : spells D possible Q) (Gd : good rounds budget subset plan) (Lq : budget <= Q) (Y_X
  : sub subset possible).
Let rep (p : nat * list nat) := first_of (turns subset plan) (snd p).
Let word p := (sum weight (snd p), N.of_nat (turns subset plan (rep p))).

Lemma rep_in p : In p (classes subset) -> In (rep p) subset /\ goal (rep p) = fst p.
Proof. intros I. destruct (classes_goal subset p I) as [N H]. apply H. now apply first_of_ok. Qed.
Lemma words_kraft : kraft D (N.of_nat rounds) (map snd (map word (classes subset))) <= M ^ N.of_nat
  rounds.
Proof.
  unfold kraft. pose proof (kraft_strategy possible Q plan Sp rounds budget subset (map rep (classes
    subset)) (N.of_nat rounds) Gd Lq
    Y_X) as H.
  assert (E : forall l, sum (fun l => M ^ (N.of_nat rounds - l)) (map snd (map word l)) = sum (fun r
    =>
    M ^ (N.of_nat rounds - N.of_nat (turns subset plan r))) (map rep l)).
  { induction l; cbn [map]; sums; [easy|]. rewrite IHl. easy. }
  rewrite E. apply H; [| |lia].
  - intros r I. apply in_map_iff in I. destruct I as (p & <- & I). now apply rep_in.
  - rewrite map_map. rewrite (map_ext_in _ fst); [apply group_nodup|]. intros p I. now apply rep_in.
Qed.
Lemma words_below : below (N.of_nat rounds) (map snd (map word (classes subset))).
Proof.
  intros l I. rewrite map_map in I. apply in_map_iff in I. destruct I as (p & <- & I).
  cbn [snd word].
  pose proof (good_turns asked plan rounds budget subset (rep p) Gd (proj1 (rep_in p I))). lia.
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
  pose proof (huffman_least D D2 (map word (classes subset)) (N.of_nat rounds)) as H.
  assert (E : map fst (map word (classes subset)) = map (fun p =>
    sum weight (snd p)) (classes subset)) by (now rewrite map_map).
  rewrite E in H. etransitivity; [apply H|]; [|apply words_below|apply words_kraft|].
  - pose proof (not_known _ _ (good_known _ _ _ _ _ Gd)) as Ny.
  destruct subset as [|secret Z]; [easy|].
    assert (I : In (goal secret) (map fst (classes (secret :: Z)))) by (apply group_keys; exists
      secret; cbn; auto).
    destruct (classes (secret :: Z)); easy.
  - rewrite (group_sum (fun _ secret => weight secret * N.of_nat (turns subset plan secret)) goal).
  fold (classes subset).
    assert (F : forall l, incl l (classes subset) -> sum (fun p =>
      fst p * snd p) (map word l) <= sum (fun p => sum (fun secret =>
      weight secret * N.of_nat (turns subset plan secret)) (snd p)) l).
    { induction l as [|p l IH]; intros I; cbn [map]; sums; [lia|].
      apply N.add_le_mono; [|apply IH; intros x J; apply I; now right].
      cbn [fst snd word]. rewrite <- sum_times. apply sum_le. intros secret J.
      apply N.mul_le_mono_l.
      assert (Ip : In p (classes subset)) by (apply I; now left).
      destruct (classes_goal subset p Ip) as [N _].
      pose proof (proj2 (first_of_ok (turns subset plan) (snd p) N) secret J). unfold rep. lia. }
    apply F. easy.
Qed.
End Block.

Lemma tail_least e lp t : forall depth, (forall depth', (depth <= depth')%nat -> lp <= price depth')
  ->
  N.of_nat t * (lp + e) <= tail asked depth e t.
Proof.
  induction t as [|t IH]; intros depth H; cbn [tail]; [lia|].
  specialize (IH (S depth) ltac:(intros; apply H; lia)). specialize (H depth (le_n depth)). lia.
Qed.

Lemma codes_ok F B e m possible Q rounds budget subset plan depth lp : reach asked F B e m possible
  Q -> spells D possible Q -> good rounds budget subset plan ->
  budget <= Q -> sub subset possible ->
  (forall depth', (depth <= depth')%nat -> lp <= price depth') ->
  size (classes subset) <= M ^ N.of_nat rounds /\ (lp + e) * huffman D (map (fun p =>
    sum weight (snd p)) (classes subset)) <= total depth subset plan.
Proof.
  intros R Sp Gd Lq Y_X Lp. split; [apply (words_count possible subset Q budget rounds plan);
    auto|].
  etransitivity; [apply N.mul_le_mono_l, (words_least possible subset Q budget rounds plan); auto|].
  rewrite N.mul_comm, <- sum_times. apply sum_le. intros secret I.
  rewrite <- N.mul_assoc. apply N.mul_le_mono_l. destruct (good_path asked _ _ _ _ secret Gd I) as
    [p P].
  unfold Bounds.turns, of_path. rewrite P.
  etransitivity; [apply (tail_least e lp (length p) depth Lp)|]. apply paid_tail. intros h Ih.
  eapply (path_costs asked F B e m possible Q); eauto.
Qed.
End Words.
