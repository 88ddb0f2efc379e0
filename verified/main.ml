(* Reads a game and its certificate as numbers, and lets the kernel decide. To be trusted are [next] and what it calls, for a
   theorem about natural numbers says nothing of negative ones; [read_game]; the aims and limits that [main] reads; and what
   [main] prints. All other functions give hints to the kernel, which checks them. *)
open Proven

exception Refused of string

let refuse text = raise (Refused text)

(* Reading numbers *)

let buffer = Bytes.create 65536
let filled = ref 0
let place = ref 0

let current () =
  if !place = !filled then begin
    filled := input stdin buffer 0 (Bytes.length buffer);
    place := 0
  end;
  if !filled = 0 then '.' else Bytes.unsafe_get buffer !place

let rec skip () = match current () with ' ' | '\n' -> incr place; skip () | _ -> ()

(* Numbers are natural, and small enough for the kernel to count on from them. *)
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

(* A limit, or -1 for none: only here a sign is read. *)
let some () =
  skip ();
  if current () <> '-' then Some (next ())
  else begin
    incr place;
    if next () <> 1 then refuse "a number is negative";
    None
  end

let at (numbers : int array) i = numbers.(i)

(* A false count takes no more memory than the input. *)
let items count read =
  let rec more left made = if left = 0 then List.rev made else more (left - 1) (read () :: made) in
  more count []
let array count read = Array.of_list (items count read)
let list read = let count = next () in items count read

(* Games with at most this many scores have words of bits for each secret; in others each guess looks at all secrets of a
   set, and the scores of a secret are beside one another. *)
let narrow = 64

(* The game, in units: to be trusted *)

let read_game () =
  let guesses = next () in
  let n = next () in
  let scores = next () in
  let final = Bytes.init scores (fun _ -> if next () = 1 then '1' else '0') in
  let weight = array n next in
  let long = array guesses next in
  let priced = next () = 1 in
  let goal = array n next in
  let bytes = if scores > 256 then 2 else 1 in
  let table = Bytes.create (guesses * n * bytes) in
  let per_guess, per_secret = if scores > narrow then 1, guesses else n, 1 in
  let set = if bytes = 2 then Bytes.set_uint16_le else Bytes.set_uint8 in
  for g = 0 to guesses - 1 do
    for s = 0 to n - 1 do set table (bytes * (g * per_guess + s * per_secret)) (below scores) done
  done;
  let only = next () = 1 in
  let prices = list next in
  let score =
    if bytes = 2 then fun g s -> Bytes.get_uint16_le table (2 * (g * per_guess + s * per_secret))
    else fun g s -> Bytes.get_uint8 table (g * per_guess + s * per_secret) in
  let secrets = List.filter (fun s -> weight.(s) > 0) (List.init n Fun.id) in
  ( { guesses; secrets; score; final = (fun a -> Bytes.get final a = '1'); goal = at goal; weight = at weight;
      cost = (fun g -> if priced then long.(g) else 0); long = at long; prices; only },
    n, scores )

(* The tree *)

let read_tree game =
  let nodes = next () in
  let branches = array nodes (fun () -> let guess = below game.guesses in guess, list (fun () -> let score = next () in score, some ())) in
  let made = Array.make nodes Stop in
  for node = nodes - 1 downto 0 do
    let guess, children = branches.(node) in
    let child (score, child) = score, match child with Some child when child > node && child < nodes -> made.(child) | _ -> Stop in
    let children = List.map child children in
    made.(node) <- Ask (guess, fun score -> try List.assoc score children with Not_found -> Stop)
  done;
  if nodes = 0 then Stop else made.(0)

(* Hints *)

(* The d heaviest secrets weigh more than this. *)
let threshold game set d =
  let weights = List.sort (fun a b -> compare (b : int) a) (List.map game.weight set) in
  match weights with [] -> 0 | _ -> List.nth weights (min (List.length weights - 1) (max 0 (d - 1)))

