(* Reads a problem and its certificate, and lets the kernel decide. All here are hints to the kernel, which checks them, but
   for what is printed. *)
open Rules
open Reader

(* The nodes of the tree: a guess, and for each score the number of a later node, or none if the game is over *)
let read_nodes (game : game) order =
  let branch () =
    let score = order.(below (Array.length order)) in
    score, some () in
  let node () =
    let guess = below game.guesses in
    guess, list branch in
  array (next ()) node

(* The parts of a set by their scores, in the order of the scores *)
let parts_of (game : game) guess set =
  let parts = Hashtbl.create 16 in
  let put secret =
    let score = game.score guess secret in
    Hashtbl.replace parts score (secret :: Option.value (Hashtbl.find_opt parts score) ~default:[]) in
  List.iter put (List.rev set);
  List.sort compare (Hashtbl.fold (fun score part others -> (score, part) :: others) parts [])

(* Each node has a branch for each score of the game there and no other, and is a child of one earlier node. The kernel
   plays the tree, and so does not see branches that no secret takes. *)
let check_nodes (game : game) nodes =
  let reached = Array.make (Array.length nodes) [] in
  let refuse_node number text = refuse (Printf.sprintf "node %d of the tree %s" number text) in
  let enter number (_, child) (score, part) =
    let over = game.final score || Kernel.known game part in
    match child with
    | None -> if not over then refuse_node number "has no child where the game goes on"
    | Some child ->
      if over then refuse_node number "has a child where the game is over";
      if child <= number || child >= Array.length nodes || reached.(child) <> [] then
        refuse_node number "has a child that is not a new, later node";
      reached.(child) <- part in
  let check number (guess, branches) =
    if reached.(number) = [] then refuse_node number "is not a child of an earlier node";
    let parts = parts_of game guess reached.(number) and branches = List.sort compare branches in
    if List.map fst branches <> List.map fst parts then refuse_node number "has other branches than the game";
    List.iter2 (enter number) branches parts in
  if nodes <> [||] then reached.(0) <- game.secrets;
  Array.iteri check nodes

let tree_of nodes =
  let made = Array.make (Array.length nodes) Stop in
  for node = Array.length nodes - 1 downto 0 do
    let guess, children = nodes.(node) in
    let later (score, child) = Option.map (fun child -> score, made.(child)) child in
    let children = List.filter_map later children in
    made.(node) <- Ask (guess, fun score -> try List.assoc score children with Not_found -> Stop)
  done;
  if nodes = [||] then Stop else made.(0)

let at (numbers : int array) i = numbers.(i)

(* The d heaviest secrets weigh more than this. *)
let threshold game set d =
  let weights = List.sort (fun a b -> compare (b : int) a) (List.map game.weight set) in
  match weights with [] -> 0 | _ -> List.nth weights (min (List.length weights - 1) (max 0 (d - 1)))

module Driver (Proof : Rules.RULES) (Of : sig
  val secrets : int
  val scores : int
  val order : int array
end) =
struct
open Proof
module Share = Shares.Make (Proof)

let digest =
  let random = Random.State.make [| Of.secrets |] in
  let number = Array.init Of.secrets (fun _ -> (Random.State.bits random lsl 30) lxor Random.State.bits random) in
  List.fold_left (fun sum secret -> sum + number.(secret)) 0
let threshold = threshold game
let planes =
  let made = Array.init Of.secrets (fun secret -> lazy (make_plane secret)) in
  fun secret -> if Of.scores <= Scores.narrow then Some (Lazy.force made.(secret)) else None

(* The images of the scores by a symmetry. Scores that do not occur stay. *)
let images_of_scores back onto_guess onto =
  let name = Array.make Of.scores (-1) and left = ref (Array.length Of.order) in
  Array.iteri
    (fun guess _ ->
      if !left > 0 then
        for secret = 0 to Of.secrets - 1 do
          let score = game.score back.(guess) secret in
          if name.(score) < 0 then begin name.(score) <- game.score guess onto.(secret); decr left end
        done)
    onto_guess;
  Array.mapi (fun score image -> if image < 0 then score else image) name

