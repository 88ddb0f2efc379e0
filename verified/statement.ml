(* What is to be proven: a game with a name or as a table, limits and an objective, as they are read and as they are shown. *)
open Rules
open Reader

type t = {
  name : string; (* the game, as a term of Games.v, or a table by its digest *)
  table : bool; (* is the name not a term of Coq by itself? *)
  note : string; (* more about the game, on lines of its own *)
  game : game;
  secrets : int; (* secrets are below this number, those of weight 0 too *)
  scores : int; (* scores are below this number *)
  order : int array; (* the scores that occur, in the order of their first occurrence *)
  fingerprint : string;
  prices : int list; (* a hint *)
  steps : int option;
  money : int option;
  aims : aim list }

(* The digest of a game, which the page on certificates defines, and its scores in order *)
let fingerprint (game : game) secrets scores =
  let digest = Sha256.start () and number = Array.make scores (-1) and order = ref [] and many = ref 0 in
  Sha256.text digest (Printf.sprintf "%d %d\n" game.guesses secrets);
  for guess = 0 to game.guesses - 1 do
    for secret = 0 to secrets - 1 do
      let score = game.score guess secret in
      if number.(score) < 0 then begin number.(score) <- !many; incr many; order := score :: !order end;
      Sha256.number digest 2 number.(score)
    done
  done;
  let order = Array.of_list (List.rev !order) in
  Array.iter (fun score -> Sha256.byte digest (Bool.to_int (game.final score))) order;
  List.iter
    (fun (count, amount) -> for i = 0 to count - 1 do Sha256.number digest 8 (amount i) done)
    [ secrets, game.weight; game.guesses, game.long; secrets, game.goal ];
  Sha256.finish digest, order

(* Codes are listed before they are chosen. *)
let most_codes = 1 lsl 20

let read_codes name make =
  let holes = below 1001 in
  let colours = below 65537 in
  let count = List.fold_left (fun count _ -> min most_codes (count * colours)) 1 (List.init holes Fun.id) in
  if count = most_codes then raise Out_of_memory;
  let game : game = make holes colours in
  Printf.sprintf "%s %d %d" name holes colours, "", game, List.length game.secrets, holes * (holes + 1) + 1

let read_words () =
  let letters = below 11 in
  let words = list word in
  let answers = list word in
  if List.exists (fun word -> String.length word <> letters) (words @ answers) then refuse "a word has another length";
  let digest words =
    let digest = Sha256.start () in
    List.iter (fun word -> Sha256.text digest (word ^ "\n")) words;
    Sha256.finish digest in
  let note = Printf.sprintf "words: SHA-256 %s, a word a line\nanswers: SHA-256 %s\n" (digest words) (digest answers) in
  let numbers word = List.map Char.code (List.of_seq (String.to_seq word)) in
  let scores = List.fold_left (fun scores _ -> 3 * scores) 1 (List.init letters Fun.id) in
  "wordle words answers", note, Kernel.wordle (List.map numbers words) (List.map numbers answers), List.length answers, scores

let read_table () =
  let guesses = next () in
  let secrets = next () in
  let scores = below 65537 in
  let final = array scores flag in
  let weight = array secrets next in
  let long = array guesses next in
  let goal = array secrets next in
  let score = Scores.table guesses secrets scores (fun _ _ -> below scores) in
  let hidden = List.filter (fun secret -> weight.(secret) > 0) (List.init secrets Fun.id) in
  ( "", "", { guesses; secrets = hidden; score; final = Array.get final; goal = Array.get goal; weight = Array.get weight;
              long = Array.get long; only = false; cost = (fun _ -> 0); prices = [] }, secrets, scores )

let read_aim () =
  match next () with
  | 0 -> Mean
  | 1 -> Worst
  | 2 -> Within (next ())
  | 3 -> Penalty (list next)
  | _ -> refuse "a number is out of range"

let read () =
  let name, note, game, secrets, scores =
    match word () with
    | "mastermind" as name -> read_codes name Kernel.mastermind
    | "bulls_and_cows" as name -> read_codes name Kernel.bulls_and_cows
    | "mastermind_without_repeats" as name -> read_codes name Kernel.mastermind_without_repeats
    | "wordle" -> read_words ()
    | "table" -> read_table ()
    | _ -> refuse "the game is not known" in
  let fingerprint, order = fingerprint game secrets scores in
  let table = name = "" || note <> "" in
  let name = if name = "" then "table " ^ fingerprint else name in
  let only = flag () in
  let game, name = if only then Kernel.candidates game, Printf.sprintf "candidates (%s)" name else game, name in
  let prices = list next in
  let aims = list read_aim in
  let steps = some () in
  let money = some () in
  { name; table; note; game; secrets; scores; order; fingerprint; prices; steps; money; aims }

let numbers list = "[" ^ String.concat "; " (List.map string_of_int list) ^ "]"
let show_aim = function
  | Mean -> "Mean"
  | Worst -> "Worst"
  | Within most -> Printf.sprintf "Within %d" most
  | Penalty fines -> "Penalty " ^ numbers fines

(* The statement of [accepts_sound], where T is the tree of the certificate *)
let shown { name; note; fingerprint; steps; money; aims; _ } values =
  let option = function None -> "None" | Some n -> Printf.sprintf "(Some %d)" n in
  Printf.sprintf "%sproven: optimal (%s) %s %s [%s] T %s\nfingerprint: %s\n" note name (option steps) (option money)
    (String.concat "; " (List.map show_aim aims)) (numbers values) fingerprint
