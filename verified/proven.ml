exception Invalid

module Make (Of : Rules.PROBLEM) () = struct
  type symmetry = Kernel.symmetry
  type fact = Kernel.fact
  type plane = Kernel.plane
  type winners = Kernel.winners
  type find = bool -> int list -> int -> int -> int -> fact option
  type threshold = int list -> int -> int
  type planes = int -> plane option

  let game = Kernel.posed Of.game Of.prices
  let lengths = List.init game.guesses game.long
  let arena =
    let shortest = List.fold_left min max_int lengths and longest = List.fold_left max 0 lengths in
    match Kernel.survey game shortest longest Of.secrets Of.scores with Some arena -> arena | None -> raise Invalid
  let check_symmetry back = Kernel.check_symmetry game arena back
  let image fact = Kernel.image game arena fact
  let make_plane secret = Kernel.make_plane game arena secret
  let check_winners winners = Kernel.check_winners game arena winners
  let glance threshold = Kernel.glance game arena threshold
  let peek threshold = Kernel.peek game arena threshold
  let lemma threshold = Kernel.lemma game arena threshold
  let use fact = Kernel.use game arena fact
  let fset fact = Kernel.fset game arena fact
  let accepts find tree = Kernel.accepts Of.game Of.prices arena find Of.steps Of.money Of.aims tree
end
