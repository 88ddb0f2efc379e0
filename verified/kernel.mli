
val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val bool_dec : bool -> bool -> bool

val eqb : bool -> bool -> bool

module type TotalLeBool' =
 sig
  type t

  val leb : t -> t -> bool
 end

module Nat :
 sig
  val sub : int -> int -> int

  val divmod : int -> int -> int -> int -> int * int
 end

val nth : int -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> int -> 'a1 option

val rev : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val firstn : int -> 'a1 list -> 'a1 list

val skipn : int -> 'a1 list -> 'a1 list

val seq : int -> int -> int list

val repeat : 'a1 -> int -> 'a1 list

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of int
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : int -> int

  val add : int -> int -> int

  val add_carry : int -> int -> int

  val pred_double : int -> int

  val pred_N : int -> int

  type mask = Pos.mask =
  | IsNul
  | IsPos of int
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : int -> mask

  val sub_mask : int -> int -> mask

  val sub_mask_carry : int -> int -> mask

  val mul : int -> int -> int

  val iter : ('a1 -> 'a1) -> 'a1 -> int -> 'a1

  val compare_cont : comparison -> int -> int -> comparison

  val compare : int -> int -> comparison

  val eqb : int -> int -> bool

  val coq_Nsucc_double : int -> int

  val coq_Ndouble : int -> int

  val coq_lor : int -> int -> int

  val coq_land : int -> int -> int

  val coq_lxor : int -> int -> int

  val shiftl : int -> int -> int

  val testbit : int -> int -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1

  val to_nat : int -> int

  val of_succ_nat : int -> int
 end

module N :
 sig
  val succ_double : int -> int

  val double : int -> int

  val pred : int -> int

  val compare : int -> int -> comparison

  val pos_div_eucl : int -> int -> int * int

  val div_eucl : int -> int -> int * int

  val shiftl : int -> int -> int
 end

type game = { guesses : int; secrets : int list; score : (int -> int -> int);
              final : (int -> bool); goal : (int -> int);
              weight : (int -> int); long : (int -> int); only : bool;
              cost : (int -> int); prices : int list }

type strategy =
| Stop
| Ask of int * (int -> strategy)

val part : game -> int -> int -> int list -> int list

val known : game -> int list -> bool

val over : game -> int -> int list -> bool

val may : game -> int -> int list -> bool

