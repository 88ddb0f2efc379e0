(* The scores of all pairs of a guess and a secret, each computed once. *)

(* In games with at most this many scores those of a guess are beside one another, in others those of a secret. *)
let narrow = 64

exception Wider

(* A pair that is not in the table: no rule asks for it. *)
exception Outside

let most_pairs = 1 lsl 29

(* The last table that has a byte for a score: the scores of a guess beside one another, and also those of a secret,
   if there are many scores. [Tally] reads them without a call for each score. *)
type bytes = { score : int -> int -> int; guesses : int; secrets : int; of_guesses : Bytes.t; of_secrets : Bytes.t option }

let bytes = ref None

let table guesses secrets scores score =
  if scores > 65536 || (guesses > 0 && secrets > most_pairs / guesses) then raise Out_of_memory;
  let pairs = guesses * secrets and wide = scores > narrow in
  let fill set =
    for g = 0 to guesses - 1 do
      for s = 0 to secrets - 1 do
        let made = score g s in
        if made >= scores then raise Wider;
        set g s made
      done
    done in
  if scores > 256 then begin
    let table = Bytes.create (2 * pairs) in
    fill (fun g s made -> Bytes.set_uint16_le table (2 * (s * guesses + g)) made);
    fun g s -> if g >= guesses || s >= secrets then raise Outside; Bytes.get_uint16_le table (2 * (s * guesses + g))
  end
  else begin
    let of_guesses = Bytes.create pairs and of_secrets = Bytes.create (if wide then pairs else 0) in
    fill (fun g s made ->
      Bytes.set_uint8 of_guesses (g * secrets + s) made;
      if wide then Bytes.set_uint8 of_secrets (s * guesses + g) made);
    let score =
      if wide then fun g s -> if g >= guesses || s >= secrets then raise Outside; Bytes.get_uint8 of_secrets (s * guesses + g)
      else fun g s -> if g >= guesses || s >= secrets then raise Outside; Bytes.get_uint8 of_guesses (g * secrets + s) in
    bytes := Some { score; guesses; secrets; of_guesses; of_secrets = (if wide then Some of_secrets else None) };
    score
  end

(* Inside of the table equal to [fun guess secret -> judge (nth guess codes []) (nth secret hidden [])], as [scored] in Games.v. *)
let of_codes codes hidden judge =
  let codes = Array.of_list codes and hidden = Array.of_list hidden in
  let guesses = Array.length codes and secrets = Array.length hidden in
  let score guess secret = judge codes.(guess) hidden.(secret) in
  try table guesses secrets narrow score with Wider ->
  try table guesses secrets 256 score with Wider -> table guesses secrets 65536 score
