(** What a guess costs in the bounds: a price by its place, and an amount of its own. *)
From Coq Require Import List Arith NArith Bool.
From Verified Require Import Spec.
Import ListNotations.
Open Scope N_scope.

Section Prices.
Variable asked : game.
Definition price depth := nth (min depth (pred (length (prices asked)))) (prices asked) 0.
Fixpoint paid depth p := match p with
  | [] => 0
  | guess :: p => price depth + cost asked guess + paid (S depth) p
  end.
Definition total depth possible plan :=
  sum (fun secret => weight asked secret * of_path asked possible plan secret (paid depth) 0)
    possible.
End Prices.
