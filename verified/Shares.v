(** The lines of a certificate, shared by several processes: each proves every [many]th line from
    its
    own number on, from the statements of all earlier lines. Some lines are divided: each process
    proves them for every [many]th first guess. *)
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

(** A statement holds if it does for every first guess. *)
Lemma all_bounded secret : (forall guess, (guess < guesses P)%nat -> bounded_at P A secret guess) ->
  holds secret.
Proof.
  intros Each. apply claim_limit with A. unfold bounded_at in Each.
  destruct (limit _ _ _ _ _) as [rounds budget]. intros [|guess next] Gd;
    [destruct rounds; cbn in Gd; tauto|].
  apply Each; [|easy]. now destruct (good_first _ _ _ _ _ _ Gd) as (May%may_guess & _).
Qed.

(** Which lines are divided *)
Variable divided : nat -> bool.

Section Share.
Variables many own : nat.
Definition mine line := (line mod many =? own)%nat.
Definition own_part line := if divided line
  then forall guess, (guess < guesses P)%nat -> (guess mod many)%nat = own ->
    bounded_at P A (stated line) guess
  else mine line = true -> holds (stated line).

(** What a process has proven of the first lines *)
Record progress := Progress { reached : nat;
  proven : forall line, (line < reached)%nat -> all_hold line -> own_part line }.

Lemma none_proven : forall line, (line < 0)%nat -> all_hold line -> own_part line.
Proof. intros line Below. lia. Qed.
Definition start := Progress 0 none_proven.

Lemma one_more before : (all_hold (reached before) -> own_part (reached before)) ->
  forall line, (line < S (reached before))%nat -> all_hold line -> own_part line.
Proof.
  intros Each line Below. destruct (Nat.eq_dec line (reached before)) as [->|]; [auto|].
  apply (proven before). lia.
Qed.
Lemma by_fact line f : divided line = false -> shown line f = true -> all_hold line ->
  own_part line.
Proof. unfold own_part. intros -> Sh Hold _. exact (shown_ok line f Sh Hold). Qed.
Lemma by_other line : divided line = false -> mine line = false -> all_hold line -> own_part line.
Proof. unfold own_part. intros -> Other _ Mine. congruence. Qed.

(** The next line, with its fact if it is one of the own *)
Definition advance (before : progress) (found : option fact) : option progress :=
  let line := reached before in
  match bool_dec (divided line) false with
  | right _ => None
  | left Whole => match bool_dec (mine line) false with
      | left Other => Some (Progress (S line) (one_more before (by_other line Whole Other)))
      | right _ => match found with
          | None => None
          | Some f => match bool_dec (shown line f) true with
              | left Sh => Some (Progress (S line) (one_more before (by_fact line f Whole Sh)))
              | right _ => None
              end
          end
      end
  end.

(** The next line, if it is divided, with the own part of it *)
Definition for_own line (p : portion P A stated) := divided line &&
  (pline P A stated p =? line)%nat && (pmany P A stated p =? many)%nat &&
  (pown P A stated p =? own)%nat.
Lemma by_portion line p : for_own line p = true -> all_hold line -> own_part line.
Proof.
  unfold for_own, own_part. rewrite !andb_true_iff, !Nat.eqb_eq.
  intros [[[-> Line] Many] Own] Hold. subst. exact (pbounds P A stated p Hold).
Qed.
Definition advance_part (before : progress) (p : portion P A stated) : option progress :=
  let line := reached before in
  match bool_dec (for_own line p) true with
  | left Own => Some (Progress (S line) (one_more before (by_portion line p Own)))
  | right _ => None
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
  assert (Parts : forall own, (own < many)%nat -> own_part many own line).
  { intros own Own. destruct (Each own Own) as (share & Equal). apply (proven _ _ share); [lia|].
    apply IH. lia. }
  unfold own_part in Parts. destruct (divided line).
  - apply all_bounded. intros guess Lg.
    apply (Parts (guess mod many)%nat); [apply Nat.mod_upper_bound; lia|easy|easy].
  - apply (Parts (line mod many)%nat); [apply Nat.mod_upper_bound; lia|apply Nat.eqb_refl].
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