let read_symmetry game arena n scores =
  let onto_guess = array game.guesses (fun () -> below game.guesses) in
  let onto = array n (fun () -> below n) in
  let back = Array.make game.guesses 0 in
  Array.iteri (fun g image -> back.(image) <- g) onto_guess;
  let name = Array.make scores (-1) and goals = Hashtbl.create 64 and unaim = Hashtbl.create 64 in
  let left = ref scores and g = ref 0 in
  while !left > 0 && !g < game.guesses do
    for s = 0 to n - 1 do
      let score = game.score back.(!g) s in
      if name.(score) < 0 then begin name.(score) <- game.score !g onto.(s); decr left end
    done;
    incr g
  done;
  let unname = Array.make scores 0 in
  Array.iteri (fun score image -> if image >= 0 then unname.(image) <- score) name;
  Array.iteri (fun s image -> Hashtbl.replace goals (game.goal s) (game.goal image); Hashtbl.replace unaim (game.goal image) (game.goal s)) onto;
  match check_symmetry game arena (at back) (at onto) (at name) (at unname) (Hashtbl.find goals) (Hashtbl.find unaim) with
  | Some symmetry -> onto, onto_guess, symmetry
  | None -> refuse "not a symmetry"

(* One guess of each orbit is looked at, and of those one of each row of scores. *)
let shortcuts game set alike =
  let rank = Array.make game.guesses (-1) and way = Array.make game.guesses Look in
  let first = Hashtbl.create 256 in
  let row g = let b = Buffer.create 64 in List.iter (fun s -> Buffer.add_uint16_le b (game.score g s)) set; Buffer.contents b in
  let order = List.stable_sort (fun g h -> compare (game.cost g) (game.cost h)) (List.init game.guesses Fun.id) in
  let waiting = Queue.create () in
  let note g number how = if rank.(g) < 0 then begin rank.(g) <- number; way.(g) <- how; Queue.add g waiting end in
  List.iter
    (fun g ->
      if rank.(g) < 0 then begin
        let own = row g in
        (match Hashtbl.find_opt first own with
         | Some h -> note g 1 (Like h)
         | None -> note g 0 Look; Hashtbl.add first own g);
        while not (Queue.is_empty waiting) do
          let one = Queue.pop waiting in
          List.iteri (fun i (_, image, _) -> note image.(one) (rank.(one) + 1) (By i)) alike
        done
      end)
    order;
  Array.get rank, Array.get way

(* A lemma or images of the last one, each with the last line that may use the fact. *)
type line = Images of (int * int list) list | Lemma of int list * int * int * int * int option * int * int list * (int * int) list

let read_line n symmetries =
  match next () with
  | 0 -> Images (list (fun () -> let until = next () in until, list (fun () -> below symmetries)))
  | size ->
    let set = items size (fun () -> below n) in
    let made = next () in
    let k = next () in
    let q = next () in
    let need = some () in
    let until = next () in
    let alike = list (fun () -> below symmetries) in
    Lemma (set, made, k, q, need, until, alike, list (fun () -> let slope = next () in slope, next ()))

(* How to look at a set: not at all, if a guess may end the game and tells all secrets apart, for then sizes say as much;
   at few guesses, if some other tells all apart; at all otherwise. *)
type look = Nothing | Few of winners | All

let looks game arena n scores =
  let winning = Array.make n [] and plain = ref (List.for_all (fun s -> game.goal s = 0) game.secrets) in
  for g = game.guesses - 1 downto 0 do
    let ended = List.filter (fun s -> game.final (game.score g s)) (List.init n Fun.id) in
    List.iter (fun s -> winning.(s) <- g :: winning.(s)) ended;
    plain := !plain && game.cost g = 0 && List.compare_length_with ended 1 <= 0
  done;
  let few = if scores <= narrow then None else check_winners game arena (Array.get winning) in
  let met = Array.make scores 0 and round = ref 0 and order = Array.init game.guesses Fun.id in
  let fresh score = met.(score) <> !round && (met.(score) <- !round; true) in
  let apart set g = incr round; List.for_all (fun s -> fresh (game.score g s)) set in
  let rec any set i = i < game.guesses && (apart set order.(i) && (swap i (i / 2); true) || any set (i + 1))
  and swap i j = let g = order.(i) in order.(i) <- order.(j); order.(j) <- g in
  fun set ->
    if not !plain then All
    else if List.exists (fun s -> List.exists (apart set) winning.(s)) set then Nothing
    else match few with Some winners when any set 0 -> Few winners | _ -> All

let glances = 1 lsl 14

