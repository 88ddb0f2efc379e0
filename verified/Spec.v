(** What a "yes" of the checker means. Nothing else has to be read to know it. *)
From Coq Require Import List Arith NArith Bool.
Import ListNotations.
Open Scope N_scope.

Record game := Game {
  guesses : nat;              (* guesses are the numbers below this one *)
  secrets : list nat;         (* one of them is hidden *)
  score : nat -> nat -> nat;  (* of a guess and a secret *)
  final : nat -> bool;        (* does a score end the game? *)
  goal : nat -> nat;          (* of a secret: to know it ends the game, too; 0: not so *)
  weight : nat -> N;          (* of a secret *)
  cost : nat -> N;            (* of a guess, in addition to its price *)
  long : nat -> N;            (* what a guess adds to the length of a path *)
  prices : list N;            (* of the first guess, the second, ...; the last is for all later ones *)
  only : bool }.              (* is each guess to be one that may end the game? *)

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

Definition may g X := (g <? guesses G)%nat && (negb (only G) || existsb (fun s => final G (score G g s)) X).

(** The guesses until the game is over, if [s] is hidden and all of [X] are possible. *)
Fixpoint path X S s : option (list nat) := match S with
  | Stop => None
  | Ask g next =>
      if may g X then
        let a := score G g s in
        if over a (part g a X) then Some [g] else option_map (cons g) (path (part g a X) (next a) s)
      else None
  end.

Definition price d := nth (min d (pred (length (prices G)))) (prices G) 0.
Fixpoint paid d p := match p with [] => 0 | g :: p => price d + cost G g + paid (S d) p end.
Definition sum {A} (f : A -> N) l := fold_right (fun x n => f x + n) 0 l.

(** What [X] cost in all, and the longest path. *)
Definition of_path {A} (X : list nat) S s (f : list nat -> A) (no : A) := match path X S s with Some p => f p | None => no end.
Definition total d X S := sum (fun s => weight G s * of_path X S s (paid d) 0) X.
Definition worst X S := fold_right N.max 0 (map (fun s => of_path X S s (sum (long G)) 0) X).

Definition within (most : option N) n := match most with None => True | Some m => n <= m end.
Definition allowed steps money S := forall s, In s (secrets G) -> exists p,
  path (secrets G) S s = Some p /\ within steps (N.of_nat (length p)) /\ within money (sum (long G) p).

(** The criteria of an objective, the most important one first. *)
Inductive criterion := Total (scale : N) | Worst.
Definition figure S c := match c with
  | Total scale => total 0 (secrets G) S / scale
  | Worst => worst (secrets G) S
  end.
Fixpoint better u v := match u, v with x :: u, y :: v => x < y \/ x = y /\ better u v | _, _ => False end.

Definition optimal steps money aims figures :=
  (exists S, allowed steps money S /\ map (figure S) aims = figures) /\
  forall S, allowed steps money S -> ~ better (map (figure S) aims) figures.
End Play.