type permutations = {
  onto_guess : int array; back : int array; onto : int array; name : int array; unname : int array;
  aim : (int, int) Hashtbl.t; unaim : (int, int) Hashtbl.t }

let permutations onto_guess onto =
  let back = Array.make game.guesses 0 in
  Array.iteri (fun guess image -> back.(image) <- guess) onto_guess;
  let name = images_of_scores back onto_guess onto in
  let unname = Array.make Of.scores 0 in
  Array.iteri (fun score image -> unname.(image) <- score) name;
  let aim = Hashtbl.create 64 and unaim = Hashtbl.create 64 in
  let note secret image =
    Hashtbl.replace aim (game.goal secret) (game.goal image);
    Hashtbl.replace unaim (game.goal image) (game.goal secret) in
  Array.iteri note onto;
  { onto_guess; back; onto; name; unname; aim; unaim }

let read_permutations () =
  let onto_guess = array game.guesses (fun () -> below game.guesses) in
  permutations onto_guess (array Of.secrets (fun () -> below Of.secrets))

let checked_symmetry { back; onto; name; unname; aim; unaim; _ } product =
  match check_symmetry (at back) (at onto) (at name) (at unname) (Hashtbl.find aim) (Hashtbl.find unaim) product with
  | Some symmetry -> symmetry
  | None -> refuse "not a symmetry"

(* Pairs are compared for few symmetries: the others are products of these. Points are guesses, and then secrets. *)
let symmetry_of levels ({ onto_guess; onto; _ } as given) =
  let images = Array.append onto_guess (Array.map ((+) game.guesses) onto) in
  if not (Sift.is_permutation images) then refuse "not a symmetry";
  let rest, factors, passed = Sift.through !levels images [] [] in
  let factors =
    if Sift.is_identity rest then factors
    else begin
      let onto = Array.map (fun point -> point - game.guesses) (Array.sub rest game.guesses Of.secrets) in
      let generator = checked_symmetry (permutations (Array.sub rest 0 game.guesses) onto) None in
      levels := Sift.with_generator !levels passed rest generator;
      generator :: factors
    end in
  onto, onto_guess, checked_symmetry given (Some factors)

let cheapest_first = List.stable_sort (fun g h -> compare (game.cost g) (game.cost h)) (List.init game.guesses Fun.id)

(* One guess of each orbit is looked at, and of those one of each row of scores. *)
let shortcuts set alike =
  let rank = Array.make game.guesses (-1) and way = Array.make game.guesses Look in
  let first = Hashtbl.create 256 in
  let members = Array.of_list set in
  let row =
    match !Scores.bytes with
    | Some { score; secrets; of_guesses; _ } when score == game.score ->
      fun g -> String.init (Array.length members) (fun i -> Bytes.get of_guesses (g * secrets + members.(i)))
    | _ ->
      fun g ->
        let made = Bytes.create (2 * Array.length members) in
        Array.iteri (fun i s -> Bytes.set_uint16_le made (2 * i) (game.score g s)) members;
        Bytes.unsafe_to_string made in
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
          List.iteri (fun i image -> note image.(one) (rank.(one) + 1) (By i)) alike
        done
      end)
    cheapest_first;
  Array.get rank, Array.get way

(* How to look at a set: not at all, if a guess may end the game and tells all secrets apart, for then sizes say as much;
   at few guesses, if some other tells all apart; at all otherwise. *)
type look = Nothing | Few of winners | All

let look =
  let winning = Array.make Of.secrets [] and plain = ref (List.for_all (fun s -> game.goal s = 0) game.secrets) in
  for g = game.guesses - 1 downto 0 do
    let ended = List.filter (fun s -> game.final (game.score g s)) (List.init Of.secrets Fun.id) in
    List.iter (fun s -> winning.(s) <- g :: winning.(s)) ended;
    plain := !plain && game.cost g = 0 && List.compare_length_with ended 1 <= 0
  done;
  let few = if Of.scores <= Scores.narrow then None else check_winners (Array.get winning) in
  let met = Array.make Of.scores 0 and round = ref 0 and order = Array.init game.guesses Fun.id in
  let fresh score = met.(score) <> !round && (met.(score) <- !round; true) in
  let apart set g = incr round; List.for_all (fun s -> fresh (game.score g s)) set in
  let rec any set i = i < game.guesses && (apart set order.(i) && (swap i (i / 2); true) || any set (i + 1))
  and swap i j = let g = order.(i) in order.(i) <- order.(j); order.(j) <- g in
  fun set ->
    if not !plain then All
    else if List.exists (fun s -> List.exists (apart set) winning.(s)) set then Nothing
    else match few with Some winners when any set 0 -> Few winners | _ -> All

