(** What the checker proves of the games with names, each in one line *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Rules Kernel Objective Games.
Import ListNotations.
Open Scope N_scope.

(** A strategy finds every secret. *)
Definition finds G S := allowed G None None S.
Definition least_total G n :=
  exists S, finds G S /\ value G S Mean = n /\ forall T, finds G T -> n <= value G T Mean.
Definition least_worst G n :=
  exists S, finds G S /\ value G S Worst = n /\ forall T, finds G T -> n <= value G T Worst.

Lemma optimal_total G T n : optimal G None None [Mean] T [n] -> least_total G n.
Proof.
  intros (F & [= E] & O). exists T. repeat split; [easy|easy|]. intros S Fs. apply N.le_ngt.
  intros L. apply (O S Fs). cbn [map better]. now left.
Qed.
Lemma optimal_worst G T n : optimal G None None [Worst] T [n] -> least_worst G n.
Proof.
  intros (F & [= E] & O). exists T. repeat split; [easy|easy|]. intros S Fs. apply N.le_ngt.
  intros L. apply (O S Fs). cbn [map better]. now left.
Qed.

(** A certificate: prices, the facts that its lines have proven, and its tree *)
Section Certificate.
Variable prices : list N.
Variable T : strategy.
Notation facts G A := (bool -> list nat -> nat -> nat -> N -> option (fact (posed G prices) A)).

Theorem mastermind_sound holes colours (A : arena (posed (mastermind holes colours) prices))
  (find : facts (mastermind holes colours) A) n :
  accepts (mastermind holes colours) prices A find None None [Mean] T = Some [n] ->
  least_total (mastermind holes colours) n.
Proof.
  intros H. apply optimal_total with T.
  exact (accepts_sound _ _ _ _ _ _ _ _ (fun _ _ => 0) (fun _ => None) _ H).
Qed.
Theorem bulls_and_cows_sound holes colours (A : arena (posed (bulls_and_cows holes colours) prices))
  (find : facts (bulls_and_cows holes colours) A) n :
  accepts (bulls_and_cows holes colours) prices A find None None [Mean] T = Some [n] ->
  least_total (bulls_and_cows holes colours) n.
Proof.
  intros H. apply optimal_total with T.
  exact (accepts_sound _ _ _ _ _ _ _ _ (fun _ _ => 0) (fun _ => None) _ H).
Qed.
Theorem wordle_sound words answers (A : arena (posed (wordle words answers) prices))
  (find : facts (wordle words answers) A) n :
  accepts (wordle words answers) prices A find None None [Mean] T = Some [n] ->
  least_total (wordle words answers) n.
Proof.
  intros H. apply optimal_total with T.
  exact (accepts_sound _ _ _ _ _ _ _ _ (fun _ _ => 0) (fun _ => None) _ H).
Qed.
End Certificate.

(** In Mastermind the value is the sum of the numbers of guesses. *)
Lemma value_mastermind holes colours S : finds (mastermind holes colours) S ->
  value (mastermind holes colours) S Mean =
  sum (fun s => of_path (mastermind holes colours) (secrets (mastermind holes colours)) S s (fun p
    => N.of_nat (length p)) 0)
    (secrets (mastermind holes colours)).
Proof.
  intros _. cbn [value]. apply sum_ext. intros s _.
  change (weight (mastermind holes colours) s) with 1. rewrite N.mul_1_l.
  unfold of_path. destruct (path _ _ _ _) as [p|]; [|easy]. cbn [pay].
  change (long (mastermind holes colours)) with (fun _ : nat => 1). rewrite sum_const. unfold size.
  lia.
Qed.
