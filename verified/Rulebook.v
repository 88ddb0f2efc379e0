(** The scores are those of the rules: of each colour, both codes have so many pegs in common. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Verified Require Import Spec Games.
Import ListNotations.
Open Scope nat_scope.

Notation count := (count_occ Nat.eq_dec).

Lemma count_remove c d code : count (remove c code) d = if c =? d then pred (count code d) else
  count code d.
Proof.
  induction code as [|e code IH]; cbn [remove count_occ]; [now destruct (c =? d)|].
  destruct (Nat.eqb_spec c e).
  - subst e. destruct (Nat.eqb_spec c d) as [Equal|Ne]; [rewrite <- Equal; now destruct (Nat.eq_dec
    c c)|].
    destruct (Nat.eq_dec c d); [congruence|easy].
  - cbn [count_occ]. rewrite IH. destruct (Nat.eqb_spec c d), (Nat.eq_dec e d); congruence.
Qed.
Lemma count_has c code : has c code = true <-> 0 < count code c.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (d & Member & Tested). apply Nat.eqb_eq in Tested. subst d. now apply count_occ_In.
  - intros Below. exists c. split; [now apply (count_occ_In Nat.eq_dec)|apply Nat.eqb_refl].
Qed.

Fixpoint total_of (f : nat -> nat) n := match n with O => 0 | S n => total_of f n + f n end.
Lemma total_ext f g n : (forall c, c < n -> f c = g c) -> total_of f n = total_of g n.
Proof. induction n; cbn; intros Each; [easy|]. rewrite IHn by auto. now rewrite Each by auto. Qed.
Lemma total_zero f n : (forall c, f c = 0) -> 0 = total_of f n.
Proof. intros Each. induction n; cbn; [easy|]. now rewrite <- IHn, Each. Qed.
Lemma total_one f g n c : c < n -> g c = S (f c) -> (forall d, d <> c -> g d = f d) ->
  total_of g n = S (total_of f n).
Proof.
  induction n; cbn; intros Below Equal Each; [lia|]. destruct (Nat.eq_dec c n) as [->|Ne].
  - rewrite Equal. rewrite (total_ext g f n); [lia|]. intros d Ld. apply Each. lia.
  - rewrite IHn by (auto; lia). now rewrite (Each n) by auto.
Qed.

(** To pair pegs in any order gives the same number. *)
Lemma paired_common n guess : forall secret, (forall c, In c guess -> c < n) ->
  paired guess secret = total_of (fun c => min (count guess c) (count secret c)) n.
Proof.
  induction guess as [|c guess IH]; intros secret Each.
  - now apply total_zero.
  - cbn [paired]. destruct (has c secret) eqn:Has.
    + rewrite IH by (intros; apply Each; now right). symmetry. apply (total_one _ _ n c).
      * apply Each. now left.
      * apply count_has in Has. rewrite count_remove, Nat.eqb_refl. cbn [count_occ].
        destruct (Nat.eq_dec c c); [lia|easy].
      * intros d Ne. rewrite count_remove. destruct (Nat.eqb_spec c d); [congruence|].
        cbn [count_occ]. destruct (Nat.eq_dec c d); [congruence|easy].
    + rewrite IH by (intros; apply Each; now right). apply total_ext. intros d Below. cbn
      [count_occ].
      destruct (Nat.eq_dec c d) as [->|]; [|easy]. assert (count secret d = 0); [|lia].
      destruct (count secret d) eqn:Counted; [easy|].
      assert (has d secret = true) by (apply count_has; lia). congruence.
Qed.

Lemma rest_count guess : forall secret c, length guess = length secret ->
  count guess c - count (rest guess secret) c = count secret c - count (rest secret guess) c
  /\ count (rest guess secret) c <= count guess c /\ count (rest secret guess) c <= count secret c.
Proof.
  induction guess as [|d guess IH]; intros [|e secret] c Equal; cbn in Equal; try easy. injection
    Equal as Equal.
  destruct (IH secret c Equal) as (Counted & AtMost & AtMost2). cbn [rest]. rewrite (Nat.eqb_sym e
    d).
  destruct (Nat.eqb_spec d e) as [->|Ne]; cbn [count_occ].
  - destruct (Nat.eq_dec e c); lia.
  - destruct (Nat.eq_dec d c), (Nat.eq_dec e c); lia.
Qed.

Lemma black_count n guess : forall secret, (forall c, In c guess -> c < n) ->
  length guess = length secret ->
  black guess secret = total_of (fun c => count guess c - count (rest guess secret) c) n.
Proof.
  induction guess as [|d guess IH]; intros [|e secret] Each Equal; cbn in Equal; try easy.
  - now apply total_zero.
  - injection Equal as Equal. cbn [black rest]. specialize (IH secret (fun c Member => Each c
    (or_intror Member)) Equal).
    destruct (Nat.eqb_spec d e) as [->|Ne].
    + rewrite IH. symmetry. apply (total_one _ _ n e); [apply Each; now left| |].
      * cbn [count_occ]. destruct (Nat.eq_dec e e); [|easy]. destruct (rest_count guess secret e
        Equal).
        lia.
      * intros c Nc. cbn [count_occ]. destruct (Nat.eq_dec e c); [congruence|easy].
    + rewrite IH. cbn. apply total_ext. intros c Below. cbn [count_occ]. destruct (Nat.eq_dec d c);
      lia.
Qed.

Lemma total_plus f g n : total_of f n + total_of g n = total_of (fun c => f c + g c) n.
Proof. induction n; cbn; lia. Qed.

(** Black and white pegs together: the colours in common, wherever they are. *)
Theorem pegs_in_common n guess secret : (forall c, In c guess -> c < n) ->
  length guess = length secret ->
  black guess secret + white guess secret = total_of (fun c =>
    min (count guess c) (count secret c)) n.
Proof.
  intros Each Length. rewrite (black_count n) by easy. unfold white. rewrite (paired_common n),
    total_plus.
  - apply total_ext. intros c Below. destruct (rest_count guess secret c Length). lia.
  - intros c Member. apply Each. apply (count_occ_In Nat.eq_dec). apply (count_occ_In Nat.eq_dec) in
    Member.
    destruct (rest_count guess secret c Length). lia.
Qed.