let main () =
  let game, n, scores = read_game () in
  let lengths = List.init game.guesses game.long in
  let least = List.fold_left min max_int lengths and most = List.fold_left max 0 lengths in
  let arena = match survey game least most n scores with Some arena -> arena | None -> refuse "the game is not valid" in
  let aims = list (fun () -> match next () with 0 -> Worst | scale -> Total scale) in
  let steps = some () in
  let money = some () in
  let symmetries = next () in
  let lemmas = next () in
  let tree = read_tree game in
  let symmetries = array symmetries (fun () -> read_symmetry game arena n scores) in
  let random = Random.State.make [| n |] in
  let number = array n (fun () -> (Random.State.bits random lsl 30) lxor Random.State.bits random) in
  let digest = List.fold_left (fun sum s -> sum + number.(s)) 0 in
  let threshold = threshold game in
  let made_planes = Array.init n (fun s -> lazy (make_plane game arena s)) in
  let planes s = if scores <= narrow then Some (Lazy.force made_planes.(s)) else None in
  (* An image is made when it is used: there are many of one lemma. *)
  let facts = Hashtbl.create 1024 and many = ref 1024 and now = ref 0 in
  let kept sum = match Hashtbl.find_opt facts sum with Some (until, own) when until >= !now -> until, own | _ -> 0, [] in
  let keep until set fresh =
    let sum = digest set in
    let latest, own = kept sum in
    Hashtbl.replace facts sum (max until latest, fresh @ own);
    if Hashtbl.length facts > !many then begin
      Hashtbl.filter_map_inplace (fun _ (until, own) -> if until >= !now then Some (until, own) else None) facts;
      many := max 1024 (2 * Hashtbl.length facts)
    end in
  let better a b = match a, b with None, _ -> false | Some _, None -> true | Some a, Some b -> b > a in
  let best set made k q =
    let choose (fact, bound) other =
      let other = Some (other ()) in
      let own = use game arena other set made k q in
      if better bound own then other, own else fact, bound in
    List.fold_left choose (None, Some 0) (snd (kept (digest set))) in
  let look = looks game arena n scores in
  let keys = Array.make glances (-1) and glanced = Array.make glances None in
  let find deep set made k q =
    if not deep then fst (best set made k q)
    else begin
      let key = List.fold_left (fun h x -> h * 1000003 + x) (digest set) [ min made (List.length game.prices - 1); k; q ] in
      let slot = (key lxor (key lsr 31)) land (glances - 1) in
      if keys.(slot) <> key then begin
        keys.(slot) <- key;
        glanced.(slot) <- match look set with
          | Nothing -> None
          | Few winners -> peek game arena threshold planes winners set made k q
          | All -> glance game arena threshold planes set made k q
      end;
      glanced.(slot)
    end in
  let moved set (onto, _, _) = List.map (at onto) set and checked (_, _, symmetry) = symmetry in
  let last = ref None in
  for line = 0 to lemmas - 1 do
    now := line;
    let where = Printf.sprintf "lemma %d of %d: " (line + 1) lemmas in
    match read_line n (Array.length symmetries), !last with
    | Images _, None -> refuse (where ^ "an image of nothing")
    | Images images, Some fact ->
      let state (until, by) =
        let by = List.map (Array.get symmetries) by in
        keep until (List.fold_left moved (fset game arena fact) by) [fun () -> image game arena fact (List.map checked by)] in
      List.iter state images
    | Lemma (set, made, k, q, need, until, alike, lines), _ ->
      let alike = List.map (Array.get symmetries) alike in
      if known game set && need <> Some 0 then refuse (where ^ "the game is over for these secrets");
      if not (List.for_all (fun one -> digest (moved set one) = digest set) alike) then
        refuse (where ^ "a symmetry does not fix the set");
      let fact, fresh =
        match best set made k q, need with
        | (Some fact, None), _ -> fact, []
        | (Some fact, Some bound), Some need when bound >= need -> fact, []
        | _ ->
          let rank, way = shortcuts game set alike in
          (match lemma game arena threshold planes find rank way set made k q need lines (List.map checked alike) with
           | Some fact -> fact, [fun () -> fact]
           | None -> refuse (where ^ "does not follow")) in
      keep until set fresh;
      last := Some fact
  done;
  match conclude game arena find steps money tree aims with
  | Some figures ->
    Printf.printf "proven %s by a tree of total %d and worst case %d\n" (String.concat " " (List.map string_of_int figures))
      (total game 0 game.secrets tree) (worst game game.secrets tree)
  | None -> refuse "the lemmas do not show the claim, or the tree does not"

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 60; allocation_policy = 2 };
  try main () with
  | Refused text -> print_endline ("refused: " ^ text); exit 1
  | Amount.Overflow -> print_endline "refused: a number is too large for the verified checker"; exit 1
  | Stack_overflow | Out_of_memory -> print_endline "refused: the game is too large for the verified checker"; exit 1
