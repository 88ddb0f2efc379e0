(* Symmetries as products of few others, by the method of Schreier and Sims: a hint, for the kernel multiplies them again.
   A level has a point, and for each point where its generators move that one the generators on the way, the last one first.
   The generators of a level fix the points of all earlier levels. *)
type 'a generator = { images : int array; inverse : int array; own : 'a }
type 'a level = { point : int; mutable generators : 'a generator list; mutable ways : 'a generator list option array }

let is_permutation images =
  let met = Array.make (Array.length images) false in
  Array.for_all (fun image -> not met.(image) && (met.(image) <- true; true)) images

let inverse_of images =
  let inverse = Array.make (Array.length images) 0 in
  Array.iteri (fun point image -> inverse.(image) <- point) images;
  inverse

let is_identity images =
  let rec fixed point = point = Array.length images || images.(point) = point && fixed (point + 1) in
  fixed 0

(* What is left of a permutation, the factors that follow it, and the levels where what is left fixes the point, the last one first *)
let rec through levels rest factors passed =
  match levels with
  | [] -> rest, factors, passed
  | level :: later ->
    match level.ways.(rest.(level.point)) with
    | None -> rest, factors, level :: passed
    | Some way ->
      let undo rest { inverse; _ } = Array.map (fun image -> inverse.(image)) rest in
      let factors = List.rev_append (List.rev_map (fun generator -> generator.own) (List.rev way)) factors in
      through later (List.fold_left undo rest way) factors (level :: passed)

let extend level =
  let ways = Array.make (Array.length level.ways) None and waiting = Queue.create () in
  let reach point way = if ways.(point) = None then begin ways.(point) <- Some way; Queue.add (point, way) waiting end in
  reach level.point [];
  while not (Queue.is_empty waiting) do
    let point, way = Queue.pop waiting in
    List.iter (fun generator -> reach generator.images.(point) (generator :: way)) level.generators
  done;
  level.ways <- ways

(* The levels with one more generator, for those of [passed] and, if its point is moved by none of them, for a new one *)
let with_generator levels passed images own =
  let generator = { images; inverse = inverse_of images; own } in
  let fixed = List.for_all (fun level -> images.(level.point) = level.point) passed in
  let rec moved point = if images.(point) <> point then point else moved (point + 1) in
  let fresh = if fixed then [{ point = moved 0; generators = []; ways = Array.make (Array.length images) None }] else [] in
  let add level = level.generators <- level.generators @ [generator]; extend level in
  List.iter add (fresh @ passed);
  levels @ fresh
