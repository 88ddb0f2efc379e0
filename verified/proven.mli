(* The kernel as the driver sees it. Facts are abstract: only the rules below make them, and each rule is proven. *)
type game = Kernel.game = { guesses : int; secrets : int list; score : int -> int -> int; final : int -> bool; goal : int -> int;
                            weight : int -> int; cost : int -> int; long : int -> int; prices : int list; only : bool }
type strategy = Kernel.strategy = Stop | Ask of int * (int -> strategy)
type criterion = Kernel.criterion = Total of int | Worst
type way = Kernel.way = Look | Like of int | By of int
type arena
type symmetry
type fact
type plane
type winners

val known : game -> int list -> bool
val total : game -> int -> int list -> strategy -> int
val worst : game -> int list -> strategy -> int
val survey : game -> int -> int -> int -> int -> arena option
val check_symmetry : game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> (int -> int) -> (int -> int) -> (int -> int) -> symmetry option
val image : game -> arena -> fact -> symmetry list -> fact
val make_plane : game -> arena -> int -> plane
val check_winners : game -> arena -> (int -> int list) -> winners option
val glance : game -> arena -> (int list -> int -> int) -> (int -> plane option) -> int list -> int -> int -> int -> fact option
val peek : game -> arena -> (int list -> int -> int) -> (int -> plane option) -> winners -> int list -> int -> int -> int -> fact option
val lemma : game -> arena -> (int list -> int -> int) -> (int -> plane option) -> (bool -> int list -> int -> int -> int -> fact option) -> (int -> int) ->
  (int -> way) -> int list -> int -> int -> int -> int option -> (int * int) list -> symmetry list -> fact option
val use : game -> arena -> fact option -> int list -> int -> int -> int -> int option
val fset : game -> arena -> fact -> int list
val conclude : game -> arena -> (bool -> int list -> int -> int -> int -> fact option) -> int option -> int option -> strategy ->
  criterion list -> int list option
