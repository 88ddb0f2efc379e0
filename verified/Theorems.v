(** What the checker proves of the games with names, each in one line *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Rules Kernel Objective Games.
Import ListNotations.
Open Scope N_scope.

(** A strategy finds every secret. *)
Definition finds asked plan := allowed asked None None plan.

(** Some strategy that finds every secret has this total or worst case, and none has a smaller
    one. *)
Definition least_total asked n := exists plan,
  finds asked plan /\ value asked plan Mean = n /\
  forall other, finds asked other -> n <= value asked other Mean.
Definition least_worst asked n := exists plan,
  finds asked plan /\ value asked plan Worst = n /\
  forall other, finds asked other -> n <= value asked other Worst.

Lemma optimal_total asked plan n : optimal asked None None [Mean] plan [n] -> least_total asked n.
Proof.
  intros (Allowed & [= Equal] & Best). exists plan. repeat split; [easy|easy|].
  intros other Finds. apply N.le_ngt. intros Below. apply (Best other Finds).
  cbn [map better]. now left.
Qed.
Lemma optimal_worst asked plan n : optimal asked None None [Worst] plan [n] -> least_worst asked n.
Proof.
  intros (Allowed & [= Equal] & Best). exists plan. repeat split; [easy|easy|].
  intros other Finds. apply N.le_ngt. intros Below. apply (Best other Finds).
  cbn [map better]. now left.
Qed.

(** A certificate: prices, the facts that its lines have proven, and its tree *)
Section Certificate.
Variable prices : list N.
Variable plan : strategy.
Notation facts asked A stated :=
  (bool -> list nat -> nat -> nat -> N -> option (fact (posed asked prices) A stated)).
Variable stated : nat -> statement.

Theorem mastermind_sound holes colours (A : arena (posed (mastermind holes colours) prices))
  (find : facts (mastermind holes colours) A stated) n :
  accepts (mastermind holes colours) prices A stated 0 find None None [Mean] plan = Some [n] ->
  least_total (mastermind holes colours) n.
Proof.
  intros Accepted. apply optimal_total with plan.
  exact (accepts_sound _ _ _ _ _ _ _ _ _ _ Accepted).
Qed.
Theorem bulls_and_cows_sound holes colours (A : arena (posed (bulls_and_cows holes colours) prices))
  (find : facts (bulls_and_cows holes colours) A stated) n :
  accepts (bulls_and_cows holes colours) prices A stated 0 find None None [Mean] plan = Some [n] ->
  least_total (bulls_and_cows holes colours) n.
Proof.
  intros Accepted. apply optimal_total with plan.
  exact (accepts_sound _ _ _ _ _ _ _ _ _ _ Accepted).
Qed.
Theorem wordle_sound words answers (A : arena (posed (wordle words answers) prices))
  (find : facts (wordle words answers) A stated) n :
  accepts (wordle words answers) prices A stated 0 find None None [Mean] plan = Some [n] ->
  least_total (wordle words answers) n.
Proof.
  intros Accepted. apply optimal_total with plan.
  exact (accepts_sound _ _ _ _ _ _ _ _ _ _ Accepted).
Qed.
End Certificate.

(** In Mastermind the value is the sum of the numbers of guesses. *)
Lemma value_mastermind holes colours plan : finds (mastermind holes colours) plan ->
  value (mastermind holes colours) plan Mean =
  sum (fun secret => of_path (mastermind holes colours) (secrets (mastermind holes colours)) plan
    secret (fun guesses => N.of_nat (length guesses)) 0) (secrets (mastermind holes colours)).
Proof.
  intros _. cbn [value]. apply sum_ext. intros secret _.
  change (weight (mastermind holes colours) secret) with 1. rewrite N.mul_1_l.
  unfold of_path. destruct (path _ _ _ _) as [p|]; [|easy]. cbn [pay].
  change (long (mastermind holes colours)) with (fun _ : nat => 1). rewrite sum_const. unfold size.
  lia.
Qed.
