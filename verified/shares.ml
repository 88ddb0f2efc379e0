(* The lines of a certificate, and the processes that share its lemmas. With more than one process this file is to be trusted:
   they read the same lines, and together they prove every lemma. That this suffices is [shares_sound] in Shares.v. *)
open Rules
open Reader

(* A lemma, or images of the last one, each with the last line that may use the fact *)
type lemma = { says : statement; until : int; alike : int list; lines : (int * int) list }
type line = Images of (int * int list) list | Lemma of lemma

(* Lemmas about so many secrets are divided: each process proves them for some of the first guesses. *)
let least_divided = 500

(* The number of the lemma that was read last, what it says and whether it is divided *)
let last = ref None

let of_last number =
  match !last with Some (own, says, divided) when own = number -> says, divided | _ -> raise Scores.Outside
let stated number = fst (of_last number)
let divided number = snd (of_last number)

let read_line many secrets symmetries =
  match next () with
  | 0 -> Images (list (fun () -> let until = next () in until, list (fun () -> below symmetries)))
  | size ->
    let sset = items size (fun () -> below secrets) in
    let smade = next () in
    let ssteps = Option.value (some ()) ~default:size in
    let smoney = Option.value (some ()) ~default:(most - 1) in
    let says = { sset; smade; ssteps; smoney; sleast = some () } in
    let until = next () in
    let alike = list (fun () -> below symmetries) in
    let divided = many > 1 && alike = [] && size >= least_divided in
    last := Some ((match !last with Some (number, _, _) -> number + 1 | None -> 0), says, divided);
    Lemma { says; until; alike; lines = list (fun () -> let slope = next () in slope, next ()) }

module Make (Proof : RULES) = struct
  (* Read all lines, and prove the own lemmas and portions of lemmas; return the number of all. *)
  let share many own lines read images lemma portion =
    let progress = ref (Proof.start many own) in
    for line = 0 to lines - 1 do
      match read () with
      | Images given -> images line given
      | Lemma given ->
        let number = Proof.reached many own !progress in
        let further =
          if divided number then Option.bind (portion line number given) (Proof.advance_part many own !progress)
          else Proof.advance many own !progress (lemma line number given) in
        match further with
        | Some further -> progress := further
        | None -> refuse "a lemma was not proven"
    done;
    Proof.reached many own !progress
end

(* Let each of the processes do its share, which is a number; it has to be the same for all. *)
let together many explain share =
  let begin_other own =
    let input, output = Unix.pipe () in
    match Unix.fork () with
    | 0 ->
      let said = try string_of_int (share own) with problem -> explain problem in
      let told = Unix.out_channel_of_descr output in
      output_string told (said ^ "\n");
      flush told;
      Unix._exit 0
    | number -> Unix.close output; number, Unix.in_channel_of_descr input in
  let others = List.init (many - 1) (fun i -> begin_other (i + 1)) in
  let stop (number, _) = Unix.kill number Sys.sigkill; ignore (Unix.waitpid [] number) in
  Fun.protect ~finally:(fun () -> List.iter stop others) (fun () ->
    let result = share 0 in
    let compare (_, told) =
      let said = try input_line told with End_of_file -> "a process has failed" in
      if said <> string_of_int result then refuse said in
    List.iter compare others;
    result)
