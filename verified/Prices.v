(** What a guess costs in the bounds: a price by its place, and an amount of its own. *)
From Coq Require Import List Arith NArith Bool.
From Verified Require Import Spec.
Import ListNotations.
Open Scope N_scope.

Section Prices.
Variable G : game.
Definition price d := nth (min d (pred (length (prices G)))) (prices G) 0.
Fixpoint paid d p := match p with
  | [] => 0
  | g :: p => price d + cost G g + paid (S d) p
  end.
Definition total d X S := sum (fun s => weight G s * of_path G X S s (paid d) 0) X.
End Prices.
