(** The lines of a certificate, shared by several processes: each proves every [many]th line from
    its
    own number on, from the statements of all earlier lines. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Rules Kernel Objective.
Import ListNotations.
Open Scope N_scope.

Section Shares.
Variable asked : game.
Variable prices : list N.
Notation P := (posed asked prices).
Variable A : arena P.
Variable stated : nat -> statement.
Notation fact := (fact P A stated).
Notation all_hold := (all_hold P stated).
Notation holds := (holds P).

(** Does a fact, which rests on earlier lines only, imply the statement of a line? *)
Definition shown line (f : fact) := let secret := stated line in
  reaches (sleast secret) (use P A stated line (Some f) (sset secret) (smade secret) (ssteps secret)
    (smoney secret)).
Lemma shown_ok line f : shown line f = true -> all_hold line -> holds (stated line).
Proof.
  intros Shown Hold plan Gd. apply (reaches_ok _ _ _ Shown).
  exact (use_ok P A (fun _ _ => 0) (fun _ => None) stated line _ _ _ _ _ Hold plan Gd).
Qed.

Section Share.
Variables many own : nat.
Definition mine line := (line mod many =? own)%nat.

(** What a process has proven of the first lines *)
Record progress := Progress { reached : nat;
  proven : forall line, (line < reached)%nat -> mine line = true -> all_hold line ->
    holds (stated line) }.

Lemma none_proven : forall line, (line < 0)%nat -> mine line = true -> all_hold line ->
  holds (stated line).
Proof. intros line Below. lia. Qed.
Definition start := Progress 0 none_proven.

Lemma one_more before : (mine (reached before) = true -> all_hold (reached before) ->
    holds (stated (reached before))) ->
  forall line, (line < S (reached before))%nat -> mine line = true -> all_hold line ->
  holds (stated line).
Proof.
  intros Each line Below Mine. destruct (Nat.eq_dec line (reached before)) as [->|]; [auto|].
  apply (proven before); [lia|easy].
Qed.
Lemma by_fact line f : shown line f = true -> mine line = true -> all_hold line ->
  holds (stated line).
Proof. intros Sh _. exact (shown_ok line f Sh). Qed.
Lemma by_other line : mine line = false -> mine line = true -> all_hold line ->
  holds (stated line).
Proof. congruence. Qed.

(** The next line, with its fact if it is one of the own *)
Definition advance (before : progress) (found : option fact) : option progress :=
  let line := reached before in
  match bool_dec (mine line) false with
  | left Other => Some (Progress (S line) (one_more before (by_other line Other)))
  | right _ => match found with
      | None => None
      | Some f => match bool_dec (shown line f) true with
          | left Sh => Some (Progress (S line) (one_more before (by_fact line f Sh)))
          | right _ => None
          end
      end
  end.
End Share.

(** If every process has reached the end, all statements hold: each follows from earlier ones. *)
Lemma all_reached many lines : (0 < many)%nat ->
  (forall own, (own < many)%nat -> exists share : progress many own, reached _ _ share = lines) ->
  all_hold lines.
Proof.
  intros Below Each. assert (Known : forall line, (line <= lines)%nat -> all_hold line); [|now apply
    Known].
  induction line as [|line IH]; intros AtMost earlier Below2; [lia|].
  destruct (Nat.eq_dec earlier line) as [->|]; [|apply IH; lia].
  destruct (Each (line mod many)%nat) as (share & Equal); [apply Nat.mod_upper_bound; lia|].
  apply (proven _ _ share); [lia|apply Nat.eqb_refl|]. apply IH. lia.
Qed.

Theorem shares_sound many lines find steps money aims plan values : (0 < many)%nat ->
  (forall own, (own < many)%nat -> exists share : progress many own, reached _ _ share = lines) ->
  accepts asked prices A stated lines find steps money aims plan = Some values ->
  optimal asked steps money aims plan values.
Proof.
  intros Below Each. apply accepts_if; [exact (fun _ _ => 0)|exact (fun _ => None)|].
  now apply (all_reached many).
Qed.
End Shares.
