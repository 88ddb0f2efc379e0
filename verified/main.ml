(* Reads a game and its certificate as numbers, and lets the kernel decide. Only [read_game] and what [main] prints are to be
   trusted: all other functions give hints to the kernel, which checks them. *)
open Proven

exception Refused of string

let refuse text = raise (Refused text)

(* Reading numbers *)

let buffer = Bytes.create 65536
let filled = ref 0
let at = ref 0

let peek () =
  if !at = !filled then begin
    filled := input stdin buffer 0 (Bytes.length buffer);
    at := 0
  end;
  if !filled = 0 then '.' else Bytes.unsafe_get buffer !at

let rec next () =
  match peek () with
  | ' ' | '\n' -> incr at; next ()
  | '-' -> incr at; - next ()
  | '0' .. '9' ->
    let n = ref 0 and going = ref true in
    while !going do
      match peek () with
      | '0' .. '9' as digit -> n := Amount.add (Amount.mul !n 10) (Char.code digit - 48); incr at
      | _ -> going := false
    done;
    !n
  | _ -> refuse "the input ends too early, or is not a number"

let below most = let n = next () in if n < 0 || n >= most then refuse "a number is out of range" else n
let some () = let n = next () in if n < 0 then None else Some n
let array count read = Array.init count (fun _ -> read ())
let list read = let count = next () in List.init count (fun _ -> read ())

(* The game, in units: to be trusted *)

let read_game () =
  let guesses = next () in
  let n = next () in
  let scores = next () in
  let final = array scores (fun () -> next () = 1) in
  let weight = array n next in
  let long = array guesses next in
  let priced = next () = 1 in
  let goal = array n next in
  let wide = scores > 256 in
  let table = Bytes.create (guesses * n * if wide then 2 else 1) in
  for i = 0 to guesses * n - 1 do
    let score = below scores in
    if wide then Bytes.set_uint16_le table (2 * i) score else Bytes.set_uint8 table i score
  done;
  let only = next () = 1 in
  let prices = list next in
  let score =
    if wide then fun g s -> Bytes.get_uint16_le table (2 * (g * n + s)) else fun g s -> Bytes.get_uint8 table (g * n + s) in
  let secrets = List.filter (fun s -> weight.(s) > 0) (List.init n Fun.id) in
  ( { guesses; secrets; score; final = Array.get final; goal = Array.get goal; weight = Array.get weight;
      cost = (fun g -> if priced then long.(g) else 0); long = Array.get long; prices; only },
    n, scores )

(* The tree *)

let read_tree game =
  let nodes = next () in
  let branches = array nodes (fun () -> let guess = below game.guesses in guess, list (fun () -> let score = next () in score, next ())) in
  let made = Array.make nodes Stop in
  for node = nodes - 1 downto 0 do
    let guess, children = branches.(node) in
    let child (score, child) = score, if child > node && child < nodes then made.(child) else Stop in
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
  (try
     let left = ref scores in
     for g = 0 to game.guesses - 1 do
       for s = 0 to n - 1 do
         let score = game.score back.(g) s in
         if name.(score) < 0 then begin name.(score) <- game.score g onto.(s); decr left end
       done;
       if !left = 0 then raise Exit
     done
   with Exit -> ());
  let unname = Array.make scores 0 in
  Array.iteri (fun score image -> if image >= 0 then unname.(image) <- score) name;
  Array.iteri (fun s image -> Hashtbl.replace goals (game.goal s) (game.goal image); Hashtbl.replace unaim (game.goal image) (game.goal s)) onto;
  match check_symmetry game arena (Array.get back) (Array.get onto) (Array.get name) (Array.get unname) (Hashtbl.find goals) (Hashtbl.find unaim) with
  | Some symmetry -> onto, onto_guess, symmetry
  | None -> refuse "not a symmetry"

(* One guess of each orbit is looked at, and of those one of each row of scores. *)
let shortcuts game set alike =
  let rank = Array.make game.guesses (-1) and way = Array.make game.guesses Look in
  let first = Hashtbl.create 256 in
  let row g = let b = Buffer.create 64 in List.iter (fun s -> Buffer.add_uint16_le b (game.score g s)) set; Buffer.contents b in
  let order = List.stable_sort (fun g h -> compare (game.cost g) (game.cost h)) (List.init game.guesses Fun.id) in
  let waiting = Queue.create () in
  List.iter
    (fun g ->
      if rank.(g) < 0 then begin
        let own = row g in
        (match Hashtbl.find_opt first own with
         | Some h -> rank.(g) <- 1; way.(g) <- Like h
         | None -> rank.(g) <- 0; Hashtbl.add first own g);
        Queue.add g waiting;
        while not (Queue.is_empty waiting) do
          let one = Queue.pop waiting in
          List.iteri
            (fun i (_, image, _) ->
              let other = image.(one) in
              if rank.(other) < 0 then begin rank.(other) <- rank.(one) + 1; way.(other) <- By i; Queue.add other waiting end)
            alike
        done
      end)
    order;
  Array.get rank, Array.get way

