(** Lower bounds of the total of a set, by what guesses can do to any of its subsets. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play.
Import ListNotations.
Open Scope N_scope.

(** A lower bound; [None] if no strategy exists *)
Definition ole (v : option N) x := match v with Some v => v <= x | None => False end.
Definition oadd n (v : option N) := option_map (N.add n) v.
Definition size {A} (X : list A) := N.of_nat (length X).
Definition one (b : bool) := if b then 1 else 0.

Lemma size_sum {A} (X : list A) : size X = sum (fun _ => 1) X.
Proof. unfold size. rewrite sum_const. lia. Qed.
Lemma size_filter {A} p (X : list A) : size (filter p X) = sum (fun s => one (p s)) X.
Proof. now rewrite size_sum, sum_filter. Qed.
Lemma size_cons {A} (x : A) X : size (x :: X) = 1 + size X.
Proof. unfold size. cbn [length]. lia. Qed.
Lemma ole_weak v x y : ole v x -> x <= y -> ole v y.
Proof. destruct v; cbn; [lia|tauto]. Qed.
Lemma ole_add n v x : ole v x -> ole (oadd n v) (n + x).
Proof. destruct v; cbn; [lia|tauto]. Qed.

Definition sub Y (X : list nat) := exists p, Y = filter p X.

Lemma sub_refl X : sub X X.
Proof. exists (fun _ => true). induction X; cbn; congruence. Qed.
Lemma filter_filter {A} p q (X : list A) : filter p (filter q X) = filter (fun s => q s && p s) X.
Proof. induction X as [|s X IH]; cbn; [easy|].
destruct (q s); cbn; [destruct (p s)|]; now rewrite IH. Qed.
Lemma sub_sum f Y X : sub Y X -> sum f Y <= sum f X.
Proof. intros [p ->]. rewrite sum_filter. apply sum_le. intros. destruct (p x); lia. Qed.
Lemma sub_size Y X : sub Y X -> size Y <= size X.
Proof. intros H. rewrite !size_sum. now apply sub_sum. Qed.
Lemma sub_in Y X s : sub Y X -> In s Y -> In s X.
Proof. intros [p ->]. rewrite filter_In. easy. Qed.

Section Bounds.
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation over := (over G).
Notation may := (may G).
Notation path := (path G). Notation price := (price G). Notation paid := (paid G).
Notation total := (total G).
Notation score := (score G). Notation long := (long G). Notation good := (good G).
Notation useful := (useful G).
Notation weight := (weight G).

Lemma sub_part g a Y X : sub Y X -> sub (part g a Y) X.
Proof. intros [p ->]. unfold Spec.part. rewrite filter_filter. eexists. reflexivity. Qed.

Lemma known_one X : known X = true <-> exists t, t <> 0%nat /\ forall s, In s X -> goal G s = t.
Proof.
  destruct X as [|u X]; cbn [Spec.known]; [split; [exists 1%nat; easy|easy]|].
  rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, forallb_forall. split.
  - intros [? H]. exists (goal G u). split; [easy|]. intros s [->|I]; [easy|]. apply Nat.eqb_eq.
    apply H. now right.
  - intros (t & ? & H). rewrite (H u) by now left. split; [easy|]. intros s I. apply Nat.eqb_eq.
    now apply H.
Qed.
Lemma known_sub Y X : sub Y X -> known X = true -> known Y = true.
Proof. intros S. rewrite !known_one. intros (t & ? & H). exists t. split; [easy|]. intros s I.
apply H. now apply (sub_in Y). Qed.
Lemma over_sub a Y X : sub Y X -> over a X = true -> over a Y = true.
Proof. intros S. unfold Spec.over. rewrite !orb_true_iff.
intros [?|?]; [auto|right; now apply (known_sub _ X)]. Qed.
Lemma part_sub g a Y X : sub Y X -> sub (part g a Y) (part g a X).
Proof.
  intros [p ->]. exists p. unfold Spec.part. rewrite !filter_filter. apply filter_ext. intros s.
  apply andb_comm.
Qed.
Lemma may_sub g Y X : sub Y X -> may g Y = true -> may g X = true.
Proof.
  intros S. unfold Spec.may. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists.
  intros [? [?|(s & I & ?)]]; split; auto. right. exists s. split; [now apply (sub_in Y)|easy].
Qed.
Lemma useful_sub g Y X : sub Y X -> known Y = false -> useful g Y = true -> useful g X = true.
Proof.
  intros S K U. destruct (useful g X) eqn:V; [easy|]. exfalso. pose proof (not_known _ _ K).
  destruct Y as [|t Y]; [easy|]. destruct X as [|u X]; [destruct S as [p S]; easy|].
  destruct (useless G g _ u X V eq_refl) as [E O].
  assert (E' : score g t = score g u).
  { assert (I : In t (part g (score g u) (u :: X))) by (rewrite E; apply (sub_in _ _ _ S);
      now left). now apply part_in in I. }
  assert (P : part g (score g t) (t :: Y) = t :: Y).
  { apply part_all. unfold Spec.part. rewrite E'.
    rewrite (filter_ext_in _ (fun _ => true)); [f_equal; clear; induction (t :: Y); cbn;
      congruence|].
    intros s I. apply Nat.eqb_eq. assert (J : In s (part g (score g u) (u :: X))) by (rewrite E;
      now apply (sub_in _ _ _ S)).
    now apply part_in in J. }
  assert (over (score g t) (part g (score g t) (t :: Y)) = false).
  { rewrite P, E'. unfold Spec.over in O |- *. rewrite orb_false_iff in O.
    now rewrite K, orb_false_r. }
  pose proof (useful_smaller G g _ _ U H0) as L. rewrite P in L. lia.
Qed.

(** The secrets of [X] that a guess ends the game for, and the blocks that it leaves *)
Definition overs g X := sum (fun s => one (over (score g s) (part g (score g s) X))) X.
Definition blocks g X := size (filter (fun p => negb (over (fst p) (snd p))) (split (score g) X)).

(** The number of guesses until the game is over for a secret,
  and the secrets for which it is after [j] of them *)
Definition turns X S s := of_path G X S s (@length nat) 0%nat.
Definition dead j X S := sum (fun s => one (turns X S s <=? j)%nat) X.

Lemma split_part g a Y X : In (a, Y) (split (score g) X) -> Y = part g a X.
Proof. apply split_in. Qed.

Lemma turns_ask g next k q X s : good k q X (Ask g next) -> In s X -> turns X (Ask g next) s =
  let a := score g s in if over a (part g a X) then 1%nat else S (turns (part g a X) (next a) s).
Proof.
  intros H I. cbn in H. destruct k; [tauto|]. destruct H as (_ & M & U & L & H).
  unfold turns, of_path.
  rewrite path_ask by easy. cbn zeta. destruct (over _ _) eqn:O; [easy|].
  destruct (H (score g s)) as [?|Ha]; [congruence|].
  destruct (good_path G _ _ _ _ s Ha) as [p ->]; [now apply part_in|]. easy.
Qed.

Lemma sum_blocks (h : nat -> list nat -> nat -> N) g X :
  sum (fun s => h (score g s) (part g (score g s) X) s) X = sum (fun p =>
    sum (h (fst p) (snd p)) (snd p)) (split (score g) X).
Proof.
  rewrite (split_sum (fun a s => h a (part g a X) s)). apply sum_ext. intros [a Y] I. cbn [fst snd].
  now rewrite <- (split_part _ _ _ _ I).
Qed.

Lemma dead_ask g next k q j X : good k q X (Ask g next) -> dead (S j) X (Ask g next) =
  overs g X + sum (fun p => if over (fst p) (snd p) then 0 else dead j (snd p) (next (fst p)))
    (split (score g) X).
Proof.
  intros H. unfold dead at 1.
  rewrite (sum_ext _ (fun s => one (over (score g s) (part g (score g s) X)) +
    (fun a Y s => if over a Y then 0 else one (turns Y (next a) s <=? j)%nat) (score g s) (part g
      (score g s) X) s)).
  - rewrite sum_plus. f_equal. rewrite (sum_blocks (fun a Y s =>
      if over a Y then 0 else one (turns Y (next a) s <=? j)%nat)).
    apply sum_ext. intros [a Y] _. cbn [fst snd].
    destruct (over a Y); [now rewrite sum_const, N.mul_0_r|easy].
  - intros s I. rewrite (turns_ask _ _ _ _ _ _ H I). cbn zeta. destruct (over _ _); easy.
Qed.

Lemma good_block g next k q X a Y : good k q X (Ask g next) -> In (a, Y) (split (score g) X) ->
  over a Y = false ->
  good (pred k) (q - long g) Y (next a).
Proof.
  intros H I O. apply split_part in I. subst. cbn in H. destruct k; [tauto|].
  destruct H as (_ & M & U & L & H).
  destruct (H a) as [?|?]; [congruence|easy].
Qed.

Definition reach F B e m X q := forall Y g, sub Y X -> known Y = false -> may g Y = true ->
  useful g Y = true -> long g <= q ->
  overs g Y <= F /\ blocks g Y <= B /\ e <= cost G g /\ m <= long g.

Fixpoint cap n F B j := match j with O => 0 | S j => N.min n (F + B * cap n F B j) end.

Lemma good_known k q X S : good k q X S -> known X = false.
Proof. destruct S, k; cbn; tauto. Qed.
Lemma good_first k q X g next : good k q X (Ask g next) -> may g X = true /\ useful g X = true /\
  long g <= q.
Proof. destruct k; cbn; tauto. Qed.

Lemma block_sub g X a Y Z : In (a, Y) (split (score g) X) -> sub X Z -> sub Y Z.
Proof. intros I H. apply split_part in I. subst. now apply sub_part. Qed.

Lemma count_blocks g X c : sum (fun p => if over (fst p) (snd p) then 0 else c) (split (score g) X)
  = blocks g X * c.
Proof.
  unfold blocks. rewrite size_filter, <- sum_times. apply sum_ext. intros [a Y] _. cbn [fst snd].
  destruct (over a Y); cbn [negb one]; lia.
Qed.

Lemma dead_size j X S : dead j X S <= size X.
Proof. rewrite size_sum. apply sum_le. intros. destruct (_ <=? _)%nat; cbn; lia. Qed.

Lemma path_some X S s p : path X S s = Some p -> p <> [].
Proof.
  destruct S as [|g next]; cbn; [easy|]. destruct (may g X); [|easy].
  destruct (over _ _); [now intros [= <-]|].
  destruct (path _ _ s); cbn; [now intros [= <-]|easy].
Qed.

Lemma dead_zero k q X S : good k q X S -> dead 0 X S = 0.
Proof.
  intros H. unfold dead. rewrite (sum_ext _ (fun _ => 0)); [now rewrite sum_const, N.mul_0_r|].
  intros s I. destruct (good_path G _ _ _ _ s H I) as [p P]. unfold turns, of_path. rewrite P.
  apply path_some in P. now destruct p.
Qed.

Lemma dead_cap F B e m X Q n S : reach F B e m X Q -> forall k q j Y, good k q Y S -> q <= Q ->
  sub Y X -> size Y <= n ->
  dead j Y S <= cap n F B j.
Proof.
  intros R. induction S as [|g next IH]; intros k q j Y H L Y_X Yn; [destruct k; cbn in H; tauto|].
  destruct j; [rewrite (dead_zero _ _ _ _ H); lia|]. cbn [cap].
  apply N.min_glb; [transitivity (size Y); [apply dead_size|easy]|].
  destruct (good_first _ _ _ _ _ H) as (M & U & L').
  destruct (R Y g Y_X (good_known _ _ _ _ H) M U) as (A & Bl & _ & _); [lia|].
  rewrite (dead_ask _ _ _ _ _ _ H). apply N.add_le_mono; [easy|].
  transitivity (blocks g Y * cap n F B j); [|apply N.mul_le_mono_r; easy].
  rewrite <- count_blocks. apply sum_le. intros [a Z] I. cbn [fst snd].
  destruct (over a Z) eqn:O; [lia|].
  apply (IH a (pred k) (q - long g)); [eapply good_block; eauto|lia|eapply block_sub; eauto|].
  assert (size Z <= size Y); [|lia]. apply sub_size. eapply block_sub; eauto. apply sub_refl.
Qed.

Fixpoint tail d e t := match t with O => 0 | S t => price d + e + tail (S d) e t end.

Lemma paid_tail e p : forall d, (forall g, In g p -> e <= cost G g) ->
  tail d e (length p) <= paid d p.
Proof.
  induction p as [|g p IH]; intros d H; cbn; [lia|].
  specialize (IH (S d) (fun g I => H g (or_intror I))).
  specialize (H g (or_introl eq_refl)). lia.
Qed.

Lemma path_costs F B e m X Q S : reach F B e m X Q -> forall k q Y s p, good k q Y S -> q <= Q ->
  sub Y X -> In s Y ->
  path Y S s = Some p -> forall g, In g p -> e <= cost G g.
Proof.
  intros R. induction S as [|g next IH]; intros k q Y s p H L Y_X I P h Ih; [easy|].
  destruct (good_first _ _ _ _ _ H) as (M & U & L').
  destruct (R Y g Y_X (good_known _ _ _ _ H) M U) as (_ & _ & E & _); [lia|].
  rewrite path_ask in P by easy. cbn zeta in P.
  destruct (over _ _) eqn:O; [injection P as <-; destruct Ih as [<-|[]]; easy|].
  destruct (path _ (next _) s) as [p'|] eqn:P'; cbn in P; [|easy]. injection P as <-.
  destruct Ih as [<-|Ih]; [easy|].
  cbn in H. destruct k; [tauto|]. destruct H as (_ & _ & _ & _ & H).
  destruct (H (score g s)) as [?|Hs]; [congruence|].
  apply (IH (score g s) _ _ _ s p' Hs); auto; [lia|now apply sub_part|now apply part_in].
Qed.

(** The cost of later guesses, if the game is over for [f] secrets and goes on for [p] blocks: the
  most that
    guesses can end is done by the first ones, and the lightest secrets are those that are left. *)
Section Later.
Variables (light : N -> N) (e F B n : N).
Fixpoint later d f p k c : option N :=
  let D := f + p * c in
  if n <=? D then Some 0
  else match k with
  | O => None
  | S k => oadd ((price d + e) * light D) (later (S d) f p k (N.min n (F + B * c)))
  end.

Definition is_light X := forall P D, sum (fun s => one (negb (P s))) X <= D ->
  light D <= sum (fun s => if P s then weight s else 0) X.

Lemma later_ok X (T : nat -> nat) f p : is_light X -> size X = n ->
  (forall j, sum (fun s => one (T s <=? j)%nat) X <= f + p * cap n F B j) ->
  forall k i d, (forall s, In s X -> (T s <= i + k)%nat) ->
  ole (later d f p k (cap n F B i)) (sum (fun s => weight s * tail d e (T s - i)) X).
Proof.
  intros Li Sz H. induction k as [|k IH]; intros i d Hk; cbn [later];
    destruct (N.leb_spec n (f + p * cap n F B i)) as [?|Lt]; try (cbn; lia).
  - exfalso. specialize (H i). rewrite (sum_ext _ (fun _ => 1)), <- size_sum in H; [lia|].
    intros s I. specialize (Hk s I). destruct (Nat.leb_spec (T s) i); [easy|lia].
  - change (N.min n (F + B * cap n F B i)) with (cap n F B (S i)).
    rewrite (sum_ext _ (fun s => (price d + e) * (if negb (T s <=? i)%nat then weight s else 0) +
      weight s * tail (S d) e (T s - S i))).
    + rewrite sum_plus. eapply ole_weak; [apply ole_add, (IH (S i)); intros s I;
        specialize (Hk s I); lia|].
      apply N.add_le_mono_r. rewrite (sum_ext _ (fun s =>
        (if negb (T s <=? i)%nat then weight s else 0) * (price d + e))) by (intros; lia).
      rewrite sum_times, N.mul_comm. apply N.mul_le_mono_r. apply Li.
      rewrite (sum_ext _ (fun s => one (T s <=? i)%nat)); [apply H|].
      intros s _. now rewrite negb_involutive.
    + intros s I. destruct (Nat.leb_spec (T s) i) as [Le|Gt]; cbn [negb].
      * replace (T s - i)%nat with 0%nat by lia. replace (T s - S i)%nat with 0%nat by lia. cbn.
        lia.
      * replace (T s - i)%nat with (S (T s - S i)) by lia. cbn [tail]. lia.
Qed.
End Later.

Lemma good_turns S : forall k q X s, good k q X S -> In s X -> (turns X S s <= k)%nat.
Proof.
  induction S as [|g next IH]; intros k q X s H I; [destruct k; cbn in H; tauto|].
  rewrite (turns_ask _ _ _ _ _ _ H I). cbn zeta. cbn in H. destruct k; [tauto|].
  destruct H as (_ & _ & _ & _ & H).
  destruct (over _ _) eqn:O; [lia|]. destruct (H (score g s)) as [?|Hs]; [congruence|].
  specialize (IH _ _ _ _ s Hs). rewrite part_in in IH. specialize (IH (conj I eq_refl)). lia.
Qed.

(** A block of a set that has this reach *)
Lemma block_ok light F B e m X Q k q Y S d : reach F B e m X Q -> good k q Y S -> q <= Q ->
  sub Y X -> is_light light Y ->
  ole (later light e F B (size Y) d 0 1 k 0) (total d Y S).
Proof.
  intros R H L Y_X Li. eapply ole_weak.
  - apply (later_ok light e F B (size Y) Y (turns Y S) 0 1 Li eq_refl) with (i := 0%nat).
    + intros j. rewrite N.mul_1_l, N.add_0_l.
      apply (dead_cap F B e m X Q (size Y) S R k q j Y); auto. lia.
    + intros s I. now apply good_turns with q.
  - apply sum_le. intros s I. apply N.mul_le_mono_l. destruct (good_path G _ _ _ _ s H I) as [p P].
    unfold turns, of_path. rewrite P, Nat.sub_0_r. apply paid_tail. intros g Ig.
    eapply path_costs; eauto.
Qed.

(** Steps are limited by the money that is left. *)
Lemma good_left F B e m X Q S : 1 <= m -> reach F B e m X Q -> forall k q Y, good k q Y S ->
  q <= Q -> sub Y X ->
  good (min k (N.to_nat (q / m))) q Y S.
Proof.
  intros P R. induction S as [|g next IH]; intros k q Y H L Y_X; [destruct k; cbn in H; tauto|].
  destruct (good_first _ _ _ _ _ H) as (M & U & L').
  destruct (R Y g Y_X (good_known _ _ _ _ H) M U) as (_ & _ & _ & E); [lia|].
  cbn [Play.good] in *. destruct k; [tauto|]. destruct H as (Kn & _ & _ & _ & H).
  assert (D : (S (N.to_nat ((q - long g) / m)) <= N.to_nat (q / m))%nat).
  { assert ((q - long g) / m + 1 <= q / m); [|lia].
    assert ((q - long g) / m <= (q - m) / m) by (apply N.div_le_mono; lia).
    replace (q / m) with ((q - m + 1 * m) / m) by (f_equal; lia). rewrite N.div_add; lia. }
  revert D. destruct (N.to_nat (q / m)); intros D; [easy|]. apply le_S_n in D. cbn [Nat.min].
  repeat split; auto.
  intros a. destruct (H a) as [?|Ha]; [auto|]. right. apply IH in Ha; [|lia|now apply sub_part].
  apply (good_mono _ _ _ _ _ _ _ Ha); [|easy].
  revert D. generalize (N.to_nat ((q - long g) / m)). intros. lia.
Qed.

Lemma turns_left F B e m X g next k q s : 1 <= m -> reach F B e m X q -> good k q X (Ask g next) ->
  In s X ->
  (turns X (Ask g next) s <= S (min (pred k) (N.to_nat ((q - long g) / m))))%nat.
Proof.
  intros P R H I. rewrite (turns_ask _ _ _ _ _ _ H I). cbn zeta.
  destruct (over _ _) eqn:O; [apply le_n_S, Nat.le_0_l|]. apply le_n_S.
  cbn in H. destruct k; [tauto|]. destruct H as (_ & _ & _ & _ & H).
  destruct (H (score g s)) as [?|Hs]; [congruence|].
  apply (good_turns _ _ (q - long g)); [|now apply part_in].
  apply (good_left F B e m X q); auto; [apply N.le_sub_l|apply sub_part; apply sub_refl].
Qed.

(** A guess by its shape alone *)
Lemma guess_ok light F B e m c X q k k' g next f p d : reach F B e m X q ->
  good k' q X (Ask g next) -> is_light light X ->
  (forall s, In s X -> (turns X (Ask g next) s <= S k)%nat) ->
  overs g X <= f -> blocks g X <= p -> c <= cost G g ->
  ole (oadd (sum weight X * (price d + c)) (later light e F B (size X) (S d) f p k 0)) (total d X
    (Ask g next)).
Proof.
  intros R H Li Tu Of Bp Cc. eapply ole_weak.
  - apply ole_add. apply (later_ok light e F B (size X) X (fun s =>
      pred (turns X (Ask g next) s)) f p Li eq_refl) with (i := 0%nat).
    + intros j. rewrite (sum_ext _ (fun s => one (turns X (Ask g next) s <=? S j)%nat)).
      * fold (dead (S j) X (Ask g next)). rewrite (dead_ask _ _ _ _ _ _ H).
        apply N.add_le_mono; [easy|].
        transitivity (blocks g X * cap (size X) F B j); [|now apply N.mul_le_mono_r].
        rewrite <- count_blocks. apply sum_le. intros [a Z] I. cbn [fst snd].
        destruct (over a Z) eqn:O; [lia|].
        apply (dead_cap F B e m X q (size X) (next a) R (pred k') (q - long g) j Z).
        -- apply (good_block _ _ _ _ _ _ _ H I O).
        -- lia.
        -- eapply block_sub; eauto. apply sub_refl.
        -- apply sub_size. eapply block_sub; eauto. apply sub_refl.
      * intros s I. rewrite (turns_ask _ _ _ _ _ _ H I). cbn zeta. now destruct (over _ _).
    + intros s I. specialize (Tu s I). lia.
  - rewrite <- sum_times, <- sum_plus. apply sum_le. intros s I. rewrite <- N.mul_add_distr_l.
    apply N.mul_le_mono_l.
    destruct (good_path G _ _ _ _ s H I) as [w P]. unfold turns, of_path. rewrite P.
    assert (E : forall h, In h w -> e <= cost G h) by (intros; eapply (path_costs F B e m X q);
      eauto; [lia|apply sub_refl]).
    destruct (good_first _ _ _ _ _ H) as (M & _). rewrite path_ask in P by easy. cbn zeta in P.
    assert (exists v, w = g :: v) as [v ->].
    { destruct (over _ _); [injection P as <-; eauto|].
      destruct (path _ (next _) s); cbn in P; [injection P as <-; eauto|easy]. }
    cbn [length pred paid]. rewrite Nat.sub_0_r. apply N.add_le_mono; [lia|]. apply paid_tail.
    intros h Ih. apply E. now right.
Qed.

(** The weight of the lightest secrets, by any threshold [h]: weak duality instead of sorting *)
Definition heavy h X := sum (fun s => weight s - h) X.
Lemma light_ok h X : forall P D, sum (fun s => one (negb (P s))) X <= D ->
  sum weight X - (h * D + heavy h X) <= sum (fun s => if P s then weight s else 0) X.
Proof.
  intros P D H. assert (sum weight X <= sum (fun s =>
    if P s then weight s else 0) X + h * sum (fun s => one (negb (P s))) X + heavy h X).
  { unfold heavy. clear H. induction X as [|s X IH]; sums; [lia|].
    destruct (P s); cbn [negb one]; lia. }
  assert (h * sum (fun s => one (negb (P s))) X <= h * D) by now apply N.mul_le_mono_l. lia.
Qed.
End Bounds.
