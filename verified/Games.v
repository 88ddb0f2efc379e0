(** Mastermind, bulls and cows, and Wordle: the games that the program knows by name. *)
From Coq Require Import List Arith NArith Bool.
From Verified Require Import Spec.
Import ListNotations.
Open Scope nat_scope.

(** A code or a word is a list of numbers. *)
Fixpoint remove colour code := match code with
  | [] => []
  | peg :: code => if colour =? peg then code else peg :: remove colour code
  end.
Definition has colour code := existsb (Nat.eqb colour) code.

(** The pegs of a code that are not where the other has the same colour *)
Fixpoint rest code other := match code, other with
  | colour :: code, peg :: other =>
      if colour =? peg then rest code other else colour :: rest code other
  | _, _ => []
  end.

(** Black pegs: colours in place *)
Fixpoint black guess secret := match guess, secret with
  | colour :: guess, peg :: secret => (if colour =? peg then 1 else 0) + black guess secret
  | _, _ => 0
  end.

(** White pegs: of those that are not black, each is paired with one of its colour that is left. *)
Fixpoint paired guess secret := match guess with
  | [] => 0
  | colour :: guess =>
      if has colour secret then S (paired guess (remove colour secret)) else paired guess secret
  end.
Definition white guess secret := paired (rest guess secret) (rest secret guess).
Definition pegs holes guess secret := black guess secret * (holes + 1) + white guess secret.

(** Tiles, as digits of a number: 0 is green (in place), 1 yellow, 2 grey. From left to right, a
    letter that is not in place is yellow while the secret has one of it that is left. *)
Fixpoint tiles guess secret left number := match guess, secret with
  | colour :: guess, peg :: secret =>
      if colour =? peg then tiles guess secret left (3 * number)
      else if has colour left then tiles guess secret (remove colour left) (3 * number + 1)
      else tiles guess secret left (3 * number + 2)
  | _, _ => number
  end.
Definition marks guess secret := tiles guess secret (rest secret guess) 0.

(** Guesses and secrets are the numbers of codes in two lists. *)
Definition scored (codes hidden : list (list nat)) (judge : list nat -> list nat ->
  nat) guess secret :=
  judge (nth guess codes []) (nth secret hidden []).
Definition game_of codes hidden judge final : game :=
  Game (length codes) (seq 0 (length hidden)) (scored codes hidden judge) final
    (fun _ => 0) (fun _ => 1%N) (fun _ => 1%N) false (fun _ => 0%N) [1%N].

(** All codes, in alphabetical order, and those without repeated colours *)
Fixpoint codes holes colours := match holes with
  | O => [[]]
  | S holes => flat_map (fun colour => map (cons colour) (codes holes colours)) (seq 0 colours)
  end.
Fixpoint differ code := match code with
  | [] => true
  | colour :: code => negb (has colour code) && differ code
  end.
Definition different holes colours := filter differ (codes holes colours).

Definition won holes answer := answer =? holes * (holes + 1).
Definition mastermind holes colours :=
  game_of (codes holes colours) (codes holes colours) (pegs holes) (won holes).
Definition bulls_and_cows holes colours :=
  game_of (different holes colours) (different holes colours) (pegs holes) (won holes).
(** Only guesses may repeat a colour. *)
Definition mastermind_without_repeats holes colours :=
  game_of (codes holes colours) (different holes colours) (pegs holes) (won holes).
Definition wordle words answers := game_of words answers marks (Nat.eqb 0).
(** The same game, in which each guess must be one that may end it *)
Definition candidates (asked : game) : game :=
  Game (guesses asked) (secrets asked) (score asked) (final asked) (goal asked) (weight asked)
    (long asked) true (cost asked) (prices asked).
