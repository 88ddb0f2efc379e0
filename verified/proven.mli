(* The kernel as the driver sees it. Facts are abstract: only these rules make them, and each rule is proven. *)
exception Invalid

(* Each use makes types of its own: a fact about one game says nothing about another. *)
module Make (Of : Rules.PROBLEM) () : Rules.RULES
