(** A strategy that tells goals apart spells a word for each of them. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds Shapes Codes.
Import ListNotations.
Open Scope N_scope.

Section Words.
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation over := (over G).
Notation may := (may G).
Notation price := (price G). Notation total := (total G). Notation weight := (weight G).
Notation goal := (goal G).
Notation score := (score G). Notation long := (long G). Notation good := (good G).
Notation useful := (useful G). Notation final := (final G).
Notation turns := (turns G).

(** The letter of a secret: all final scores are one. *)
Definition letter g s := if final (score g s) then 0%nat else S (score g s).
Definition enders g X := filter (fun s => final (score g s)) X.
Definition letters g X := if forallb (fun s => negb (goal s =? 0)%nat) X &&
  known (enders g X) then Some (length (split (letter g) X)) else None.

Definition spells D X Q := forall Y g, sub Y X -> known Y = false -> may g Y = true ->
  useful g Y = true -> long g <= Q ->
  (length (split (letter g) Y) <= D)%nat /\ known (enders g Y) = true.

Lemma split_incl f R Y : incl R Y -> (length (split f R) <= length (split f Y))%nat.
Proof.
  intros I. rewrite <- (map_length fst (split f R)), <- (map_length fst (split f Y)).
  apply NoDup_incl_length; [apply split_nodup|].
  intros a J. apply split_keys in J. destruct J as (s & Is & E). apply split_keys. eauto.
Qed.
Lemma sub_enders g Y X : sub Y X -> sub (enders g Y) (enders g X).
Proof. intros [p ->]. exists p. unfold enders. rewrite !filter_filter. apply filter_ext. intros.
apply andb_comm. Qed.
Lemma letters_sub g Y X l : sub Y X -> letters g X = Some l ->
  (length (split (letter g) Y) <= l)%nat /\ known (enders g Y) = true.
Proof.
  unfold letters. destruct (forallb _ X && known (enders g X)) eqn:E; [|easy]. intros S [= <-].
  apply andb_true_iff in E. destruct E as [_ K]. split.
  - apply split_incl. intros s. now apply sub_in.
  - now apply (known_sub G _ _ (sub_enders g _ _ S)).
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

Lemma turns_pos k q Y S s : good k q Y S -> In s Y -> (1 <= turns Y S s)%nat.
Proof.
  destruct S as [|g next]; intros H I; [destruct k; cbn in H; tauto|].
  rewrite (turns_ask G g next k q) by easy. cbn zeta.
  destruct (over _ _); lia.
Qed.

Lemma kraft_strategy X Q T : spells D X Q -> forall k q Y R b, good k q Y T -> q <= Q -> sub Y X ->
  incl R Y -> NoDup (map goal R) ->
  N.of_nat k <= b -> sum (fun r => M ^ (b - N.of_nat (turns Y T r))) R <= M ^ b.
Proof.
  intros Sp. induction T as [|g next IH]; intros k q Y R b Gd Lq Y_X R_Y Dis Kb; [destruct k;
    cbn in Gd; tauto|].
  destruct (good_first _ _ _ _ _ _ Gd) as (Mg & U & L).
  destruct (Sp Y g Y_X (good_known _ _ _ _ _ Gd) Mg U) as [Le En]; [lia|].
  destruct k as [|k]; [cbn in Gd; tauto|].
  rewrite (split_sum (fun _ r => M ^ (b - N.of_nat (turns Y (Ask g next) r))) (letter g)).
  assert (Each : forall a Ra, In (a, Ra) (split (letter g) R) -> sum (fun r =>
    M ^ (b - N.of_nat (turns Y (Ask g next) r))) Ra <= M ^ (b - 1)).
  { intros a Ra I. apply split_in in I.
    assert (Sub : forall r, In r Ra -> In r R /\ letter g r = a) by (intros r J; rewrite I in J;
      apply filter_In in J; rewrite Nat.eqb_eq in J; easy).
    assert (Da : NoDup (map goal Ra)) by (rewrite I; now apply nodup_filter).
    assert (One : forall t, (forall r, In r Ra -> goal r = t) -> sum (fun r =>
      M ^ (b - N.of_nat (turns Y (Ask g next) r))) Ra <= M ^ (b - 1)).
    { intros t H. pose proof (at_most_one Ra t Da H) as O.
      destruct Ra as [|r [|r2 Ra]]; cbn [length] in O; [cbn; apply N.le_0_l| |lia].
      sums. rewrite N.add_0_r. apply N.pow_le_mono_r; [lia|].
      pose proof (turns_pos _ _ _ _ r Gd (R_Y r (proj1 (Sub r (or_introl eq_refl))))). lia. }
    destruct a as [|c].
    - apply known_one in En. destruct En as (t & _ & En). apply (One t). intros r J.
      destruct (Sub r J) as [Jr E]. apply En. apply filter_In.
      split; [now apply R_Y|]. unfold letter in E. now destruct (final (score g r)).
    - assert (Sc : forall r, In r Ra -> score g r = c /\ final c = false).
      { intros r J. destruct (Sub r J) as [_ E]. unfold letter in E.
        destruct (final (score g r)) eqn:F; [easy|]. injection E as <-. easy. }
      destruct (known (part g c Y)) eqn:Kn.
      + apply known_one in Kn. destruct Kn as (t & _ & Kn). apply (One t). intros r J.
        destruct (Sub r J) as [Jr _]. apply Kn. apply part_in.
        split; [now apply R_Y|now apply Sc].
      + destruct Ra as [|r0 Ra0]; [cbn; apply N.le_0_l|]. set (Ra := r0 :: Ra0) in *.
        assert (O : over c (part g c Y) = false) by (unfold Spec.over; rewrite Kn;
          destruct (Sc r0 (or_introl eq_refl)) as [_ ->]; easy).
        assert (Gb : good k (q - long g) (part g c Y) (next c)).
        { cbn in Gd. destruct Gd as (_ & _ & _ & _ & H). destruct (H c) as [?|?]; [congruence|easy].
          }
        rewrite (sum_ext _ (fun r => M ^ ((b - 1) - N.of_nat (turns (part g c Y) (next c) r)))).
        * apply (IH c k (q - long g)); auto; [lia|now apply sub_part| |lia].
          intros r J. destruct (Sub r J) as [Jr _]. apply part_in.
          split; [now apply R_Y|now apply Sc].
        * intros r J. destruct (Sub r J) as [Jr _].
          rewrite (turns_ask G g next (S k) q) by (auto; now apply R_Y). cbn zeta.
          destruct (Sc r J) as [-> _]. rewrite O. f_equal. lia. }
  transitivity (sum (fun _ => M ^ (b - 1)) (split (letter g) R)).
  - apply sum_le. intros [a Ra] I. now apply (Each a).
  - rewrite sum_const. replace b with (N.succ (b - 1)) at 2 by lia. rewrite N.pow_succ_r'.
    apply N.mul_le_mono_r.
    pose proof (split_incl (letter g) R Y R_Y). lia.
Qed.

(** One secret of each goal, among those that are found first *)
Fixpoint first_of (T : nat -> nat) Z := match Z with
  | [] => 0%nat
  | s :: Z => match Z with [] => s | _ => let r := first_of T Z in if (T s <=? T r)%nat then s else
    r end
  end.
Lemma first_of_ok T Z : Z <> [] -> In (first_of T Z) Z /\ forall s, In s Z ->
  (T (first_of T Z) <= T s)%nat.
Proof.
  induction Z as [|s Z IH]; [easy|]. intros _.
  destruct Z as [|u Z]; [cbn; split; [auto|intros r [->|[]]; lia]|].
  destruct IH as [I L]; [easy|]. change (first_of T (s :: u :: Z)) with (if (T s <=? T (first_of T
    (u :: Z)))%nat then s else first_of T (u :: Z)).
  destruct (Nat.leb_spec (T s) (T (first_of T (u :: Z)))).
  - split; [now left|]. intros r [->|J]; [lia|]. specialize (L r J). lia.
  - split; [now right|]. intros r [->|J]; [lia|]. now apply L.
Qed.

Definition classes Y := split goal Y.
Lemma classes_goal Y p : In p (classes Y) -> snd p <> [] /\ forall s, In s (snd p) -> In s Y /\
  goal s = fst p.
Proof.
  destruct p as [t Z]. intros I. cbn [fst snd]. split.
  - assert (J : In t (map fst (classes Y))) by (apply in_map_iff; exists (t, Z); auto).
    apply split_keys in J. destruct J as (s & Is & E).
    apply split_in in I. intros ->. assert (In s []) as []. rewrite I. apply filter_In.
    now rewrite Nat.eqb_eq.
  - apply split_in in I. subst Z. intros s J. apply filter_In in J. now rewrite Nat.eqb_eq in J.
Qed.

Section Block.
Variables (X Y : list nat) (Q q : N) (k : nat) (T : strategy).
Hypothesis (Sp : spells D X Q) (Gd : good k q Y T) (Lq : q <= Q) (Y_X : sub Y X).
Let rep (p : nat * list nat) := first_of (turns Y T) (snd p).
Let word p := (sum weight (snd p), N.of_nat (turns Y T (rep p))).

Lemma rep_in p : In p (classes Y) -> In (rep p) Y /\ goal (rep p) = fst p.
Proof. intros I. destruct (classes_goal Y p I) as [N H]. apply H. now apply first_of_ok. Qed.
Lemma words_kraft : kraft D (N.of_nat k) (map snd (map word (classes Y))) <= M ^ N.of_nat k.
Proof.
  unfold kraft. pose proof (kraft_strategy X Q T Sp k q Y (map rep (classes Y)) (N.of_nat k) Gd Lq
    Y_X) as H.
  assert (E : forall l, sum (fun l => M ^ (N.of_nat k - l)) (map snd (map word l)) = sum (fun r =>
    M ^ (N.of_nat k - N.of_nat (turns Y T r))) (map rep l)).
  { induction l; cbn [map]; sums; [easy|]. rewrite IHl. easy. }
  rewrite E. apply H; [| |lia].
  - intros r I. apply in_map_iff in I. destruct I as (p & <- & I). now apply rep_in.
  - rewrite map_map. rewrite (map_ext_in _ fst); [apply split_nodup|]. intros p I. now apply rep_in.
Qed.
Lemma words_below : below (N.of_nat k) (map snd (map word (classes Y))).
Proof.
  intros l I. rewrite map_map in I. apply in_map_iff in I. destruct I as (p & <- & I).
  cbn [snd word].
  pose proof (good_turns G T k q Y (rep p) Gd (proj1 (rep_in p I))). lia.
Qed.
Lemma words_count : size (classes Y) <= M ^ N.of_nat k.
Proof.
  etransitivity; [|apply words_kraft]. unfold kraft. rewrite size_sum.
  induction (classes Y); cbn [map]; sums; [easy|].
  assert (1 <= M ^ (N.of_nat k - N.of_nat (turns Y T (rep a)))) by (assert (M ^ (N.of_nat k -
    N.of_nat (turns Y T (rep a))) <> 0) by (apply N.pow_nonzero; lia); lia).
  cbn [snd word]. lia.
Qed.
Lemma words_least : huffman D (map (fun p => sum weight (snd p)) (classes Y)) <= sum (fun s =>
  weight s * N.of_nat (turns Y T s)) Y.
Proof.
  pose proof (huffman_least D D2 (map word (classes Y)) (N.of_nat k)) as H.
  assert (E : map fst (map word (classes Y)) = map (fun p =>
    sum weight (snd p)) (classes Y)) by (now rewrite map_map).
  rewrite E in H. etransitivity; [apply H|]; [|apply words_below|apply words_kraft|].
  - pose proof (not_known _ _ (good_known _ _ _ _ _ Gd)) as Ny. destruct Y as [|s Z]; [easy|].
    unfold classes. cbn [split].
    destruct (split goal Z) as [|[b W] l]; cbn [put map]; [easy|]. destruct (goal s =? b)%nat; easy.
  - rewrite (split_sum (fun _ s => weight s * N.of_nat (turns Y T s)) goal). fold (classes Y).
    assert (F : forall l, incl l (classes Y) -> sum (fun p =>
      fst p * snd p) (map word l) <= sum (fun p => sum (fun s =>
      weight s * N.of_nat (turns Y T s)) (snd p)) l).
    { induction l as [|p l IH]; intros I; cbn [map]; sums; [lia|].
      apply N.add_le_mono; [|apply IH; intros x J; apply I; now right].
      cbn [fst snd word]. rewrite <- sum_times. apply sum_le. intros s J. apply N.mul_le_mono_l.
      assert (Ip : In p (classes Y)) by (apply I; now left).
      destruct (classes_goal Y p Ip) as [N _].
      pose proof (proj2 (first_of_ok (turns Y T) (snd p) N) s J). unfold rep. lia. }
    apply F. easy.
Qed.
End Block.

Lemma tail_least e lp t : forall d, (forall d', (d <= d')%nat -> lp <= price d') ->
  N.of_nat t * (lp + e) <= tail G d e t.
Proof.
  induction t as [|t IH]; intros d H; cbn [tail]; [lia|].
  specialize (IH (S d) ltac:(intros; apply H; lia)). specialize (H d (le_n d)). lia.
Qed.

Lemma codes_ok F B e m X Q k q Y T d lp : reach G F B e m X Q -> spells D X Q -> good k q Y T ->
  q <= Q -> sub Y X ->
  (forall d', (d <= d')%nat -> lp <= price d') ->
  size (classes Y) <= M ^ N.of_nat k /\ (lp + e) * huffman D (map (fun p =>
    sum weight (snd p)) (classes Y)) <= total d Y T.
Proof.
  intros R Sp Gd Lq Y_X Lp. split; [apply (words_count X Y Q q k T); auto|].
  etransitivity; [apply N.mul_le_mono_l, (words_least X Y Q q k T); auto|].
  rewrite N.mul_comm, <- sum_times. apply sum_le. intros s I.
  rewrite <- N.mul_assoc. apply N.mul_le_mono_l. destruct (good_path G _ _ _ _ s Gd I) as [p P].
  unfold Bounds.turns, of_path. rewrite P.
  etransitivity; [apply (tail_least e lp (length p) d Lp)|]. apply paid_tail. intros h Ih.
  eapply (path_costs G F B e m X Q); eauto.
Qed.
End Words.
