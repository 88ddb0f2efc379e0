(* Reads the input of the program. Numbers are natural: no theorem is about others. *)
exception Refused of string

let refuse text = raise (Refused text)

let buffer = ref (Bytes.create 65536)
let filled = ref 0
let place = ref 0

let current () =
  if !place = !filled then begin
    filled := input stdin !buffer 0 (Bytes.length !buffer);
    place := 0
  end;
  if !filled = 0 then '.' else Bytes.unsafe_get !buffer !place

(* Read all of the input before the first number, for processes that begin later. *)
let load () =
  let all = Buffer.create (1 lsl 24) in
  let rec more () =
    match input stdin !buffer 0 (Bytes.length !buffer) with
    | 0 -> ()
    | count -> Buffer.add_subbytes all !buffer 0 count; more () in
  more ();
  buffer := Buffer.to_bytes all;
  filled := Bytes.length !buffer

let rec skip () = match current () with ' ' | '\n' -> incr place; skip () | _ -> ()

(* Numbers are small enough for the kernel to count on from them. *)
let most = 1 lsl 60

let next () =
  skip ();
  match current () with
  | '0' .. '9' ->
    let n = ref 0 and going = ref true in
    while !going do
      match current () with
      | '0' .. '9' as digit -> n := Amount.add (Amount.mul !n 10) (Char.code digit - 48); incr place
      | _ -> going := false
    done;
    if !n >= most then refuse "a number is out of range";
    !n
  | _ -> refuse "the input ends too early, or is not a natural number"

let below most = let n = next () in if n >= most then refuse "a number is out of range" else n
let flag () = below 2 = 1

(* A limit, or -1 for none: only here a sign is read. *)
let some () =
  skip ();
  if current () <> '-' then Some (next ())
  else begin
    incr place;
    if next () <> 1 then refuse "a number is negative";
    None
  end

(* A word of small letters *)
let word () =
  skip ();
  let made = Buffer.create 16 and going = ref true in
  while !going do
    match current () with
    | 'a' .. 'z' | '_' as letter -> Buffer.add_char made letter; incr place
    | _ -> going := false
  done;
  if Buffer.length made = 0 then refuse "the input ends too early, or is not a word";
  Buffer.contents made

(* A false count takes no more memory than the input. *)
let items count read =
  let rec more left made = if left = 0 then List.rev made else more (left - 1) (read () :: made) in
  more count []
let array count read = Array.of_list (items count read)
let list read = let count = next () in items count read
