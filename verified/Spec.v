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
Inductive strategy := Stop | Ask (guess : nat) (next : nat -> strategy).

Section Play.
Variable asked : game.

(** The possible secrets that have this score *)
Definition part guess answer possible :=
  filter (fun secret => score asked guess secret =? answer)%nat possible.

Definition known possible := match possible with
  | [] => true
  | one :: _ => negb (goal asked one =? 0)%nat &&
      forallb (fun secret => goal asked secret =? goal asked one)%nat possible
  end.

(** Is the game over after this score, if these secrets remain? *)
Definition over answer remaining := final asked answer || known remaining.

Definition may guess possible := (guess <? guesses asked)%nat &&
  (negb (only asked) || existsb (fun secret => final asked (score asked guess secret)) possible).

(** The guesses until the game is over, for a hidden secret and a set of all that are possible *)
Fixpoint path possible plan secret : option (list nat) := match plan with
  | Stop => None
  | Ask guess next =>
      if may guess possible then
        let answer := score asked guess secret in
        if over answer (part guess answer possible) then Some [guess]
        else option_map (cons guess) (path (part guess answer possible) (next answer) secret)
      else None
  end.

Definition sum {Item} (amount : Item -> N) items :=
  fold_right (fun item total => amount item + total) 0 items.
Definition of_path {Value} (possible : list nat) plan secret (amount : list nat -> Value)
    (otherwise : Value) :=
  match path possible plan secret with Some guesses => amount guesses | None => otherwise end.

(** The longest path *)
Definition worst possible plan := fold_right N.max 0
  (map (fun secret => of_path possible plan secret (sum (long asked)) 0) possible).

(** A strategy ends the game for every secret, within the limits of guesses and of length. *)
Definition within (most : option N) amount :=
  match most with None => True | Some limit => amount <= limit end.
Definition allowed steps money plan := forall secret, In secret (secrets asked) ->
  exists guesses, path (secrets asked) plan secret = Some guesses
    /\ within steps (N.of_nat (length guesses)) /\ within money (sum (long asked) guesses).

(** The criteria of an objective. All but [Worst] are sums over all secrets: of the lengths of the
    paths; of those that have more guesses than [most]; of the fine for one guess, two, ... *)
Inductive aim := Mean | Worst | Within (most : nat) | Penalty (fines : list N).
Definition pay aim guesses := match aim with
  | Mean => sum (long asked) guesses
  | Worst => 0
  | Within most => if (length guesses <=? most)%nat then 0 else 1
  | Penalty fines => nth (pred (min (length guesses) (length fines))) fines 0
  end.
Definition value plan aim := match aim with
  | Worst => worst (secrets asked) plan
  | _ => sum (fun secret => weight asked secret * of_path (secrets asked) plan secret (pay aim) 0)
           (secrets asked)
  end.

(** The first criterion counts most. *)
Fixpoint better some others := match some, others with
  | one :: some, other :: others => one < other \/ one = other /\ better some others
  | _, _ => False
  end.

(** The strategy [plan] is allowed and has these values, and none that is allowed is better. *)
Definition optimal steps money aims plan values :=
  allowed steps money plan /\ map (value plan) aims = values /\
  forall other, allowed steps money other -> ~ better (map (value other) aims) values.
End Play.