(* The facts by their sets, each with the last line that may use it. An image is made when it is used: there are many of one lemma. *)
let facts = Hashtbl.create 1024
let many = ref 1024
let now = ref 0

(* Facts that rest on no lemma from this one on may be used. It stays 0 if there is one process. *)
let before = ref 0
let kept sum = match Hashtbl.find_opt facts sum with Some (until, own) when until >= !now -> until, own | _ -> 0, []
let keep until set fresh =
  let sum = digest set in
  let latest, own = kept sum in
  Hashtbl.replace facts sum (max until latest, fresh @ own);
  if Hashtbl.length facts > !many then begin
    Hashtbl.filter_map_inplace (fun _ (until, own) -> if until >= !now then Some (until, own) else None) facts;
    many := max 1024 (2 * Hashtbl.length facts)
  end

let better a b = match a, b with None, _ -> false | Some _, None -> true | Some a, Some b -> b > a
let best set made k q =
  let choose (fact, bound) other =
    let other = Some (other ()) in
    let own = use !before other set made k q in
    if better bound own then other, own else fact, bound in
  List.fold_left choose (None, Some 0) (snd (kept (digest set)))

let glances = 1 lsl 14
let keys = Array.make glances (-1)
let glanced = Array.make glances None
let glance_at set made k q =
  match look set with
  | Nothing -> None
  | Few winners -> peek threshold planes winners set made k q
  | All -> glance threshold planes set made k q

(* A known fact, or also what one look at a set shows *)
let find deep set made k q =
  if not deep then fst (best set made k q)
  else begin
    let limits = [ min made (List.length game.prices - 1); k; q ] in
    let key = List.fold_left (fun h x -> h * 1000003 + x) (digest set) limits in
    let slot = (key lxor (key lsr 31)) land (glances - 1) in
    if keys.(slot) <> key then begin
      keys.(slot) <- key;
      glanced.(slot) <- glance_at set made k q
    end;
    glanced.(slot)
  end

let moved set (onto, _, _) = List.map (at onto) set
let checked (_, _, symmetry) = symmetry

let check_open where set need =
  if Kernel.known game set && need <> Some 0 then refuse (where ^ "the game is over for these secrets")

(* The fact of a lemma, and whether it is new *)
let proven where says alike lines =
  let { sset = set; smade = made; ssteps = k; smoney = q; sleast = need } = says in
  check_open where set need;
  if not (List.for_all (fun symmetry -> digest (moved set symmetry) = digest set) alike) then
    refuse (where ^ "a symmetry does not fix the set");
  match best set made k q, need with
  | (Some fact, None), _ -> fact, []
  | (Some fact, Some bound), Some need when bound >= need -> fact, []
  | _ ->
    let rank, way = shortcuts set (List.map (fun (_, images, _) -> images) alike) in
    match lemma threshold planes !before find rank way set made k q need lines (List.map checked alike) with
    | Some fact -> fact, [fun () -> fact]
    | None -> refuse (where ^ "does not follow")

