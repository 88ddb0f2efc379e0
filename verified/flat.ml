(* Lists of equal length in one string of bytes, which takes less memory and is not searched by the garbage collector.
   [join] is that of Count.v: at each place the bits of all. *)
type t = { length : int; words : Bytes.t }

exception Uneven

let get words at = Int64.to_int (Bytes.get_int64_ne words (8 * at))
let set words at word = Bytes.set_int64_ne words (8 * at) (Int64.of_int word)

let of_lists lists =
  let length = match lists with [] -> 1 | list :: _ -> List.length list in
  if length = 0 || List.exists (fun list -> List.length list <> length) lists then raise Uneven;
  let words = Bytes.create (8 * length * List.length lists) in
  List.iteri (set words) (List.concat lists);
  { length; words }

let to_lists length words many =
  let rec list from at rest = if at < from then rest else list from (at - 1) (get words at :: rest) in
  let rec lists last made = if last < 0 then made else lists (last - length) (list (last - length + 1) last [] :: made) in
  lists (many - 1) []

let read use { length; words } = use (to_lists length words (Bytes.length words / 8))

external load : Bytes.t -> int -> int64 = "%caml_bytes_get64u"
external store : Bytes.t -> int -> int64 -> unit = "%caml_bytes_set64u"

(* Four at a time, all of the same size *)
let rec add made = function
  | [] -> ()
  | j :: k :: l :: m :: rest ->
    for at = 0 to Bytes.length made / 8 - 1 do
      let i = 8 * at in
      store made i
        (Int64.logor (load made i) (Int64.logor (Int64.logor (load j i) (load k i)) (Int64.logor (load l i) (load m i))))
    done;
    add made rest
  | j :: rest ->
    for at = 0 to Bytes.length made / 8 - 1 do store made (8 * at) (Int64.logor (load made (8 * at)) (load j (8 * at))) done;
    add made rest

(* The result is a list, so its bytes serve again. *)
let kept = ref Bytes.empty

let join = function
  | [] -> []
  | { length; words } :: rest ->
    let size = Bytes.length words in
    if List.exists (fun other -> other.length <> length || Bytes.length other.words <> size) rest then raise Uneven;
    if Bytes.length !kept <> size then kept := Bytes.create size;
    let made = !kept in
    Bytes.blit words 0 made 0 size;
    add made (List.map (fun other -> other.words) rest);
    to_lists length made (size / 8)
