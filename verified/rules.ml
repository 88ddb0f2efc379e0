(* The problem that the rules are about, and the rules as the driver sees them. *)
type game = Kernel.game = {
  guesses : int; secrets : int list; score : int -> int -> int; final : int -> bool; goal : int -> int; weight : int -> int;
  long : int -> int; only : bool; cost : int -> int; prices : int list }
type strategy = Kernel.strategy = Stop | Ask of int * (int -> strategy)
type aim = Kernel.aim = Mean | Worst | Within of int | Penalty of int list
type statement = Kernel.statement = { sset : int list; smade : int; ssteps : int; smoney : int; sleast : int option }
type way = Kernel.way = Look | Like of int | By of int

module type PROBLEM = sig
  val game : game
  val prices : int list
  val secrets : int
  val scores : int
  val steps : int option
  val money : int option
  val aims : aim list
  val stated : int -> statement (* what a line says; in order, each one when it is read *)
  val divided : int -> bool (* is each process to prove the line for some of the first guesses? *)
end

module type RULES = sig
  type symmetry
  type fact
  type progress
  type portion
  type plane
  type winners

  (* Hints *)
  type find = bool -> int list -> int -> int -> int -> fact option
  type threshold = int list -> int -> int
  type planes = int -> plane option

  val game : game
  val check_symmetry :
    (int -> int) -> (int -> int) -> (int -> int) -> (int -> int) -> (int -> int) -> (int -> int) -> symmetry list option ->
    symmetry option
  val image : fact -> symmetry list -> fact
  val make_plane : int -> plane
  val check_winners : (int -> int list) -> winners option
  val glance : threshold -> planes -> int list -> int -> int -> int -> fact option
  val peek : threshold -> planes -> winners -> int list -> int -> int -> int -> fact option
  val lemma :
    threshold -> planes -> int -> find -> (int -> int) -> (int -> way) -> int list -> int -> int -> int -> int option ->
    (int * int) list -> symmetry list -> fact option
  val use : int -> fact option -> int list -> int -> int -> int -> int option
  val fset : fact -> int list

  (* Facts that rest on no line from the given one on decide: from 0 on, if there is one process. *)
  val accepts : int -> find -> strategy -> int list option

  (* What other processes prove of a line, and what the own one has proven: of every [many]th line from [own] on, and of
     divided lines, for every [many]th first guess. *)
  val suppose : int -> fact option
  val portion_of : threshold -> planes -> int -> find -> (int * int) list -> int -> int -> portion option
  val start : int -> int -> progress
  val advance : int -> int -> progress -> fact option -> progress option
  val advance_part : int -> int -> progress -> portion -> progress option
  val reached : int -> int -> progress -> int
end