val sum : ('a1 -> int) -> 'a1 list -> int

type aim =
| Mean
| Worst
| Within of int
| Penalty of int list

val pay : game -> aim -> int list -> int

val price : game -> int -> int

val paid : game -> int -> int list -> int

val put : int -> int -> (int * int list) list -> (int * int list) list

val split : (int -> int) -> int list -> (int * int list) list

val useful : game -> int -> int list -> bool

val limits : int -> int -> int -> int -> int -> int * int

val paths : game -> strategy -> int list -> (int * int list) list

val longest : game -> strategy -> int list -> int

val replayed : game -> strategy -> aim -> int

val priced : game -> strategy -> int

val oadd : int -> int option -> int option

val size : 'a1 list -> int

val one : bool -> int

val later :
  game -> (int -> int) -> int -> int -> int -> int -> int -> int -> int ->
  int -> int -> int option

val heavy : game -> int -> int list -> int

val wide : int

val group : (int -> int) -> int list -> (int * int list) list

type kind = { kover : int; kended : int; kblocks : int; kcost : int;
              klong : int }

val highest : (int * int) list -> int -> int -> int

val most_goal : game -> int list -> int

val shape : game -> int -> int list -> kind

val most : (kind -> int) -> kind list -> int

val fewest : (kind -> int) -> kind list -> int

val hold : (int * int) list -> int -> int -> int -> kind list -> bool

type symmetry = { back : (int -> int); onto : (int -> int);
                  name : (int -> int) }

val finals : game -> int -> int list -> int

val width : int

val counts_of : game -> int -> int -> int list -> int * int

val quick : game -> int -> int -> int list -> kind

val quick_counts : game -> kind -> int -> bool

val note : int list -> int -> int -> int list

val fill : game -> int -> int list -> int -> int list -> int list

val span : game -> int -> int

val column : game -> int -> int -> int -> int list

val incr : int list -> int -> int list

val count : int list -> int list

val top : int list -> int -> int * int

val crowd : int list -> int * int option

val columns : game -> int -> int -> int -> int -> int list list

val most_of : int option -> int option -> int option

val crowds : int list list -> int * int option

val ascending : int list -> bool

val insert : int -> int list -> int list

val sorted : int list -> int list

val greedy : int -> int -> int list -> int

val pad : int -> int -> int

val pop : int list -> int list -> int list -> (int list * int list) * int list

val next :
  int list -> int list -> int list -> (((int * int list) * int list) * int
  list) option

val take :
  int -> int list -> int list -> int list -> int -> ((int * int list) * int
  list) * int list

val few : 'a1 list -> 'a1 list -> 'a1 list -> bool

val queued :
  int -> int -> int list -> int list -> int list -> int -> int -> int

val padded : int -> int list -> int list

val huffman : int -> int list -> int

val letter : game -> int -> int -> int

val enders : game -> int -> int list -> int list

val letters : game -> int -> int list -> int option

val classes : game -> int list -> (int * int list) list

val upto : int -> (int -> bool) -> bool

val same : int list -> int list -> bool

val omax : int option -> int option -> int option

val oplus : int option -> int option -> int option

val reaches : int option -> int option -> bool

type arena = { low : int; high : int; ns : int; na : int; unit0 : bool;
               swift : bool; aimless : bool }

val lengths : game -> int -> int -> bool

val units : game -> int -> bool

val scores : game -> int -> int -> bool

val no_goals : game -> int -> bool

val plain : game -> int -> int -> bool

val survey : game -> int -> int -> int -> int -> arena option

val lighter :
  game -> arena -> (int list -> int -> int) -> int list -> int -> int

val alike : kind -> kind -> bool

val merge : kind -> kind list -> kind list

val counts : game -> int -> int list -> int -> bool

val shape_of : game -> arena -> int -> int list -> int -> kind option

val gather : game -> arena -> int list -> int -> int -> kind list -> kind list

val groups : game -> int

type plane = { psecret : int; pwords : Flat.t }

val make_plane : game -> arena -> int -> plane

val words : game -> arena -> (int -> plane option) -> int -> Flat.t option

val words_of :
  game -> arena -> (int -> plane option) -> int list -> Flat.t list option

val swift_kinds :
  game -> arena -> (int -> plane option) -> int list -> kind list option

val kinds :
  game -> arena -> (int -> plane option) -> int list -> int -> kind list

type winners =
  int -> int list
  (* singleton inductive, whose constructor was Winners *)

val winning : game -> arena -> winners -> int -> int list

val all_winning : game -> arena -> (int -> int list) -> bool

val check_winners : game -> arena -> (int -> int list) -> winners option

val few_kinds : game -> arena -> winners -> int list -> kind list

val most_letters : game -> int list -> int -> int -> int -> int option

val alphabet : game -> arena -> int list -> int -> int

type view = { vset : int list; vmade : int; vended : int; vblocks : int;
              vcost : int; vlong : int; vlines : (int * int) list;
              vletters : int }

val least_price : game -> int -> int

val lightest : game -> int list -> int

val look_at :
  game -> arena -> int list -> int -> int -> kind list -> (int * int) list ->
  bool -> view

val guesses_left : view -> int -> int -> int

val raised : int -> int option -> int option

val by_kind :
  game -> view -> (int -> int) -> int -> int -> int -> int -> kind -> int
  option

val enough : int -> int -> int -> int -> bool

val by_codes : game -> view -> int -> int -> int list -> int option

val by_size :
  game -> arena -> (int list -> int -> int) -> view -> int -> int -> int list
  -> int option

type statement = { sset : int list; smade : int; ssteps : int; smoney : 
                   int; sleast : int option }

type fact = { fline : int; fset : int list; fmade : int; fsteps : int;
              fmoney : int; fleast : int option }

val fset : game -> arena -> (int -> statement) -> fact -> int list

val level : game -> int -> int

val limit : game -> arena -> int -> int -> int -> int * int

val use :
  game -> arena -> (int -> statement) -> int -> fact option -> int list ->
  int -> int -> int -> int option

type block = int * int list

val place :
  (block * int option) -> (block * int option) list -> (block * int option)
  list

val osum : (block * int option) list -> int option

val raise :
  (int list -> int option) -> int option -> int option -> (block * int
  option) list -> (block * int option) list

val going : game -> int -> int list -> (int * int list) list

val by_blocks :
  game -> arena -> (int list -> int -> int) -> (int -> statement) -> int ->
  (bool -> int list -> int -> int -> int -> fact option) -> view -> int list
  -> int -> int -> int -> int option -> int option

module Sort :
 functor (X:TotalLeBool') ->
 sig
  val merge : X.t list -> X.t list -> X.t list

  val merge_list_to_stack :
    X.t list option list -> X.t list -> X.t list option list

  val merge_stack : X.t list option list -> X.t list

  val iter_merge : X.t list option list -> X.t list -> X.t list

  val sort : X.t list -> X.t list

  val flatten_stack : X.t list option list -> X.t list
 end

module Order :
 sig
  type t = int

  val leb : int -> int -> bool
 end

module Sorted :
 sig
  val merge : int list -> int list -> int list

  val merge_list_to_stack :
    int list option list -> int list -> int list option list

  val merge_stack : int list option list -> int list

  val iter_merge : int list option list -> int list -> int list

  val sort : int list -> int list

  val flatten_stack : int list option list -> int list
 end

val within_game : game -> arena -> int list -> bool

val back_by : game -> arena -> symmetry list -> int -> int

val onto_by : game -> arena -> symmetry list -> int -> int

val name_by : game -> arena -> symmetry list -> int -> int

val backs : game -> (int -> int) -> bool

val pairs :
  game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> bool

val multiplied :
  game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> symmetry
  list -> bool

val kept :
  game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> symmetry
  list option -> bool

val ontos :
  game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> bool

val names : game -> arena -> (int -> int) -> (int -> int) -> bool

val check_symmetry :
  game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> (int ->
  int) -> (int -> int) -> (int -> int) -> symmetry list option -> symmetry
  option

val moved : game -> arena -> symmetry list -> int list -> int list

val image :
  game -> arena -> (int -> statement) -> fact -> symmetry list -> fact

val suppose : game -> arena -> (int -> statement) -> int -> fact option

val omin : int option -> int option -> int option

val least_kind :
  game -> arena -> (int list -> int -> int) -> view -> int list -> int -> int
  -> kind list -> int option

val fewer :
  game -> arena -> (int list -> int -> int) -> (int list -> int -> kind list)
  -> int list -> int -> int -> int -> int option

val glance :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int ->
  plane option) -> int list -> int -> int -> int -> fact option

val peek :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int ->
  plane option) -> winners -> int list -> int -> int -> int -> fact option

