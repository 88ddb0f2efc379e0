(** The meaning of a "yes" of the checker: this file, and the game, in Games.v or as a table. *)
From Coq Require Import List Arith NArith Bool.
Import ListNotations.
Open Scope N_scope.

Record game := Game {
  guesses : nat;              (* guesses are the numbers below this one: 6561 for M(4,9) *)
  secrets : list nat;         (* one of them is hidden: 0, 1, ..., 6560 *)
  score : nat -> nat -> nat;  (* of a guess and a secret: 5 * black + white *)
  final : nat -> bool;        (* does a score end the game? 20: four black pegs *)
  goal : nat -> nat;          (* of a secret: to know it ends the game, too. 0, as in
                                 Mastermind: not so *)
  weight : nat -> N;          (* of a secret: 1 *)
  long : nat -> N;            (* what a guess adds to the length of a path: 1 *)
  only : bool;                (* is each guess to be one that may end the game? no *)
  cost : nat -> N;            (* of a guess, and the price of the first guess, the second, *)
  prices : list N }.          (* and so on: for the proofs, no statement depends on them *)

(** A strategy makes a guess, and continues by its score. *)
Inductive strategy := Stop | Ask (g : nat) (next : nat -> strategy).

Section Play.
Variable G : game.

Definition part g a X := filter (fun s => score G g s =? a)%nat X.

Definition known X := match X with
  | [] => true
  | t :: _ => negb (goal G t =? 0)%nat && forallb (fun s => goal G s =? goal G t)%nat X
  end.

(** The game is over after score [a] if [Y] are the secrets left. *)
Definition over a Y := final G a || known Y.

Definition may g X :=
  (g <? guesses G)%nat && (negb (only G) || existsb (fun s => final G (score G g s)) X).

(** The guesses until the game is over, if [s] is hidden and all of [X] are possible. *)
Fixpoint path X S s : option (list nat) := match S with
  | Stop => None
  | Ask g next =>
      if may g X then
        let a := score G g s in
        if over a (part g a X) then Some [g]
        else option_map (cons g) (path (part g a X) (next a) s)
      else None
  end.

Definition sum {A} (f : A -> N) l := fold_right (fun x n => f x + n) 0 l.
Definition of_path {A} (X : list nat) S s (f : list nat -> A) (no : A) :=
  match path X S s with Some p => f p | None => no end.

(** The longest path *)
Definition worst X S :=
  fold_right N.max 0 (map (fun s => of_path X S s (sum (long G)) 0) X).

(** A strategy ends the game for every secret, within the limits of guesses and of length. *)
Definition within (most : option N) n := match most with None => True | Some m => n <= m end.
Definition allowed steps money S := forall s, In s (secrets G) -> exists p,
  path (secrets G) S s = Some p /\ within steps (N.of_nat (length p))
  /\ within money (sum (long G) p).

(** The criteria of an objective. All but [Worst] are sums over all secrets: of the lengths of the
    paths; of those that have more guesses than [most]; of the fine for one guess, two, ... *)
Inductive aim := Mean | Worst | Within (most : nat) | Penalty (fines : list N).
Definition pay aim p := match aim with
  | Mean => sum (long G) p
  | Worst => 0
  | Within most => if (length p <=? most)%nat then 0 else 1
  | Penalty fines => nth (pred (min (length p) (length fines))) fines 0
  end.
Definition value S aim := match aim with
  | Worst => worst (secrets G) S
  | _ => sum (fun s => weight G s * of_path (secrets G) S s (pay aim) 0) (secrets G)
  end.

(** The first criterion counts most. *)
Fixpoint better u v := match u, v with
  | x :: u, y :: v => x < y \/ x = y /\ better u v
  | _, _ => False
  end.

(** The strategy [S] is allowed and has these values, and none that is allowed is better. *)
Definition optimal steps money aims S values :=
  allowed steps money S /\ map (value S) aims = values /\
  forall T, allowed steps money T -> ~ better (map (value T) aims) values.
End Play.
