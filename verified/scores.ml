(* The scores of all pairs of a guess and a secret, each computed once. *)

(* In games with at most this many scores those of a guess are beside one another, in others those of a secret. *)
let narrow = 64

exception Wider

(* A pair that is not in the table: no rule asks for it. *)
exception Outside

let most_pairs = 1 lsl 29

let table guesses secrets scores score =
  let bytes = if scores > 256 then 2 else 1 in
  if scores > 65536 || (guesses > 0 && secrets > most_pairs / guesses) then raise Out_of_memory;
  let table = Bytes.create (guesses * secrets * bytes) in
  let per_guess, per_secret = if scores > narrow then 1, guesses else secrets, 1 in
  let set = if bytes = 2 then Bytes.set_uint16_le else Bytes.set_uint8 in
  for g = 0 to guesses - 1 do
    for s = 0 to secrets - 1 do
      let made = score g s in
      if made >= scores then raise Wider;
      set table (bytes * (g * per_guess + s * per_secret)) made
    done
  done;
  match bytes, per_secret with
  | 1, 1 -> fun g s -> if g >= guesses || s >= secrets then raise Outside; Bytes.get_uint8 table (g * secrets + s)
  | 1, _ -> fun g s -> if g >= guesses || s >= secrets then raise Outside; Bytes.get_uint8 table (s * guesses + g)
  | _ ->
    fun g s -> if g >= guesses || s >= secrets then raise Outside; Bytes.get_uint16_le table (2 * (g * per_guess + s * per_secret))

(* Inside of the table equal to [fun guess secret -> judge (nth guess codes []) (nth secret hidden [])], as [scored] in Games.v. *)
let of_codes codes hidden judge =
  let codes = Array.of_list codes and hidden = Array.of_list hidden in
  let guesses = Array.length codes and secrets = Array.length hidden in
  let score guess secret = judge codes.(guess) hidden.(secret) in
  try table guesses secrets narrow score with Wider ->
  try table guesses secrets 256 score with Wider -> table guesses secrets 65536 score