type way =
| Look
| Like of int
| By of int

val looked :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> int ->
  (bool -> int list -> int -> int -> int -> fact option) -> view -> (int ->
  int) -> int -> int -> int list -> int -> int -> int option -> int -> bool

val share_follows :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int ->
  plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
  option) -> statement -> (int * int) list -> int -> int -> bool

type portion = { pline : int; pmany : int; pown : int }

val portion_of :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int ->
  plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
  option) -> (int * int) list -> int -> int -> portion option

val equal : game -> int -> int -> int list -> bool

val guess_holds :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> int ->
  (bool -> int list -> int -> int -> int -> fact option) -> (int -> int) ->
  (int -> way) -> view -> (int -> int) -> int -> int -> int list -> int ->
  int -> int option -> symmetry list -> int -> bool

val fixes : game -> arena -> int list -> symmetry -> bool

val follows :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int ->
  plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
  option) -> (int -> int) -> (int -> way) -> int list -> int -> int -> int ->
  int option -> (int * int) list -> symmetry list -> bool

val lemma :
  game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int ->
  plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
  option) -> (int -> int) -> (int -> way) -> int list -> int -> int -> int ->
  int option -> (int * int) list -> symmetry list -> fact option

val most_steps : game -> int option -> int

val bound :
  game -> arena -> (int -> statement) -> int -> (bool -> int list -> int ->
  int -> int -> fact option) -> int option -> int option -> int option

val plain0 : game -> bool

val posed : game -> int list -> game

val rising : aim -> bool

val is_sum : aim -> bool

val sums_of : aim list -> aim list

val fee : aim -> int -> int

val cap : int -> int -> aim list -> int

val scale : int -> int -> aim list -> int

val fees : int -> int -> aim list -> int -> int

val fees_of : int -> int -> aim list -> int -> int

val fair : game -> int list -> int -> int -> aim list -> bool

val decide :
  game -> int list -> arena -> (int -> statement) -> int -> (bool -> int list
  -> int -> int -> int -> fact option) -> int option -> strategy -> int ->
  int -> int -> aim list -> int option -> int -> int option -> bool

val inb : int option -> int -> bool

val plays : game -> int option -> int option -> strategy -> int -> bool

val accepts :
  game -> int list -> arena -> (int -> statement) -> int -> (bool -> int list
  -> int -> int -> int -> fact option) -> int option -> int option -> aim
  list -> strategy -> int list option

val shown :
  game -> int list -> arena -> (int -> statement) -> int -> fact -> bool

val mine : int -> int -> int -> bool

type progress = int
  (* singleton inductive, whose constructor was Progress *)

val reached :
  game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int ->
  int -> progress -> int

val start :
  game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int ->
  int -> progress

val advance :
  game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int ->
  int -> progress -> fact option -> progress option

val for_own :
  game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int ->
  int -> int -> portion -> bool

val advance_part :
  game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int ->
  int -> progress -> portion -> progress option

val remove : int -> int list -> int list

val has : int -> int list -> bool

val rest : int list -> int list -> int list

val black : int list -> int list -> int

val paired : int list -> int list -> int

val white : int list -> int list -> int

val pegs : int -> int list -> int list -> int

val tiles : int list -> int list -> int list -> int -> int

val marks : int list -> int list -> int

val scored :
  int list list -> int list list -> (int list -> int list -> int) -> int ->
  int -> int

val game_of :
  int list list -> int list list -> (int list -> int list -> int) -> (int ->
  bool) -> game

val codes : int -> int -> int list list

val differ : int list -> bool

val different : int -> int -> int list list

val won : int -> int -> bool

val mastermind : int -> int -> game

val bulls_and_cows : int -> int -> game

val mastermind_without_repeats : int -> int -> game

val wordle : int list list -> int list list -> game

val candidates : game -> game
