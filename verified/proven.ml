exception Invalid

module Make (Of : Rules.PROBLEM) () = struct
  type symmetry = Kernel.symmetry
  type fact = Kernel.fact
  type progress = Kernel.progress
  type portion = Kernel.portion
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
  let image fact = Kernel.image game arena Of.stated fact
  let make_plane secret = Kernel.make_plane game arena secret
  let check_winners winners = Kernel.check_winners game arena winners
  let glance threshold = Kernel.glance game arena Of.stated threshold
  let peek threshold = Kernel.peek game arena Of.stated threshold
  let lemma threshold = Kernel.lemma game arena Of.stated threshold
  let use now = Kernel.use game arena Of.stated now
  let fset fact = Kernel.fset game arena Of.stated fact
  let accepts now find tree = Kernel.accepts Of.game Of.prices arena Of.stated now find Of.steps Of.money Of.aims tree
  let suppose line = Kernel.suppose game arena Of.stated line
  let portion_of threshold = Kernel.portion_of game arena Of.stated threshold
  let start many own = Kernel.start Of.game Of.prices arena Of.stated Of.divided many own
  let advance many = Kernel.advance Of.game Of.prices arena Of.stated Of.divided many
  let advance_part many = Kernel.advance_part Of.game Of.prices arena Of.stated Of.divided many
  let reached many = Kernel.reached Of.game Of.prices arena Of.stated Of.divided many
end