(* Prove the own lemmas and portions of lemmas, from what the others say; return the number of all lemmas. *)
let check_lines symmetries lines many own =
  let last = ref None in
  let named line = Printf.sprintf "lemma %d of %d: " (line + 1) lines in
  let images line given =
    now := line;
    match !last with
    | None -> refuse (named line ^ "an image of nothing")
    | Some fact ->
      let state (until, by) =
        let by = List.map (Array.get symmetries) by in
        keep until (List.fold_left moved (fset fact) by) [fun () -> image fact (List.map checked by)] in
      List.iter state given in
  let begin_lemma line number =
    now := line;
    if many > 1 then before := number in
  let learn until set fact fresh =
    keep until set fresh;
    last := Some fact in
  let supposed line number =
    match suppose number with
    | Some fact -> fact
    | None -> refuse (named line ^ "it is not about secrets") in
  let lemma line number ({ says; until; alike; lines } : Shares.lemma) =
    begin_lemma line number;
    let fact, fresh =
      if number mod many = own then proven (named line) says (List.map (Array.get symmetries) alike) lines
      else
        let fact = supposed line number in
        fact, [fun () -> fact] in
    learn until says.sset fact fresh;
    !last in
  let portion line number ({ says; until; lines; _ } : Shares.lemma) =
    begin_lemma line number;
    let fact = supposed line number in
    check_open (named line) says.sset says.sleast;
    let portion = portion_of threshold planes number find lines many own in
    if portion = None then refuse (named line ^ "does not follow");
    learn until says.sset fact [fun () -> fact];
    portion in
  let read () = Shares.read_line many Of.secrets (Array.length symmetries) in
  let lemmas = Share.share many own lines read images lemma portion in
  if many > 1 then before := lemmas;
  lemmas

(* The values of the objective *)
let run many explain =
  let symmetries = next () in
  let lines = next () in
  let nodes = read_nodes game Of.order in
  check_nodes game nodes;
  let tree = tree_of nodes in
  let levels = ref [] in
  let symmetries = array symmetries (fun () -> symmetry_of levels (read_permutations ())) in
  let lemmas = Shares.together many explain (check_lines symmetries lines many) in
  match accepts (if many = 1 then 0 else lemmas) find tree with
  | Some values -> values, tree
  | None -> refuse "the lemmas do not show the claim, or the tree does not"

(* The problem and its certificate as a theorem of Coq, which nothing here has to be trusted for *)
let theorem (problem : Statement.t) =
  let many show items = "[" ^ String.concat "; " (List.map show items) ^ "]" in
  let amounts = many string_of_int in
  let indices items = amounts items ^ "%nat" in
  let option = function None -> "None" | Some number -> Printf.sprintf "(Some %d)" number in
  let all count show = List.init count show in
  let table images = indices (all (Hashtbl.fold (fun key _ size -> max size (key + 1)) images 0) (fun key ->
    Option.value (Hashtbl.find_opt images key) ~default:0)) in
  let array items = indices (Array.to_list items) in
  let lengths = all game.guesses game.long in
  let symmetries = next () in
  let lemmas = next () in
  let nodes = read_nodes game Of.order in
  check_nodes game nodes;
  let rec node number =
    let guess, children = nodes.(number) in
    let shown (score, child) = Option.map (fun child -> Printf.sprintf "(%d%%nat, %s)" score (node child)) child in
    Printf.sprintf "Ask %d (by_score %s)" guess (many Fun.id (List.filter_map shown children)) in
  let symmetries = Reader.array symmetries read_permutations in
  let permutations { back; onto; name; unname; aim; unaim; _ } =
    String.concat " " ("Permutations" :: List.map array [ back; onto; name; unname ] @ [ table aim; table unaim ]) in
  let last = ref 0 in
  let line number =
    match Shares.read_line 1 Of.secrets (Array.length symmetries) with
    | Images images -> Printf.sprintf "Image %d %s" !last (many (fun (_, by) -> indices by) images)
    | Lemma { says = { sset = set; smade = made; ssteps = k; smoney = q; sleast = need }; alike; lines; _ } ->
      last := number;
      let rank, way = shortcuts set (List.map (fun i -> symmetries.(i).onto_guess) alike) in
      let shown guess = match way guess with
        | Look -> "Look" | Like other -> Printf.sprintf "Like %d" other | By i -> Printf.sprintf "By %d" i in
      Printf.sprintf "Lemma %s %d %d %d %s %s %s %s" (indices set) made k q (option need) (indices alike)
        (many (fun (slope, offset) -> Printf.sprintf "(%d, %d)" slope offset) lines)
        (many (fun guess -> Printf.sprintf "(%d%%nat, %s)" (rank guess) (shown guess)) (all game.guesses Fun.id)) in
  let lines = List.init lemmas line in
  let aims = many Statement.show_aim problem.aims in
  let values = amounts (List.map (Kernel.replayed problem.game (tree_of nodes)) problem.aims) in
  Printf.printf "From Coq Require Import List NArith.\nFrom Verified Require Import Spec Kernel Games Theorems Whole.\n";
  Printf.printf "Import ListNotations.\nOpen Scope N_scope.\n";
  if problem.table then begin
    let row guess = indices (all Of.secrets (game.score guess)) in
    Printf.printf "Definition rows : list (list nat) := %s.\n" (many row (all game.guesses Fun.id));
    Printf.printf "Definition asked := Game %d %s (table2 rows) (table false %s) (table 0%%nat %s) (table 0 %s) (table 0 %s) %b (fun _ => 0) [].\n"
      game.guesses (indices game.secrets) (many (fun score -> string_of_bool (game.final score)) (all Of.scores Fun.id))
      (indices (all Of.secrets game.goal)) (amounts (all Of.secrets game.weight)) (amounts lengths) game.only
  end
  else Printf.printf "Definition asked := %s.\n" problem.name;
  Printf.printf "Definition tree := %s.\n" (node 0);
  Printf.printf "Definition symmetries : list permutations := %s.\n" (many permutations (Array.to_list symmetries));
  Printf.printf "Definition lines : list line := %s.\n" (many Fun.id lines);
  Printf.printf "Theorem proven : optimal asked %s %s %s tree %s.\n" (option problem.steps) (option problem.money) aims values;
  Printf.printf "Proof. apply (run_sound _ %s %d %d %d%%nat %d%%nat symmetries lines).\n" (amounts problem.prices)
    (List.fold_left min max_int lengths) (List.fold_left max 0 lengths) Of.secrets Of.scores;
  Printf.printf "vm_cast_no_check (eq_refl (Some %s)). Qed.\nPrint Assumptions proven.\n" values;
  if problem.steps = None && problem.money = None && problem.aims = [ Mean ] then
    Printf.printf "Corollary least : least_total (%s) %d.\nProof. exact (optimal_total _ _ _ proven). Qed.\n"
      (if problem.table then "asked" else problem.name) (Kernel.replayed problem.game (tree_of nodes) Mean)
