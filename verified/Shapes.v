(** Shapes of guesses, and lines: bounds of all subsets by their number of secrets. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds.
Import ListNotations.
Open Scope N_scope.

(** The most that a guess does to a set: it ends the game for [kover] secrets,
  and for [kended] of any subset; it
    leaves [kblocks] blocks of any subset, costs [kcost] and adds [klong] to paths, or more. *)
Record kind := Kind { kover : N; kended : N; kblocks : N; kcost : N; klong : N }.

Definition highest L m p := fold_right (fun l b => N.max (fst l * m - snd l * p) b) 0 L.

Section Shapes.
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation over := (over G).
Notation may := (may G).
Notation price := (price G). Notation total := (total G). Notation weight := (weight G).
Notation score := (score G). Notation long := (long G). Notation good := (good G).
Notation useful := (useful G).
Notation overs := (overs G). Notation blocks := (blocks G).

Definition fits g X K := overs g X <= kover K /\ kcost K <= cost G g /\ klong K <= long g /\
  forall Y, sub Y X -> known Y = false -> overs g Y <= kended K /\ blocks g Y <= kblocks K.

Definition most_goal Z := fold_right (fun p b => N.max (if (fst p =? 0)%nat then 0 else size (snd
  p)) b) 0 (split (goal G) Z).

Definition shape g X :=
  let ps := split (score g) X in
  Kind (sum (fun p => if over (fst p) (snd p) then size (snd p) else 0) ps)
       (sum (fun p => if final G (fst p) then size (snd p) else most_goal (snd p)) ps)
       (sum (fun p => one (negb (over (fst p) (snd p)))) ps) (cost G g) (long g).

Lemma in_split f a X : In a (map fst (split f X)) -> In (a, filter (fun s =>
  f s =? a)%nat X) (split f X).
Proof. rewrite in_map_iff. intros ([b Y] & E & I). cbn in E. subst.
now rewrite <- (split_in _ _ _ _ I). Qed.
Lemma nodup_keys p (l : list (nat * list nat)) : NoDup (map fst l) -> NoDup (map fst (filter p l)).
Proof.
  induction l as [|x l IH]; cbn; intros D; [constructor|]. inversion D; subst.
  destruct (p x); cbn; auto.
  constructor; auto. rewrite in_map_iff in *. intros (y & ? & I). apply filter_In in I. apply H1.
  exists y. tauto.
Qed.

Lemma blocks_sub g Y X : sub Y X -> blocks g Y <= blocks g X.
Proof.
  intros S. unfold Bounds.blocks, size.
  rewrite <- (map_length fst), <- (map_length fst (filter _ (split (score g) X))).
  assert (NoDup (map fst (filter (fun p => negb (over (fst p) (snd p))) (split (score g) Y)))) as D
    by apply nodup_keys, split_nodup.
  eapply NoDup_incl_length in D; [assert (Q : forall a b, (a <= b)%nat ->
    N.of_nat a <= N.of_nat b) by (intros; lia); apply Q; exact D|].
  intros a. rewrite in_map_iff. intros ([b Z] & E & I). cbn in E. subst b. apply filter_In in I.
  cbn [fst snd] in I. destruct I as [I O].
  assert (J : In a (map fst (split (score g) Y))) by (apply in_map_iff; exists (a, Z); auto).
  apply split_keys in J. destruct J as (s & Is & E).
  apply in_map_iff. exists (a, part g a X). split; [easy|]. apply filter_In. cbn [fst snd]. split.
  - apply in_split. apply split_keys. exists s. split; [now apply (sub_in _ _ _ S)|easy].
  - apply split_part in I. subst Z. destruct (over a (part g a X)) eqn:Q; [|easy].
    now rewrite (over_sub G a _ _ (part_sub G g a _ _ S) Q) in O.
Qed.

Lemma sum_max {A} (f : A -> N) x l : In x l -> f x <= fold_right (fun y b => N.max (f y) b) 0 l.
Proof. induction l; cbn; [easy|]. intros [->|I]; [lia|]. specialize (IHl I). lia. Qed.

Lemma most_goal_ok t Z : t <> 0%nat -> sum (fun s => one (goal G s =? t)%nat) Z <= most_goal Z.
Proof.
  intros T. rewrite <- size_filter. destruct (filter (fun s =>
    goal G s =? t)%nat Z) as [|s V] eqn:E; [cbn; lia|].
  assert (I : In (t, s :: V) (split (goal G) Z)).
  { rewrite <- E. apply in_split, split_keys. exists s. assert (J : In s (s :: V)) by now left.
    rewrite <- E in J.
    apply filter_In in J. rewrite Nat.eqb_eq in J. easy. }
  eapply sum_max in I. etransitivity; [|exact I]. cbn [fst snd]. now destruct (Nat.eqb_spec t 0).
Qed.

Lemma overs_sub g Y X : sub Y X -> overs g Y <= kended (shape g X).
Proof.
  intros S. pose proof S as [p E]. unfold Bounds.overs, shape. cbn [kended]. rewrite E at 1.
  rewrite sum_filter.
  rewrite (split_sum (fun a s => if p s then one (over a (part g a Y)) else 0)).
  apply sum_le. intros [a Z] I. cbn [fst snd]. apply split_part in I. destruct (final G a) eqn:Fa.
  - rewrite size_sum. apply sum_le. intros. destruct (p x); [destruct (over _ _); cbn|]; lia.
  - destruct (over a (part g a Y)) eqn:O; [|rewrite (sum_ext _ (fun _ => 0)), sum_const by (intros;
      now destruct (p x)); cbn; lia].
    unfold Spec.over in O. rewrite Fa in O. cbn in O. apply known_one in O.
    destruct O as (t & T & O).
    etransitivity; [|apply (most_goal_ok t Z T)]. apply sum_le. intros s J.
    destruct (p s) eqn:P; [|lia]. cbn [one].
    rewrite (O s); [rewrite Nat.eqb_refl; cbn; lia|]. rewrite I in J. apply part_in in J.
    apply part_in. split; [|tauto].
    rewrite E. apply filter_In. tauto.
Qed.

Lemma shape_fits g X : fits g X (shape g X).
Proof.
  repeat split; cbn; try lia.
  - unfold Bounds.overs. rewrite (sum_blocks G (fun a Y _ => one (over a Y))). apply sum_le.
    intros [a Y] _. cbn [fst snd].
    destruct (over a Y); rewrite sum_const; unfold size; cbn [one]; lia.
  - intros. apply overs_sub; easy.
  - intros. etransitivity; [apply blocks_sub; eassumption|]. unfold Bounds.blocks.
    rewrite size_filter. apply N.le_refl.
Qed.

Definition covers Ks X Q := forall g, may g X = true -> useful g X = true -> long g <= Q ->
  exists K, In K Ks /\ fits g X K.

Lemma covers_sub Ks X Q Y g : covers Ks X Q -> sub Y X -> known Y = false -> may g Y = true ->
  useful g Y = true -> long g <= Q ->
  exists K, In K Ks /\ overs g Y <= kended K /\ blocks g Y <= kblocks K /\ kcost K <= cost G g /\
    klong K <= long g.
Proof.
  intros C S Kn M U L. destruct (C g) as (K & I & _ & A & B & F); auto;
    [now apply (may_sub G g Y)|now apply (useful_sub G g Y)|].
  exists K. destruct (F Y S Kn). tauto.
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

Lemma covers_reach low Ks X Q : (forall g, (g < guesses G)%nat -> low <= long g) -> covers Ks X Q ->
  reach G (most kended Ks) (most kblocks Ks) (fewest kcost Ks) (N.max low (fewest klong Ks)) X Q.
Proof.
  intros Lo C Y g S Kn M U L. destruct (covers_sub _ _ _ _ _ C S Kn M U L) as (K & I & A & B & D &
    E).
  pose proof (sum_max kended K Ks I). pose proof (sum_max kblocks K Ks I).
  pose proof (fewest_ok kcost Ks K I). pose proof (fewest_ok klong Ks K I).
  specialize (Lo g (may_guess _ _ _ M)). unfold most. repeat split; lia.
Qed.

(** Lines *)
Definition hold L lights lp n Ks := forallb (fun K => forallb (fun i => let m := N.of_nat i in
  highest L m 1 <=? m * lights * (lp + kcost K) + highest L (m - kended K) (kblocks K)) (seq 1 (n -
    1))) Ks.

Lemma highest_sum L g Y o b t : overs g Y <= o -> blocks g Y <= b ->
  (forall a Z, In (a, Z) (split (score g) Y) -> over a Z = false -> highest L (size Z) 1 <= t (a,
    Z)) ->
  highest L (size Y - o) b <= sum (fun p => if over (fst p) (snd p) then 0 else t p) (split (score
    g) Y).
Proof.
  intros O B H. set (T := sum _ _).
  assert (A : forall l, In l L -> fst l * (size Y - o) - snd l * b <= T).
  { intros l I. assert (fst l * size Y <= fst l * overs g Y + (T + blocks g Y * snd l)).
    - rewrite <- count_blocks. unfold T. rewrite <- sum_plus.
      rewrite size_sum, N.mul_comm, <- sum_times.
      unfold Bounds.overs. rewrite (N.mul_comm (fst l)), <- sum_times.
      rewrite (sum_blocks G (fun a Y _ => one (over a Y) * fst l) g Y), (sum_blocks G (fun _ _ _ =>
        1 * fst l) g Y), <- sum_plus.
      apply sum_le. intros [a Z] J. cbn [fst snd]. rewrite !sum_const. fold (size Z).
      destruct (over a Z) eqn:Ov; cbn [one]; [lia|].
      specialize (H a Z J Ov). eapply sum_max with (f := fun l => fst l * size Z - snd l * 1) in I.
      cbn beta in I.
      assert (fst l * size Z - snd l * 1 <= t (a, Z)) by (etransitivity; [exact I|exact H]). lia.
    - assert (blocks g Y * snd l <= b * snd l) by now apply N.mul_le_mono_r.
      assert (fst l * overs g Y <= fst l * o) by now apply N.mul_le_mono_l.
      rewrite N.mul_sub_distr_l. lia. }
  clear H. unfold highest. induction L as [|l L IH]; cbn; [lia|].
  apply N.max_lub; [apply A; now left|apply IH; intros; apply A; now right].
Qed.

Lemma lines_ok L lights lp Ks X Q d S : covers Ks X Q -> hold L lights lp (length X) Ks = true ->
  (forall s, In s X -> lights <= weight s) -> (forall d', (d <= d')%nat -> lp <= price d') ->
  forall k q Y d', good k q Y S -> q <= Q -> sub Y X -> (length Y < length X)%nat ->
    (d <= d')%nat -> highest L (size Y) 1 <= total d' Y S.
Proof.
  intros C H W P. induction S as [|g next IH]; intros k q Y d' Gd Lq Y_X Ln D; [destruct k;
    cbn in Gd; tauto|].
  destruct (good_first _ _ _ _ _ _ Gd) as (M & U & L').
  destruct (covers_sub _ _ _ _ _ C Y_X (good_known _ _ _ _ _ Gd) M U) as (K & I & A & B & Cc & _);
    [lia|].
  unfold hold in H. rewrite forallb_forall in H. specialize (H K I). rewrite forallb_forall in H.
  specialize (H (length Y)). pose proof (not_known _ _ (good_known _ _ _ _ _ Gd)).
  assert (1 <= length Y)%nat by (destruct Y; cbn; [easy|lia]). rewrite in_seq in H.
  specialize (H ltac:(lia)). apply N.leb_le in H.
  etransitivity; [exact H|]. rewrite (total_ask _ _ _ _ _ _ _ Gd). apply N.add_le_mono.
  - apply N.mul_le_mono; [|specialize (P d' D); lia]. change (N.of_nat (length Y)) with (size Y).
    rewrite size_sum, <- sum_times. apply sum_le. intros s Is. rewrite N.mul_1_l. apply W.
    now apply (sub_in _ _ _ Y_X).
  - apply (highest_sum L g Y _ _ (fun p => total (S d') (snd p) (next (fst p)))); auto.
    intros a Z J O. cbn [fst snd]. apply (IH a (pred k) (q - long g)); [eapply good_block;
      eauto|lia|eapply block_sub; eauto| |lia].
    apply Nat.lt_trans with (length Y); [|easy]. apply split_part in J. subst.
    now apply useful_smaller.
Qed.
End Shapes.
