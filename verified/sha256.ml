(* The digest SHA-256 (FIPS 180-4) of bytes that are given in parts. *)
type state = { hash : int array; block : Bytes.t; words : int array; mutable filled : int; mutable length : int }

let constants =
  [| 0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
     0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
     0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
     0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
     0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
     0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
     0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
     0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2 |]

let start () =
  { hash = [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |];
    block = Bytes.create 64; words = Array.make 64 0; filled = 0; length = 0 }

let low = 0xffffffff
let rotated x by = ((x lsr by) lor (x lsl (32 - by))) land low

let take { hash; block; words; _ } =
  for i = 0 to 15 do words.(i) <- Int32.to_int (Bytes.get_int32_be block (4 * i)) land low done;
  for i = 16 to 63 do
    let one = words.(i - 15) and two = words.(i - 2) in
    let one = rotated one 7 lxor rotated one 18 lxor (one lsr 3) in
    let two = rotated two 17 lxor rotated two 19 lxor (two lsr 10) in
    words.(i) <- (words.(i - 16) + one + words.(i - 7) + two) land low
  done;
  let rec rounds i a b c d e f g h =
    if i < 64 then begin
      let chosen = (e land f) lxor (lnot e land low land g) in
      let one = h + (rotated e 6 lxor rotated e 11 lxor rotated e 25) + chosen + constants.(i) + words.(i) in
      let two = (rotated a 2 lxor rotated a 13 lxor rotated a 22) + ((a land b) lxor (a land c) lxor (b land c)) in
      rounds (i + 1) ((one + two) land low) a b c ((d + one) land low) e f g
    end
    else List.iteri (fun i x -> hash.(i) <- (hash.(i) + x) land low) [ a; b; c; d; e; f; g; h ] in
  rounds 0 hash.(0) hash.(1) hash.(2) hash.(3) hash.(4) hash.(5) hash.(6) hash.(7)

let byte state number =
  Bytes.unsafe_set state.block state.filled (Char.unsafe_chr (number land 255));
  state.filled <- state.filled + 1;
  state.length <- state.length + 1;
  if state.filled = 64 then begin state.filled <- 0; take state end

(* A number in so many bytes, the low byte first. *)
let number state bytes n = for i = 0 to bytes - 1 do byte state (n lsr (8 * i)) done
let text state = String.iter (fun c -> byte state (Char.code c))

(* The digest of all bytes so far, in hexadecimal digits; nothing may be added later. *)
let finish state =
  let bits = 8 * state.length in
  byte state 0x80;
  while state.filled <> 56 do byte state 0 done;
  for i = 7 downto 0 do byte state (bits lsr (8 * i)) done;
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list state.hash))