end

let explain = function
  | Refused text -> text
  | Proven.Invalid | Scores.Outside | Flat.Uneven -> "the game is not valid"
  | Amount.Overflow -> "a number is too large for the verified checker"
  | Stack_overflow | Out_of_memory -> "the game is too large for the verified checker"
  | problem -> raise problem

(* The number of processes: that after "--jobs", or 1 *)
let jobs () =
  let rec after = function
    | "--jobs" :: most :: _ -> (match int_of_string_opt most with Some most when most > 0 -> most | _ -> refuse "no number of jobs")
    | _ :: rest -> after rest
    | [] -> 1 in
  after (Array.to_list Sys.argv)

let main () =
  let many = jobs () in
  if many > 1 then Reader.load ();
  let Statement.{ game; secrets; scores; order; prices; steps; money; aims; _ } as problem = Statement.read () in
  let module Of = struct
    let game = game
    let prices = prices
    let secrets = secrets
    let scores = scores
    let order = order
    let steps = steps
    let money = money
    let aims = aims
    let stated = Shares.stated
    let divided = Shares.divided
  end in
  let module Proof = Proven.Make (Of) () in
  let module Driver = Driver (Proof) (Of) in
  if Array.mem "--coq" Sys.argv then Driver.theorem problem
  else
  let values, tree = Driver.run many explain in
  print_string (Statement.shown problem values);
  Printf.printf "tree: total %d, guesses %d, worst case %d\n" (Kernel.priced Proof.game tree) (Kernel.replayed game tree Mean)
    (Kernel.replayed game tree Worst)

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200; allocation_policy = 2 };
  Printf.printf "mastermind-core-checker %s\n%!" Version.sources;
  if not (Array.mem "--version" Sys.argv) then
    try main () with problem -> print_endline ("refused: " ^ explain problem); exit 1
