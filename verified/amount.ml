(* Natural numbers as native integers: sums and products raise an exception rather than overflow. *)
exception Overflow

let add (a : int) (b : int) = let c = a + b in if c < 0 then raise Overflow else c
let mul (a : int) (b : int) =
  if a lor b < 0x40000000 then a * b
  else if a <> 0 && b > max_int / a then raise Overflow
  else a * b
let sub (a : int) (b : int) = if a < b then 0 else a - b
let div (a : int) (b : int) = if b = 0 then 0 else a / b
let modulo (a : int) (b : int) = if b = 0 then a else a mod b
let eq (a : int) (b : int) = a = b
let le (a : int) (b : int) = a <= b
let lt (a : int) (b : int) = a < b
let min (a : int) (b : int) = if a <= b then a else b
let max (a : int) (b : int) = if a <= b then b else a

let bits = 62
let bit (n : int) i = i < bits && (n lsr i) land 1 = 1
let set (n : int) i = if i < bits then n lor (1 lsl i) else raise Overflow
let ones i = if i <= bits then (1 lsl i) - 1 else raise Overflow