let digest set made = List.fold_left (fun h s -> ((h * 1000003) lxor s) land max_int) made set
let kept = 1 lsl 18

let main () =
  let game, n, scores = read_game () in
  let lengths = List.init game.guesses game.long in
  let least = List.fold_left min max_int lengths and most = List.fold_left max 0 lengths in
  let arena = match survey game least most n scores with Some arena -> arena | None -> refuse "the game is not valid" in
  let aims = list (fun () -> let scale = next () in if scale = 0 then Worst else Total scale) in
  let steps = some () in
  let money = some () in
  let symmetries = next () in
  let lemmas = next () in
  let tree = read_tree game in
  let symmetries = array symmetries (fun () -> read_symmetry game arena n scores) in
  let level made = min made (max 0 (List.length game.prices - 1)) in
  let threshold = threshold game in
  let made_planes = Array.make n None in
  let planes s =
    if Option.is_none made_planes.(s) then made_planes.(s) <- Some (make_plane game arena s);
    made_planes.(s) in
  let facts = Hashtbl.create 1024 and glances = Hashtbl.create 1024 in
  let better a b = match a, b with None, _ -> false | Some _, None -> true | Some a, Some b -> b > a in
  let best set made k q =
    List.fold_left
      (fun (fact, bound) other ->
        let own = use game arena (Some other) set made k q in
        if better bound own then Some other, own else fact, bound)
      (None, Some 0)
      (Hashtbl.find_all facts (digest set (level made))) in
  let find deep set made k q =
    if not deep then fst (best set made k q)
    else begin
      let key = set, level made, k, q in
      let slot = digest set (level made + 64 * k + 4096 * q) mod kept in
      match Hashtbl.find_opt glances slot with
      | Some (own, fact) when own = key -> fact
      | _ ->
        let fact = glance game arena threshold planes set made k q in
        Hashtbl.replace glances slot (key, fact);
        fact
    end in
  let keep set made fact = Hashtbl.add facts (digest set (level made)) fact in
  let stated = Array.make lemmas None in
  for line = 0 to lemmas - 1 do
    let where = Printf.sprintf "lemma %d of %d: " (line + 1) lemmas in
    let size = next () in
    if size = 0 then begin
      let of_ = below line in
      let made, fact = match stated.(of_) with Some stated -> stated | None -> refuse (where ^ "an image of nothing") in
      stated.(line) <- stated.(of_);
      for _ = 1 to next () do
        let by = list (fun () -> let (_, _, one) = symmetries.(below (Array.length symmetries)) in one) in
        let fact = image game arena fact by in
        keep (fset game arena fact) made fact
      done
    end
    else begin
      let set = List.init size (fun _ -> below n) in
      let made = next () in
      let k = next () in
      let q = next () in
      let need = some () in
      let alike = list (fun () -> symmetries.(below (Array.length symmetries))) in
      let lines = list (fun () -> let slope = next () in slope, next ()) in
      if known game set && need <> Some 0 then refuse (where ^ "the game is over for these secrets");
      let members = Hashtbl.create 64 in
      List.iter (fun s -> Hashtbl.replace members s ()) set;
      if not (List.for_all (fun (onto, _, _) -> List.for_all (fun s -> Hashtbl.mem members onto.(s)) set) alike) then
        refuse (where ^ "a symmetry does not fix the set");
      let fact, bound = best set made k q in
      let fact =
        match fact, need, bound with
        | Some fact, Some need, None -> ignore need; fact
        | Some fact, None, None -> fact
        | Some fact, Some need, Some bound when bound >= need -> fact
        | _ ->
          let rank, way = shortcuts game set alike in
          (match lemma game arena threshold planes find rank way set made k q need lines (List.map (fun (_, _, one) -> one) alike) with
           | Some fact -> keep set made fact; fact
           | None -> refuse (where ^ "does not follow")) in
      stated.(line) <- Some (made, fact)
    end
  done;
  match conclude game arena find steps money tree aims with
  | Some figures ->
    let all = game.secrets in
    Printf.printf "proven %s by a tree of total %d and worst case %d\n" (String.concat " " (List.map string_of_int figures))
      (total game 0 all tree) (worst game all tree)
  | None -> refuse "the lemmas do not show the claim, or the tree does not"

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 400 };
  try main () with
  | Refused text -> print_endline ("refused: " ^ text); exit 1
  | Amount.Overflow -> print_endline "refused: a number is too large for the verified checker"; exit 1
  | Stack_overflow | Out_of_memory -> print_endline "refused: the game is too large for the verified checker"; exit 1
