(** The rules as OCaml. Numbers of guesses, secrets, scores and steps are native integers; so are amounts, whose
    sums and products raise an exception rather than overflow. *)
From Coq Require Import List Arith NArith Bool Extraction ExtrOcamlBasic.
From Verified Require Import Spec Prices Play Replay Bounds Shapes Symmetry Count Rules Kernel Objective Shares Games.

Extract Inductive nat => int [ "0" "succ" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inlined Constant Init.Nat.add => "Amount.add".
Extract Inlined Constant Init.Nat.pred => "(fun n -> if n = 0 then 0 else n - 1)".
Extract Inlined Constant Init.Nat.sub => "Amount.sub".
Extract Inlined Constant Nat.eqb => "Amount.eq".
Extract Inlined Constant Nat.leb => "Amount.le".
Extract Inlined Constant Nat.ltb => "Amount.lt".
Extract Inlined Constant Init.Nat.min => "Amount.min".
Extract Inlined Constant Init.Nat.max => "Amount.max".
Extract Inlined Constant length => "List.length".

Extract Inductive positive => int [ "(fun p -> Amount.add (Amount.add p p) 1)" "(fun p -> Amount.add p p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Inductive N => int [ "0" "(fun p -> p)" ] "(fun zero positive n -> if n = 0 then zero () else positive n)".
Extract Inlined Constant N.add => "Amount.add".
Extract Inlined Constant N.mul => "Amount.mul".
Extract Inlined Constant N.sub => "Amount.sub".
Extract Inlined Constant N.div => "Amount.div".
Extract Inlined Constant N.eqb => "Amount.eq".
Extract Inlined Constant N.leb => "Amount.le".
Extract Inlined Constant N.ltb => "Amount.lt".
Extract Inlined Constant N.min => "Amount.min".
Extract Inlined Constant N.max => "Amount.max".
Extract Inlined Constant N.testbit => "Amount.bit".
Extract Inlined Constant N.setbit => "Amount.set".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.ones => "Amount.ones".
Extract Inlined Constant N.b2n => "Bool.to_int".
Extract Inlined Constant Init.Nat.mul => "Amount.mul".
Extract Inlined Constant Nat.modulo => "Amount.modulo".
Extract Inlined Constant Nat.div => "Amount.div".
Extract Inlined Constant N.of_nat => "(fun n -> n)".
Extract Inlined Constant N.to_nat => "(fun n -> n)".

(** The words of a secret as an array *)
Extract Inductive flat => "Flat.t" [ "Flat.of_lists" ] "Flat.read".
Extract Inlined Constant join => "Flat.join".

(** The scores of a guess, counted with an array *)
Extract Constant counts_of =>
  "fun (asked : game) scores guess secrets -> Tally.counts_of asked.score asked.final scores guess secrets".

(** The scores of a game with a name, computed once for each pair *)
Extract Constant scored => "Scores.of_codes".

Extraction "kernel.ml" survey check_symmetry make_plane check_winners image suppose glance peek lemma use fset accepts start
  advance advance_part reached portion_of posed known replayed priced mastermind bulls_and_cows mastermind_without_repeats wordle candidates.
