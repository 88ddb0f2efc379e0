(* [counts_of] of Count.v: how many secrets a guess ends the game for, and how many other scores it gets. *)

external number : bool -> int = "%identity"

(* The number of the last count that met a score, for each score, and the scores that end the game *)
type met = { final : int -> bool; scores : int; endings : int list; last : int array; mutable count : int }

(* At least as many as there are bytes *)
let least_scores = 256

let met = ref { final = (fun _ -> false); scores = 0; endings = []; last = [||]; count = 0 }

let next_count final scores =
  if !met.final != final || !met.scores <> scores then begin
    let endings = List.filter final (List.init scores Fun.id) in
    met := { final; scores; endings; last = Array.make (max least_scores scores) 0; count = 0 }
  end;
  !met.count <- !met.count + 1;
  !met

(* A set as the places of its scores in a table, for all guesses in turn. A processor reads large sets faster from the
   scores of a guess, and small ones from those of a secret, where those of the next guesses are beside. *)
type set = { secrets : int list; bytes : Scores.bytes; places : int array; table : Bytes.t; per_guess : int }

let set = ref None

let dense = 16

let set_of (bytes : Scores.bytes) secrets =
  match !set with
  | Some set when set.secrets == secrets && set.bytes == bytes -> set
  | _ ->
    let members = Array.of_list secrets in
    if Array.exists (fun secret -> secret >= bytes.secrets) members then raise Scores.Outside;
    let made =
      match bytes.of_secrets with
      | Some table when Array.length members < bytes.secrets / dense ->
        { secrets; bytes; places = Array.map (fun secret -> secret * bytes.guesses) members; table; per_guess = 1 }
      | _ -> { secrets; bytes; places = members; table = bytes.of_guesses; per_guess = bytes.secrets } in
    set := Some made;
    made

(* The number of scores. No branch depends on a score, for a processor could not foresee it.
   [last] has a place for each byte. *)
let different_bytes { places; table; per_guess; _ } guess (last : int array) count =
  let first = guess * per_guess and made = ref 0 in
  for i = 0 to Array.length places - 1 do
    let score = Char.code (Bytes.unsafe_get table (first + Array.unsafe_get places i)) in
    made := !made + number (Array.unsafe_get last score <> count);
    Array.unsafe_set last score count
  done;
  !made

let rec different score guess (last : int array) count made = function
  | [] -> made
  | secret :: rest ->
    let score_of_secret = score guess secret in
    let fresh = number (last.(score_of_secret) <> count) in
    last.(score_of_secret) <- count;
    different score guess last count (made + fresh) rest

let counts_of score final scores guess secrets =
  let { endings; last; count; _ } = next_count final scores in
  let made =
    match !Scores.bytes with
    | Some bytes when bytes.score == score ->
      if guess >= bytes.guesses then raise Scores.Outside;
      different_bytes (set_of bytes secrets) guess last count
    | _ -> different score guess last count 0 secrets in
  let rec met = function [] -> 0 | score :: rest -> number (last.(score) = count) + met rest in
  match met endings with
  | 0 -> 0, made
  | met -> List.length (List.filter (fun secret -> final (score guess secret)) secrets), made - met
