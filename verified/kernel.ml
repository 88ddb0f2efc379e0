
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val bool_dec : bool -> bool -> bool **)

let bool_dec b1 b2 =
  if b1 then if b2 then true else false else if b2 then false else true

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module type TotalLeBool' =
 sig
  type t

  val leb : t -> t -> bool
 end

module Nat =
 struct
  (** val sub : int -> int -> int **)

  let rec sub n0 m =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> n0)
      (fun k ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> n0)
        (fun l -> sub k l)
        m)
      n0

  (** val divmod : int -> int -> int -> int -> int * int **)

  let rec divmod x y q u =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> (q, u))
      (fun x' ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> divmod x' y (succ q) y)
        (fun u' -> divmod x' y q u')
        u)
      x
 end

(** val nth : int -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> match l with
              | [] -> default
              | x :: _ -> x)
    (fun m -> match l with
              | [] -> default
              | _ :: t0 -> nth m t0 default)
    n0

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n1 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n1)
    n0

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t0 -> app (f x) (flat_map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t0 -> f b (fold_right f a0 t0)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val firstn : int -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun n1 -> match l with
               | [] -> []
               | a :: l0 -> a :: (firstn n1 l0))
    n0

(** val skipn : int -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> l)
    (fun n1 -> match l with
               | [] -> []
               | _ :: l0 -> skipn n1 l0)
    n0

(** val seq : int -> int -> int list **)

let rec seq start0 len =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun len0 -> start0 :: (seq (succ start0) len0))
    len

(** val repeat : 'a1 -> int -> 'a1 list **)

let rec repeat x n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun k -> x :: (repeat x k))
    n0

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of int
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : int -> int **)

  let rec succ x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p -> (fun p -> Amount.add p p) (succ p))
      (fun p -> (fun p -> Amount.add (Amount.add p p) 1) p)
      (fun _ -> (fun p -> Amount.add p p) 1)
      x

  (** val add : int -> int -> int **)

  let rec add x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> (fun p -> Amount.add p p) (add_carry p q))
        (fun q -> (fun p -> Amount.add (Amount.add p p) 1)
        (add p q))
        (fun _ -> (fun p -> Amount.add p p) (succ p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> (fun p -> Amount.add (Amount.add p p) 1)
        (add p q))
        (fun q -> (fun p -> Amount.add p p) (add p q))
        (fun _ -> (fun p -> Amount.add (Amount.add p p) 1) p)
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> (fun p -> Amount.add p p) (succ q))
        (fun q -> (fun p -> Amount.add (Amount.add p p) 1) q)
        (fun _ -> (fun p -> Amount.add p p) 1)
        y)
      x

  (** val add_carry : int -> int -> int **)

  and add_carry x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> (fun p -> Amount.add (Amount.add p p) 1)
        (add_carry p q))
        (fun q -> (fun p -> Amount.add p p) (add_carry p q))
        (fun _ -> (fun p -> Amount.add (Amount.add p p) 1) (succ p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> (fun p -> Amount.add p p) (add_carry p q))
        (fun q -> (fun p -> Amount.add (Amount.add p p) 1)
        (add p q))
        (fun _ -> (fun p -> Amount.add p p) (succ p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> (fun p -> Amount.add (Amount.add p p) 1) (succ q))
        (fun q -> (fun p -> Amount.add p p) (succ q))
        (fun _ -> (fun p -> Amount.add (Amount.add p p) 1) 1)
        y)
      x

  (** val pred_double : int -> int **)

  let rec pred_double x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p -> (fun p -> Amount.add (Amount.add p p) 1)
      ((fun p -> Amount.add p p) p))
      (fun p -> (fun p -> Amount.add (Amount.add p p) 1)
      (pred_double p))
      (fun _ -> 1)
      x

  (** val pred_N : int -> int **)

  let pred_N x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p -> (fun p -> p) ((fun p -> Amount.add p p) p))
      (fun p -> (fun p -> p) (pred_double p))
      (fun _ -> 0)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of int
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos 1
  | IsPos p -> IsPos ((fun p -> Amount.add (Amount.add p p) 1) p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos ((fun p -> Amount.add p p) p)
  | x0 -> x0

  (** val double_pred_mask : int -> mask **)

  let double_pred_mask x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p -> IsPos ((fun p -> Amount.add p p) ((fun p -> Amount.add p p)
      p)))
      (fun p -> IsPos ((fun p -> Amount.add p p) (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : int -> int -> mask **)

  let rec sub_mask x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos ((fun p -> Amount.add p p) p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : int -> int -> mask **)

  and sub_mask_carry x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val mul : int -> int -> int **)

  let rec mul x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p -> add y ((fun p -> Amount.add p p) (mul p y)))
      (fun p -> (fun p -> Amount.add p p) (mul p y))
      (fun _ -> y)
      x

  (** val iter : ('a1 -> 'a1) -> 'a1 -> int -> 'a1 **)

  let rec iter f x n0 =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val compare_cont : comparison -> int -> int -> comparison **)

  let rec compare_cont r x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont Gt p q)
        (fun _ -> Gt)
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q -> compare_cont Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> Gt)
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : int -> int -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : int -> int -> bool **)

  let rec eqb p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p

  (** val coq_Nsucc_double : int -> int **)

  let coq_Nsucc_double x =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> (fun p -> p) 1)
      (fun p -> (fun p -> p) ((fun p -> Amount.add (Amount.add p p) 1) p))
      x

  (** val coq_Ndouble : int -> int **)

  let coq_Ndouble n0 =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> 0)
      (fun p -> (fun p -> p) ((fun p -> Amount.add p p) p))
      n0

  (** val coq_lor : int -> int -> int **)

  let rec coq_lor p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> (fun p -> Amount.add (Amount.add p p) 1)
        (coq_lor p0 q0))
        (fun q0 -> (fun p -> Amount.add (Amount.add p p) 1)
        (coq_lor p0 q0))
        (fun _ -> p)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> (fun p -> Amount.add (Amount.add p p) 1)
        (coq_lor p0 q0))
        (fun q0 -> (fun p -> Amount.add p p) (coq_lor p0 q0))
        (fun _ -> (fun p -> Amount.add (Amount.add p p) 1) p0)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun _ -> q)
        (fun q0 -> (fun p -> Amount.add (Amount.add p p) 1) q0)
        (fun _ -> q)
        q)
      p

  (** val coq_land : int -> int -> int **)

  let rec coq_land p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> (fun p -> p) 1)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> 0)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun _ -> (fun p -> p) 1)
        (fun _ -> 0)
        (fun _ -> (fun p -> p) 1)
        q)
      p

  (** val coq_lxor : int -> int -> int **)

  let rec coq_lxor p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun _ -> (fun p -> p) ((fun p -> Amount.add p p) p0))
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun _ -> (fun p -> p) ((fun p -> Amount.add (Amount.add p p) 1) p0))
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
        (fun q0 -> (fun p -> p) ((fun p -> Amount.add p p) q0))
        (fun q0 -> (fun p -> p) ((fun p -> Amount.add (Amount.add p p) 1)
        q0))
        (fun _ -> 0)
        q)
      p

  (** val shiftl : int -> int -> int **)

  let shiftl p n0 =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> p)
      (fun n1 -> iter (fun x -> (fun p -> Amount.add p p) x) p n1)
      n0

  (** val testbit : int -> int -> bool **)

  let rec testbit p n0 =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p0 ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> true)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun p0 ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> false)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun _ ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> true)
        (fun _ -> false)
        n0)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : int -> int **)

  let to_nat x =
    iter_op Amount.add x (succ 0)

  (** val of_succ_nat : int -> int **)

  let rec of_succ_nat n0 =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> 1)
      (fun x -> succ (of_succ_nat x))
      n0
 end

module N =
 struct
  (** val succ_double : int -> int **)

  let succ_double x =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> (fun p -> p) 1)
      (fun p -> (fun p -> p) ((fun p -> Amount.add (Amount.add p p) 1) p))
      x

  (** val double : int -> int **)

  let double n0 =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> 0)
      (fun p -> (fun p -> p) ((fun p -> Amount.add p p) p))
      n0

  (** val pred : int -> int **)

  let pred n0 =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> 0)
      (fun p -> Coq_Pos.pred_N p)
      n0

  (** val compare : int -> int -> comparison **)

  let compare n0 m =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> Eq)
        (fun _ -> Lt)
        m)
      (fun n' ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> Gt)
        (fun m' -> Coq_Pos.compare n' m')
        m)
      n0

  (** val pos_div_eucl : int -> int -> int * int **)

  let rec pos_div_eucl a b =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if Amount.le b r'
      then ((succ_double q), (Amount.sub r' b))
      else ((double q), r'))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if Amount.le b r'
      then ((succ_double q), (Amount.sub r' b))
      else ((double q), r'))
      (fun _ ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> (0, ((fun p -> p) 1)))
        (fun p ->
        (fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
          (fun _ -> (0, ((fun p -> p) 1)))
          (fun _ -> (0, ((fun p -> p) 1)))
          (fun _ -> (((fun p -> p) 1), 0))
          p)
        b)
      a

  (** val div_eucl : int -> int -> int * int **)

  let div_eucl a b =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> (0, 0))
      (fun na0 ->
      (fun zero positive n -> if n = 0 then zero () else positive n)
        (fun _ -> (0, a))
        (fun _ -> pos_div_eucl na0 b)
        b)
      a

  (** val shiftl : int -> int -> int **)

  let shiftl a n0 =
    (fun zero positive n -> if n = 0 then zero () else positive n)
      (fun _ -> 0)
      (fun a0 -> (fun p -> p) (Coq_Pos.shiftl a0 n0))
      a
 end

type game = { guesses : int; secrets : int list; score : (int -> int -> int);
              final : (int -> bool); goal : (int -> int);
              weight : (int -> int); long : (int -> int); only : bool;
              cost : (int -> int); prices : int list }

type strategy =
| Stop
| Ask of int * (int -> strategy)

(** val part : game -> int -> int -> int list -> int list **)

let part asked guess answer possible =
  filter (fun secret -> Amount.eq (asked.score guess secret) answer) possible

(** val known : game -> int list -> bool **)

let known asked possible = match possible with
| [] -> true
| one0 :: _ ->
  (&&) (negb (Amount.eq (asked.goal one0) 0))
    (forallb (fun secret -> Amount.eq (asked.goal secret) (asked.goal one0))
      possible)

(** val over : game -> int -> int list -> bool **)

let over asked answer remaining =
  (||) (asked.final answer) (known asked remaining)

(** val may : game -> int -> int list -> bool **)

let may asked guess possible =
  (&&) (Amount.lt guess asked.guesses)
    ((||) (negb asked.only)
      (existsb (fun secret -> asked.final (asked.score guess secret))
        possible))

(** val sum : ('a1 -> int) -> 'a1 list -> int **)

let sum amount items =
  fold_right (fun item total -> Amount.add (amount item) total) 0 items

type aim =
| Mean
| Worst
| Within of int
| Penalty of int list

(** val pay : game -> aim -> int list -> int **)

let pay asked aim0 guesses0 =
  match aim0 with
  | Mean -> sum asked.long guesses0
  | Worst -> 0
  | Within most0 ->
    if Amount.le (List.length guesses0) most0 then 0 else (fun p -> p) 1
  | Penalty fines ->
    nth
      ((fun n -> if n = 0 then 0 else n - 1)
        (Amount.min (List.length guesses0) (List.length fines))) fines 0

(** val price : game -> int -> int **)

let price asked depth =
  nth
    (Amount.min depth
      ((fun n -> if n = 0 then 0 else n - 1) (List.length asked.prices)))
    asked.prices 0

(** val paid : game -> int -> int list -> int **)

let rec paid asked depth = function
| [] -> 0
| guess :: p0 ->
  Amount.add (Amount.add (price asked depth) (asked.cost guess))
    (paid asked (succ depth) p0)

(** val put : int -> int -> (int * int list) list -> (int * int list) list **)

let rec put a secret = function
| [] -> (a, (secret :: [])) :: []
| y :: l0 ->
  let (b, subset) = y in
  if Amount.eq a b
  then (b, (secret :: subset)) :: l0
  else (b, subset) :: (put a secret l0)

(** val split : (int -> int) -> int list -> (int * int list) list **)

let rec split f = function
| [] -> []
| secret :: possible0 -> put (f secret) secret (split f possible0)

(** val useful : game -> int -> int list -> bool **)

let useful asked guess possible = match possible with
| [] -> false
| t0 :: _ ->
  let a = asked.score guess t0 in
  let subset = part asked guess a possible in
  (||) (over asked a subset)
    (negb (Amount.eq (List.length subset) (List.length possible)))

(** val limits : int -> int -> int -> int -> int -> int * int **)

let limits low0 high0 n0 rounds budget =
  let rounds0 =
    Amount.min (Amount.min rounds n0) ((fun n -> n) (Amount.div budget low0))
  in
  (rounds0, (Amount.min budget (Amount.mul ((fun n -> n) rounds0) high0)))

(** val paths : game -> strategy -> int list -> (int * int list) list **)

let rec paths asked plan possible =
  match plan with
  | Stop -> []
  | Ask (guess, next0) ->
    if may asked guess possible
    then flat_map (fun p ->
           if over asked (fst p) (snd p)
           then map (fun secret -> (secret, (guess :: []))) (snd p)
           else map (fun found -> ((fst found), (guess :: (snd found))))
                  (paths asked (next0 (fst p)) (snd p)))
           (split (asked.score guess) possible)
    else []

(** val longest : game -> strategy -> int list -> int **)

let longest asked plan possible =
  fold_right Amount.max 0
    (map (fun found -> sum asked.long (snd found))
      (paths asked plan possible))

(** val replayed : game -> strategy -> aim -> int **)

let replayed asked plan a = match a with
| Worst -> longest asked plan asked.secrets
| _ ->
  sum (fun found ->
    Amount.mul (asked.weight (fst found)) (pay asked a (snd found)))
    (paths asked plan asked.secrets)

(** val priced : game -> strategy -> int **)

let priced asked plan =
  sum (fun found ->
    Amount.mul (asked.weight (fst found)) (paid asked 0 (snd found)))
    (paths asked plan asked.secrets)

(** val oadd : int -> int option -> int option **)

let oadd n0 v =
  option_map (Amount.add n0) v

(** val size : 'a1 list -> int **)

let size possible =
  (fun n -> n) (List.length possible)

(** val one : bool -> int **)

let one = function
| true -> (fun p -> p) 1
| false -> 0

(** val later :
    game -> (int -> int) -> int -> int -> int -> int -> int -> int -> int ->
    int -> int -> int option **)

let rec later asked light e f b n0 depth f0 p rounds c =
  let d = Amount.add f0 (Amount.mul p c) in
  if Amount.le n0 d
  then Some 0
  else ((fun zero next n -> if n = 0 then zero () else next (n - 1))
          (fun _ -> None)
          (fun rounds0 ->
          oadd (Amount.mul (Amount.add (price asked depth) e) (light d))
            (later asked light e f b n0 (succ depth) f0 p rounds0
              (Amount.min n0 (Amount.add f (Amount.mul b c)))))
          rounds)

(** val heavy : game -> int -> int list -> int **)

let heavy asked h possible =
  sum (fun secret -> Amount.sub (asked.weight secret) h) possible

(** val wide : int **)

let wide =
  Amount.mul (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    (succ (succ (succ (succ (succ (succ 0)))))))))))))))) (succ (succ (succ
    (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    (succ 0))))))))))))))))

(** val group : (int -> int) -> int list -> (int * int list) list **)

let group f possible =
  flat_map (fun p -> split f (snd p))
    (split (fun secret -> Amount.div (f secret) wide) possible)

type kind = { kover : int; kended : int; kblocks : int; kcost : int;
              klong : int }

(** val highest : (int * int) list -> int -> int -> int **)

let highest l m p =
  fold_right (fun l0 b ->
    Amount.max (Amount.sub (Amount.mul (fst l0) m) (Amount.mul (snd l0) p)) b)
    0 l

(** val most_goal : game -> int list -> int **)

let most_goal asked z =
  fold_right (fun p b ->
    Amount.max (if Amount.eq (fst p) 0 then 0 else size (snd p)) b) 0
    (group asked.goal z)

(** val shape : game -> int -> int list -> kind **)

let shape asked guess possible =
  let ps = split (asked.score guess) possible in
  { kover =
  (sum (fun p -> if over asked (fst p) (snd p) then size (snd p) else 0) ps);
  kended =
  (sum (fun p ->
    if asked.final (fst p) then size (snd p) else most_goal asked (snd p)) ps);
  kblocks = (sum (fun p -> one (negb (over asked (fst p) (snd p)))) ps);
  kcost = (asked.cost guess); klong = (asked.long guess) }

(** val most : (kind -> int) -> kind list -> int **)

let most f ks =
  fold_right (fun k b -> Amount.max (f k) b) 0 ks

(** val fewest : (kind -> int) -> kind list -> int **)

let fewest f = function
| [] -> 0
| k :: ks0 -> fold_right (fun k0 b -> Amount.min (f k0) b) (f k) ks0

(** val hold : (int * int) list -> int -> int -> int -> kind list -> bool **)

let hold l lights lp n0 ks =
  forallb (fun k ->
    forallb (fun i ->
      let m = (fun n -> n) i in
      Amount.le (highest l m ((fun p -> p) 1))
        (Amount.add
          (Amount.mul (Amount.mul m lights) (Amount.add lp k.kcost))
          (highest l (Amount.sub m k.kended) k.kblocks)))
      (seq (succ 0) (Amount.sub n0 (succ 0)))) ks

type symmetry = { back : (int -> int); onto : (int -> int);
                  name : (int -> int) }

(** val finals : game -> int -> int list -> int **)

let finals asked guess possible =
  sum (fun secret -> one (asked.final (asked.score guess secret))) possible

(** val width : int **)

let width =
  succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ (succ
    0)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val counts_of : game -> int -> int -> int list -> int * int **)

let counts_of = fun (asked : game) scores guess secrets -> Tally.counts_of asked.score asked.final scores guess secrets

(** val quick : game -> int -> int -> int list -> kind **)

let quick asked na0 guess possible =
  let (f, n0) = counts_of asked na0 guess possible in
  { kover = f; kended = f; kblocks = n0; kcost = (asked.cost guess); klong =
  (asked.long guess) }

(** val quick_counts : game -> kind -> int -> bool **)

let quick_counts asked k budget =
  (&&) (Amount.le k.klong budget)
    ((||) (Amount.lt 0 k.kover)
      ((&&) (negb asked.only)
        (Amount.le ((fun p -> p) ((fun p -> Amount.add p p) 1)) k.kblocks)))

(** val note : int list -> int -> int -> int list **)

let rec note words0 answer place0 =
  match words0 with
  | [] -> []
  | word :: words1 ->
    if Amount.eq answer 0
    then (Amount.set word ((fun n -> n) place0)) :: words1
    else word :: (note words1 (Amount.sub answer (succ 0)) place0)

(** val fill : game -> int -> int list -> int -> int list -> int list **)

let rec fill asked ended words0 place0 = function
| [] -> ended :: words0
| answer :: answers0 ->
  if asked.final answer
  then fill asked (Amount.set ended ((fun n -> n) place0)) words0 (succ
         place0) answers0
  else fill asked ended (note words0 answer place0) (succ place0) answers0

(** val span : game -> int -> int **)

let span asked w =
  Amount.min width (Amount.sub asked.guesses (Amount.mul w width))

(** val column : game -> int -> int -> int -> int list **)

let column asked na0 secret w =
  fill asked 0 (repeat 0 na0) 0
    (map (fun guess -> asked.score guess secret)
      (seq (Amount.mul w width) (span asked w)))

(** val incr : int list -> int -> int list **)

let rec incr c b =
  if Amount.eq b 0
  then c
  else (match c with
        | [] -> b :: []
        | x :: c0 -> ((lxor) x b) :: (incr c0 ((land) x b)))

(** val count : int list -> int list **)

let count ws =
  fold_right (fun b c -> incr c b) [] ws

(** val top : int list -> int -> int * int **)

let rec top c m =
  match c with
  | [] -> (0, m)
  | x :: c0 ->
    let (n0, t0) = top c0 m in
    let u = (land) x t0 in
    if Amount.eq u 0
    then ((Amount.mul ((fun p -> p) ((fun p -> Amount.add p p) 1)) n0), t0)
    else ((Amount.add
            (Amount.mul ((fun p -> p) ((fun p -> Amount.add p p) 1)) n0)
            ((fun p -> p) 1)), u)

(** val crowd : int list -> int * int option **)

let crowd = function
| [] -> (0, None)
| f :: ws0 ->
  let c = count ws0 in
  ((fst (top c ((lxor) (Amount.ones ((fun n -> n) width)) f))),
  (if Amount.eq f 0 then None else Some (fst (top c f))))

(** val columns : game -> int -> int -> int -> int -> int list list **)

let rec columns asked na0 secret w n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun n1 ->
    (column asked na0 secret w) :: (columns asked na0 secret (succ w) n1))
    n0

(** val most_of : int option -> int option -> int option **)

let most_of a b =
  match a with
  | Some a0 -> (match b with
                | Some b0 -> Some (Amount.max a0 b0)
                | None -> a)
  | None -> b

(** val crowds : int list list -> int * int option **)

let rec crowds = function
| [] -> (0, None)
| ws :: r0 ->
  let (a, b) = crowd ws in
  let (c, depth) = crowds r0 in ((Amount.max a c), (most_of b depth))

(** val ascending : int list -> bool **)

let rec ascending = function
| [] -> true
| secret :: subset ->
  (match subset with
   | [] -> true
   | t0 :: _ -> (&&) (Amount.lt secret t0) (ascending subset))

(** val insert : int -> int list -> int list **)

let rec insert x l = match l with
| [] -> x :: []
| y :: m -> if Amount.le x y then x :: l else y :: (insert x m)

(** val sorted : int list -> int list **)

let sorted l =
  fold_right insert [] l

(** val greedy : int -> int -> int list -> int **)

let rec greedy d n0 l =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> 0)
    (fun n1 ->
    match l with
    | [] -> 0
    | _ :: l0 ->
      (match l0 with
       | [] -> 0
       | _ :: _ ->
         let g = sum (fun x -> x) (firstn d l) in
         Amount.add g (greedy d n1 (insert g (skipn d l)))))
    n0

(** val pad : int -> int -> int **)

let pad d n0 =
  let r = Amount.modulo (Amount.sub n0 (succ 0)) (Amount.sub d (succ 0)) in
  if Amount.eq r 0 then 0 else Amount.sub (Amount.sub d (succ 0)) r

(** val pop :
    int list -> int list -> int list -> (int list * int list) * int list **)

let pop given front back0 =
  match front with
  | [] ->
    (match back0 with
     | [] -> ((given, front), back0)
     | _ :: _ -> ((given, (rev_append back0 [])), []))
  | _ :: _ -> ((given, front), back0)

(** val next :
    int list -> int list -> int list -> (((int * int list) * int list) * int
    list) option **)

let next given front back0 =
  let (p, back1) = pop given front back0 in
  let (l, l0) = p in
  (match l with
   | [] ->
     (match l0 with
      | [] -> None
      | y :: front0 -> Some (((y, []), front0), back1))
   | x :: given0 ->
     (match l0 with
      | [] -> Some (((x, given0), []), back1)
      | y :: front0 ->
        if Amount.le x y
        then Some (((x, given0), (y :: front0)), back1)
        else Some (((y, (x :: given0)), front0), back1)))

(** val take :
    int -> int list -> int list -> int list -> int -> ((int * int list) * int
    list) * int list **)

let rec take n0 given front back0 total =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> (((total, given), front), back0))
    (fun n1 ->
    match next given front back0 with
    | Some p ->
      let (p0, back1) = p in
      let (p1, front0) = p0 in
      let (x, given0) = p1 in take n1 given0 front0 back1 (Amount.add total x)
    | None -> (((total, given), front), back0))
    n0

(** val few : 'a1 list -> 'a1 list -> 'a1 list -> bool **)

let few given front back0 =
  match given with
  | [] ->
    (match front with
     | [] ->
       (match back0 with
        | [] -> true
        | _ :: l -> (match l with
                     | [] -> true
                     | _ :: _ -> false))
     | _ :: l ->
       (match l with
        | [] -> (match back0 with
                 | [] -> true
                 | _ :: _ -> false)
        | _ :: _ -> false))
  | _ :: l ->
    (match l with
     | [] ->
       (match front with
        | [] -> (match back0 with
                 | [] -> true
                 | _ :: _ -> false)
        | _ :: _ -> false)
     | _ :: _ -> false)

(** val queued :
    int -> int -> int list -> int list -> int list -> int -> int -> int **)

let rec queued d n0 given front back0 most0 total =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> total)
    (fun n1 ->
    if few given front back0
    then total
    else let (p, back1) = take d given front back0 0 in
         let (p0, front0) = p in
         let (g, given0) = p0 in
         if Amount.le most0 g
         then queued d n1 given0 front0 (g :: back1) g (Amount.add total g)
         else Amount.add (Amount.add total g)
                (greedy d n1
                  (insert g (sorted (app given0 (app front0 (rev back1)))))))
    n0

(** val padded : int -> int list -> int list **)

let padded d ws =
  app (repeat 0 (pad d (List.length ws))) (sorted ws)

(** val huffman : int -> int list -> int **)

let huffman d ws =
  let l = padded d ws in queued d (List.length l) l [] [] 0 0

(** val letter : game -> int -> int -> int **)

let letter asked guess secret =
  if asked.final (asked.score guess secret)
  then 0
  else succ (asked.score guess secret)

(** val enders : game -> int -> int list -> int list **)

let enders asked guess possible =
  filter (fun secret -> asked.final (asked.score guess secret)) possible

(** val letters : game -> int -> int list -> int option **)

let letters asked guess possible =
  if (&&)
       (forallb (fun secret -> negb (Amount.eq (asked.goal secret) 0))
         possible) (known asked (enders asked guess possible))
  then Some (List.length (split (letter asked guess) possible))
  else None

(** val classes : game -> int list -> (int * int list) list **)

let classes asked subset =
  group asked.goal subset

(** val upto : int -> (int -> bool) -> bool **)

let rec upto n0 f =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i -> if f i then upto i f else false)
    n0

(** val same : int list -> int list -> bool **)

let rec same possible subset =
  match possible with
  | [] -> (match subset with
           | [] -> true
           | _ :: _ -> false)
  | secret :: possible0 ->
    (match subset with
     | [] -> false
     | t0 :: subset0 ->
       if Amount.eq secret t0 then same possible0 subset0 else false)

(** val omax : int option -> int option -> int option **)

let omax a b =
  match a with
  | Some a0 ->
    (match b with
     | Some b0 -> Some (Amount.max a0 b0)
     | None -> None)
  | None -> None

(** val oplus : int option -> int option -> int option **)

let oplus a b =
  match a with
  | Some a0 ->
    (match b with
     | Some b0 -> Some (Amount.add a0 b0)
     | None -> None)
  | None -> None

(** val reaches : int option -> int option -> bool **)

let reaches need have =
  match need with
  | Some n0 -> (match have with
                | Some m -> Amount.le n0 m
                | None -> true)
  | None -> (match have with
             | Some _ -> false
             | None -> true)

type arena = { low : int; high : int; ns : int; na : int; unit0 : bool;
               swift : bool; aimless : bool }

(** val lengths : game -> int -> int -> bool **)

let lengths asked l h =
  (&&) (Amount.le ((fun p -> p) 1) l)
    (upto asked.guesses (fun guess ->
      (&&) (Amount.le l (asked.long guess)) (Amount.le (asked.long guess) h)))

(** val units : game -> int -> bool **)

let units asked n0 =
  upto n0 (fun secret -> Amount.eq (asked.weight secret) ((fun p -> p) 1))

(** val scores : game -> int -> int -> bool **)

let scores asked n0 a =
  upto asked.guesses (fun guess ->
    upto n0 (fun secret -> Amount.lt (asked.score guess secret) a))

(** val no_goals : game -> int -> bool **)

let no_goals asked n0 =
  upto n0 (fun secret -> Amount.eq (asked.goal secret) 0)

(** val plain : game -> int -> int -> bool **)

let plain asked l n0 =
  upto asked.guesses (fun guess ->
    (&&)
      ((&&) (Amount.eq (asked.cost guess) (asked.cost 0))
        (Amount.eq (asked.long guess) l))
      (Amount.le (finals asked guess (seq 0 n0)) ((fun p -> p) 1)))

(** val survey : game -> int -> int -> int -> int -> arena option **)

let survey asked l h n0 a =
  if bool_dec (lengths asked l h) true
  then if bool_dec (scores asked n0 a) true
       then Some { low = l; high = h; ns = n0; na = a; unit0 =
              (units asked n0); swift = (plain asked l n0); aimless =
              (no_goals asked n0) }
       else None
  else None

(** val lighter :
    game -> arena -> (int list -> int -> int) -> int list -> int -> int **)

let lighter asked a threshold possible =
  if a.unit0
  then let n0 = size possible in (fun d -> Amount.sub n0 d)
  else let w = sum asked.weight possible in
       (fun d ->
       let h = threshold possible d in
       Amount.sub w (Amount.add (Amount.mul h d) (heavy asked h possible)))

(** val alike : kind -> kind -> bool **)

let alike k j =
  (&&)
    ((&&) ((&&) (Amount.eq k.kover j.kover) (Amount.eq k.kended j.kended))
      (Amount.eq k.kcost j.kcost)) (Amount.eq k.klong j.klong)

(** val merge : kind -> kind list -> kind list **)

let rec merge k = function
| [] -> k :: []
| j :: ks0 ->
  if alike k j
  then { kover = j.kover; kended = j.kended; kblocks =
         (Amount.max k.kblocks j.kblocks); kcost = j.kcost; klong =
         j.klong } :: ks0
  else j :: (merge k ks0)

(** val counts : game -> int -> int list -> int -> bool **)

let counts asked guess possible budget =
  (&&) ((&&) (may asked guess possible) (useful asked guess possible))
    (Amount.le (asked.long guess) budget)

(** val shape_of : game -> arena -> int -> int list -> int -> kind option **)

let shape_of asked a guess possible budget =
  if a.aimless
  then let k = quick asked a.na guess possible in
       if quick_counts asked k budget then Some k else None
  else if counts asked guess possible budget
       then Some (shape asked guess possible)
       else None

(** val gather :
    game -> arena -> int list -> int -> int -> kind list -> kind list **)

let rec gather asked a possible budget n0 ks =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> ks)
    (fun guess ->
    gather asked a possible budget guess
      (match shape_of asked a guess possible budget with
       | Some k -> merge k ks
       | None -> ks))
    n0

(** val groups : game -> int **)

let groups asked =
  succ (Amount.div asked.guesses width)

type plane = { psecret : int; pwords : Flat.t }

(** val make_plane : game -> arena -> int -> plane **)

let make_plane asked a secret =
  { psecret = secret; pwords = (Flat.of_lists
    (columns asked a.na secret 0 (groups asked))) }

(** val words :
    game -> arena -> (int -> plane option) -> int -> Flat.t option **)

let words _ _ planes secret =
  match planes secret with
  | Some p -> if Amount.eq p.psecret secret then Some p.pwords else None
  | None -> None

(** val words_of :
    game -> arena -> (int -> plane option) -> int list -> Flat.t list option **)

let rec words_of asked a planes = function
| [] -> Some []
| secret :: possible0 ->
  (match words asked a planes secret with
   | Some f ->
     (match words_of asked a planes possible0 with
      | Some fs -> Some (f :: fs)
      | None -> None)
   | None -> None)

(** val swift_kinds :
    game -> arena -> (int -> plane option) -> int list -> kind list option **)

let swift_kinds asked a planes possible =
  if (&&) ((&&) a.aimless a.swift) (ascending possible)
  then (match possible with
        | [] -> None
        | _ :: _ ->
          (match words_of asked a planes possible with
           | Some fs ->
             let (m, n0) = crowds (Flat.join fs) in
             Some
             (app
               (if asked.only
                then []
                else if Amount.le ((fun p -> p) ((fun p -> Amount.add p p)
                          1)) m
                     then { kover = 0; kended = 0; kblocks = m; kcost =
                            (asked.cost 0); klong = a.low } :: []
                     else [])
               (match n0 with
                | Some n1 ->
                  { kover = ((fun p -> p) 1); kended = ((fun p -> p) 1);
                    kblocks = n1; kcost = (asked.cost 0); klong =
                    a.low } :: []
                | None -> []))
           | None -> None))
  else None

(** val kinds :
    game -> arena -> (int -> plane option) -> int list -> int -> kind list **)

let kinds asked a planes possible budget =
  match swift_kinds asked a planes possible with
  | Some ks -> ks
  | None -> gather asked a possible budget asked.guesses []

type winners =
  int -> int list
  (* singleton inductive, whose constructor was Winners *)

(** val winning : game -> arena -> winners -> int -> int list **)

let winning _ _ w =
  w

(** val all_winning : game -> arena -> (int -> int list) -> bool **)

let all_winning asked a w =
  upto asked.guesses (fun guess ->
    upto a.ns (fun secret ->
      if asked.final (asked.score guess secret)
      then existsb (Amount.eq guess) (w secret)
      else true))

(** val check_winners :
    game -> arena -> (int -> int list) -> winners option **)

let check_winners asked a w =
  if bool_dec (all_winning asked a w) true then Some w else None

(** val few_kinds : game -> arena -> winners -> int list -> kind list **)

let few_kinds asked a w possible =
  { kover = 0; kended = 0; kblocks = (size possible); kcost = (asked.cost 0);
    klong =
    a.low } :: (map (fun guess -> quick asked a.na guess possible)
                 (flat_map (winning asked a w) possible))

(** val most_letters : game -> int list -> int -> int -> int -> int option **)

let rec most_letters asked possible budget n0 most0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> Some most0)
    (fun guess ->
    if counts asked guess possible budget
    then (match letters asked guess possible with
          | Some l ->
            most_letters asked possible budget guess (Amount.max l most0)
          | None -> None)
    else most_letters asked possible budget guess most0)
    n0

(** val alphabet : game -> arena -> int list -> int -> int **)

let alphabet asked a possible budget =
  if a.aimless
  then 0
  else (match most_letters asked possible budget asked.guesses 0 with
        | Some l -> l
        | None -> 0)

type view = { vset : int list; vmade : int; vended : int; vblocks : int;
              vcost : int; vlong : int; vlines : (int * int) list;
              vletters : int }

(** val least_price : game -> int -> int **)

let least_price asked depth =
  let ps =
    skipn
      (Amount.min depth
        ((fun n -> if n = 0 then 0 else n - 1) (List.length asked.prices)))
      asked.prices
  in
  (match ps with
   | [] -> 0
   | p :: ps0 -> fold_right Amount.min p ps0)

(** val lightest : game -> int list -> int **)

let lightest asked = function
| [] -> 0
| t0 :: possible0 ->
  fold_right (fun secret b -> Amount.min (asked.weight secret) b)
    (asked.weight t0) possible0

(** val look_at :
    game -> arena -> int list -> int -> int -> kind list -> (int * int) list
    -> bool -> view **)

let look_at asked a possible depth budget ks l codes0 =
  { vset = possible; vmade = depth; vended = (most (fun k -> k.kended) ks);
    vblocks = (most (fun k -> k.kblocks) ks); vcost =
    (fewest (fun k -> k.kcost) ks); vlong =
    (Amount.max a.low (fewest (fun k -> k.klong) ks)); vlines =
    (match l with
     | [] -> []
     | _ :: _ ->
       if hold l (lightest asked possible) (least_price asked (succ depth))
            (List.length possible) ks
       then l
       else []); vletters =
    (if codes0 then alphabet asked a possible budget else 0) }

(** val guesses_left : view -> int -> int -> int **)

let guesses_left v rounds budget =
  Amount.min rounds ((fun n -> n) (Amount.div budget v.vlong))

(** val raised : int -> int option -> int option **)

let raised m v =
  option_map (Amount.max m) v

(** val by_kind :
    game -> view -> (int -> int) -> int -> int -> int -> int -> kind -> int
    option **)

let by_kind asked v light w n0 rounds budget k =
  oadd (Amount.mul w (Amount.add (price asked v.vmade) k.kcost))
    (raised (highest v.vlines (Amount.sub n0 k.kover) k.kblocks)
      (later asked light v.vcost v.vended v.vblocks n0 (succ v.vmade) k.kover
        k.kblocks
        (guesses_left v ((fun n -> if n = 0 then 0 else n - 1) rounds)
          (Amount.sub budget k.klong)) 0))

(** val enough : int -> int -> int -> int -> bool **)

let rec enough n0 d rounds w =
  if Amount.le n0 w
  then true
  else ((fun zero next n -> if n = 0 then zero () else next (n - 1))
          (fun _ -> false)
          (fun rounds0 ->
          enough n0 d rounds0 (Amount.mul w ((fun n -> n) d)))
          rounds)

(** val by_codes : game -> view -> int -> int -> int list -> int option **)

let by_codes asked v rounds budget subset =
  if Amount.le v.vletters (succ 0)
  then Some 0
  else let cs = classes asked subset in
       if enough (size cs) v.vletters (guesses_left v rounds budget)
            ((fun p -> p) 1)
       then Some
              (Amount.mul
                (Amount.add (least_price asked (succ v.vmade)) v.vcost)
                (huffman v.vletters
                  (map (fun p -> sum asked.weight (snd p)) cs)))
       else None

(** val by_size :
    game -> arena -> (int list -> int -> int) -> view -> int -> int -> int
    list -> int option **)

let by_size asked a threshold v rounds budget subset =
  raised (highest v.vlines (size subset) ((fun p -> p) 1))
    (omax
      (later asked (lighter asked a threshold subset) v.vcost v.vended
        v.vblocks (size subset) (succ v.vmade) 0 ((fun p -> p) 1)
        (guesses_left v rounds budget) 0)
      (by_codes asked v rounds budget subset))

type statement = { sset : int list; smade : int; ssteps : int; smoney : 
                   int; sleast : int option }

type fact = { fline : int; fset : int list; fmade : int; fsteps : int;
              fmoney : int; fleast : int option }

(** val fset : game -> arena -> (int -> statement) -> fact -> int list **)

let fset _ _ _ f =
  f.fset

(** val level : game -> int -> int **)

let level asked depth =
  Amount.min depth
    ((fun n -> if n = 0 then 0 else n - 1) (List.length asked.prices))

(** val limit : game -> arena -> int -> int -> int -> int * int **)

let limit _ a n0 rounds budget =
  limits a.low a.high n0 rounds budget

(** val use :
    game -> arena -> (int -> statement) -> int -> fact option -> int list ->
    int -> int -> int -> int option **)

let use asked a _ now f subset depth rounds budget =
  let (rounds0, budget0) = limit asked a (List.length subset) rounds budget in
  if Amount.eq rounds0 0
  then None
  else (match f with
        | Some f0 ->
          if (&&)
               ((&&)
                 ((&&)
                   ((&&) (Amount.le f0.fline now)
                     (Amount.eq (level asked f0.fmade) (level asked depth)))
                   (Amount.le rounds0 f0.fsteps))
                 (Amount.le budget0 f0.fmoney)) (same f0.fset subset)
          then f0.fleast
          else Some 0
        | None -> Some 0)

type block = int * int list

(** val place :
    (block * int option) -> (block * int option) list -> (block * int option)
    list **)

let rec place x l = match l with
| [] -> x :: []
| y :: m ->
  if Amount.le (List.length (snd (fst x))) (List.length (snd (fst y)))
  then x :: l
  else y :: (place x m)

(** val osum : (block * int option) list -> int option **)

let osum l =
  fold_right (fun x v -> oplus (snd x) v) (Some 0) l

(** val raise :
    (int list -> int option) -> int option -> int option -> (block * int
    option) list -> (block * int option) list **)

let rec raise f need have l = match l with
| [] -> []
| p0 :: m ->
  let (p, b) = p0 in
  if reaches need have
  then l
  else let c = omax b (f (snd p)) in
       (p,
       c) :: (raise f need
               (match have with
                | Some h ->
                  (match b with
                   | Some b0 ->
                     (match c with
                      | Some c0 -> Some (Amount.add h (Amount.sub c0 b0))
                      | None -> None)
                   | None -> None)
                | None -> None) m)

(** val going : game -> int -> int list -> (int * int list) list **)

let going asked guess possible =
  filter (fun p -> negb (over asked (fst p) (snd p)))
    (split (asked.score guess) possible)

(** val by_blocks :
    game -> arena -> (int list -> int -> int) -> (int -> statement) -> int ->
    (bool -> int list -> int -> int -> int -> fact option) -> view -> int
    list -> int -> int -> int -> int option -> int option **)

let by_blocks asked a threshold stated now find v possible rounds budget guess need =
  let depth = succ v.vmade in
  let rounds0 = (fun n -> if n = 0 then 0 else n - 1) rounds in
  let budget0 = Amount.sub budget (asked.long guess) in
  let now0 =
    Amount.mul (sum asked.weight possible)
      (Amount.add (price asked v.vmade) (asked.cost guess))
  in
  let l =
    fold_right (fun p l ->
      place (p, (by_size asked a threshold v rounds0 budget0 (snd p))) l) []
      (going asked guess possible)
  in
  let have = oadd now0 (osum l) in
  if reaches need have
  then have
  else let l0 =
         raise (fun subset ->
           use asked a stated now (find false subset depth rounds0 budget0)
             subset depth rounds0 budget0) need have l
       in
       let have0 = oadd now0 (osum l0) in
       if reaches need have0
       then have0
       else oadd now0
              (osum
                (raise (fun subset ->
                  use asked a stated now
                    (find true subset depth rounds0 budget0) subset depth
                    rounds0 budget0) need have0 (rev l0)))

module Sort =
 functor (X:TotalLeBool') ->
 struct
  (** val merge : X.t list -> X.t list -> X.t list **)

  let rec merge l1 l2 =
    let rec merge_aux l3 =
      match l1 with
      | [] -> l3
      | a1 :: l1' ->
        (match l3 with
         | [] -> l1
         | a2 :: l2' ->
           if X.leb a1 a2 then a1 :: (merge l1' l3) else a2 :: (merge_aux l2'))
    in merge_aux l2

  (** val merge_list_to_stack :
      X.t list option list -> X.t list -> X.t list option list **)

  let rec merge_list_to_stack stack l =
    match stack with
    | [] -> (Some l) :: []
    | y :: stack' ->
      (match y with
       | Some l' -> None :: (merge_list_to_stack stack' (merge l' l))
       | None -> (Some l) :: stack')

  (** val merge_stack : X.t list option list -> X.t list **)

  let rec merge_stack = function
  | [] -> []
  | y :: stack' ->
    (match y with
     | Some l -> merge l (merge_stack stack')
     | None -> merge_stack stack')

  (** val iter_merge : X.t list option list -> X.t list -> X.t list **)

  let rec iter_merge stack = function
  | [] -> merge_stack stack
  | a :: l' -> iter_merge (merge_list_to_stack stack (a :: [])) l'

  (** val sort : X.t list -> X.t list **)

  let sort =
    iter_merge []

  (** val flatten_stack : X.t list option list -> X.t list **)

  let rec flatten_stack = function
  | [] -> []
  | o :: stack' ->
    (match o with
     | Some l -> app l (flatten_stack stack')
     | None -> flatten_stack stack')
 end

module Order =
 struct
  type t = int

  (** val leb : int -> int -> bool **)

  let leb =
    Amount.le
 end

module Sorted = Sort(Order)

(** val within_game : game -> arena -> int list -> bool **)

let within_game _ a possible =
  forallb (fun secret -> Amount.lt secret a.ns) possible

(** val back_by : game -> arena -> symmetry list -> int -> int **)

let back_by _ _ by_ guess =
  fold_right (fun y guess0 -> y.back guess0) guess by_

(** val onto_by : game -> arena -> symmetry list -> int -> int **)

let onto_by _ _ by_ secret =
  fold_left (fun secret0 y -> y.onto secret0) by_ secret

(** val name_by : game -> arena -> symmetry list -> int -> int **)

let name_by _ _ by_ a =
  fold_left (fun a0 y -> y.name a0) by_ a

(** val backs : game -> (int -> int) -> bool **)

let backs asked back0 =
  upto asked.guesses (fun guess ->
    (&&)
      ((&&) (Amount.lt (back0 guess) asked.guesses)
        (Amount.eq (asked.cost (back0 guess)) (asked.cost guess)))
      (Amount.eq (asked.long (back0 guess)) (asked.long guess)))

(** val pairs :
    game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> bool **)

let pairs asked a back0 onto0 name0 =
  upto asked.guesses (fun guess ->
    let h = back0 guess in
    upto a.ns (fun secret ->
      Amount.eq (asked.score guess (onto0 secret))
        (name0 (asked.score h secret))))

(** val multiplied :
    game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> symmetry
    list -> bool **)

let multiplied asked a back0 onto0 name0 by_ =
  (&&)
    ((&&)
      (upto asked.guesses (fun guess ->
        Amount.eq (back0 guess) (back_by asked a by_ guess)))
      (upto a.ns (fun secret ->
        Amount.eq (onto0 secret) (onto_by asked a by_ secret))))
    (upto a.na (fun a0 -> Amount.eq (name0 a0) (name_by asked a by_ a0)))

(** val kept :
    game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> symmetry
    list option -> bool **)

let kept asked a back0 onto0 name0 = function
| Some by_ -> multiplied asked a back0 onto0 name0 by_
| None -> pairs asked a back0 onto0 name0

(** val ontos :
    game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> bool **)

let ontos asked a onto0 aim0 unaim =
  upto a.ns (fun secret ->
    let t0 = onto0 secret in
    (&&)
      ((&&)
        ((&&)
          ((&&) (Amount.lt t0 a.ns)
            (Amount.eq (asked.weight t0) (asked.weight secret)))
          (eqb (Amount.eq (asked.goal t0) 0)
            (Amount.eq (asked.goal secret) 0)))
        (Amount.eq (aim0 (asked.goal secret)) (asked.goal t0)))
      (Amount.eq (unaim (asked.goal t0)) (asked.goal secret)))

(** val names : game -> arena -> (int -> int) -> (int -> int) -> bool **)

let names asked a name0 unname =
  upto a.na (fun a0 ->
    (&&) (Amount.eq (unname (name0 a0)) a0)
      (eqb (asked.final (name0 a0)) (asked.final a0)))

(** val check_symmetry :
    game -> arena -> (int -> int) -> (int -> int) -> (int -> int) -> (int ->
    int) -> (int -> int) -> (int -> int) -> symmetry list option -> symmetry
    option **)

let check_symmetry asked a back0 onto0 name0 unname aim0 unaim product =
  if bool_dec (backs asked back0) true
  then if bool_dec (kept asked a back0 onto0 name0 product) true
       then if bool_dec (ontos asked a onto0 aim0 unaim) true
            then if bool_dec (names asked a name0 unname) true
                 then Some { back = back0; onto = onto0; name = name0 }
                 else None
            else None
       else None
  else None

(** val moved : game -> arena -> symmetry list -> int list -> int list **)

let moved _ _ by_ possible =
  fold_left (fun possible0 y -> map y.onto possible0) by_ possible

(** val image :
    game -> arena -> (int -> statement) -> fact -> symmetry list -> fact **)

let image asked a _ f by_ =
  { fline = f.fline; fset = (Sorted.sort (moved asked a by_ f.fset)); fmade =
    f.fmade; fsteps = f.fsteps; fmoney = f.fmoney; fleast = f.fleast }

(** val suppose :
    game -> arena -> (int -> statement) -> int -> fact option **)

let suppose asked a stated line =
  let secret = stated line in
  if bool_dec (within_game asked a secret.sset) true
  then Some { fline = (succ line); fset = secret.sset; fmade = secret.smade;
         fsteps = secret.ssteps; fmoney = secret.smoney; fleast =
         secret.sleast }
  else None

(** val omin : int option -> int option -> int option **)

let omin a b =
  match a with
  | Some a0 -> (match b with
                | Some b0 -> Some (Amount.min a0 b0)
                | None -> a)
  | None -> b

(** val least_kind :
    game -> arena -> (int list -> int -> int) -> view -> int list -> int ->
    int -> kind list -> int option **)

let least_kind asked a threshold v possible rounds budget ks =
  let light = lighter asked a threshold possible in
  let w = sum asked.weight possible in
  let n0 = size possible in
  fold_right (fun k v0 ->
    omin (by_kind asked v light w n0 rounds budget k) v0) None ks

(** val fewer :
    game -> arena -> (int list -> int -> int) -> (int list -> int -> kind
    list) -> int list -> int -> int -> int -> int option **)

let fewer asked a threshold see possible depth rounds budget =
  let (rounds0, budget0) = limit asked a (List.length possible) rounds budget
  in
  ((fun zero next n -> if n = 0 then zero () else next (n - 1))
     (fun _ -> None)
     (fun _ ->
     let ks = see possible budget0 in
     least_kind asked a threshold
       (look_at asked a possible depth budget0 ks [] false) possible rounds0
       budget0 ks)
     rounds0)

(** val glance :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int
    -> plane option) -> int list -> int -> int -> int -> fact option **)

let glance asked a _ threshold planes possible depth rounds budget =
  if bool_dec (within_game asked a possible) true
  then Some { fline = 0; fset = possible; fmade = depth; fsteps = rounds;
         fmoney = budget; fleast =
         (fewer asked a threshold (kinds asked a planes) possible depth
           rounds budget) }
  else None

(** val peek :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int
    -> plane option) -> winners -> int list -> int -> int -> int -> fact
    option **)

let peek asked a _ threshold _ winners0 possible depth rounds budget =
  if bool_dec (within_game asked a possible) true
  then if bool_dec a.aimless true
       then if bool_dec a.swift true
            then let see = fun possible0 _ ->
                   few_kinds asked a winners0 possible0
                 in
                 Some { fline = 0; fset = possible; fmade = depth; fsteps =
                 rounds; fmoney = budget; fleast =
                 (fewer asked a threshold see possible depth rounds budget) }
            else None
       else None
  else None

type way =
| Look
| Like of int
| By of int

(** val looked :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> int ->
    (bool -> int list -> int -> int -> int -> fact option) -> view -> (int ->
    int) -> int -> int -> int list -> int -> int -> int option -> int -> bool **)

let looked asked a stated threshold now find v light w n0 possible rounds budget need guess =
  match shape_of asked a guess possible budget with
  | Some k ->
    if reaches need (by_kind asked v light w n0 rounds budget k)
    then true
    else reaches need
           (by_blocks asked a threshold stated now find v possible rounds
             budget guess need)
  | None -> true

(** val share_follows :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int
    -> plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
    option) -> statement -> (int * int) list -> int -> int -> bool **)

let share_follows asked a stated threshold planes now find secret l many own =
  let possible = secret.sset in
  let (rounds, budget) =
    limit asked a (List.length possible) secret.ssteps secret.smoney
  in
  ((fun zero next n -> if n = 0 then zero () else next (n - 1))
     (fun _ -> true)
     (fun _ ->
     let ks = kinds asked a planes possible budget in
     let v = look_at asked a possible secret.smade budget ks l true in
     if negb (Amount.eq (List.length v.vlines) (List.length l))
     then false
     else let light = lighter asked a threshold possible in
          let w = sum asked.weight possible in
          let n0 = size possible in
          upto asked.guesses (fun guess ->
            if Amount.eq (Amount.modulo guess many) own
            then looked asked a stated threshold now find v light w n0
                   possible rounds budget secret.sleast guess
            else true))
     rounds)

type portion = { pline : int; pmany : int; pown : int }

(** val portion_of :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int
    -> plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
    option) -> (int * int) list -> int -> int -> portion option **)

let portion_of asked a stated threshold planes now find l many own =
  if bool_dec (within_game asked a (stated now).sset) true
  then if bool_dec
            (share_follows asked a stated threshold planes now find
              (stated now) l many own) true
       then Some { pline = now; pmany = many; pown = own }
       else None
  else None

(** val equal : game -> int -> int -> int list -> bool **)

let equal asked guess h possible =
  forallb (fun secret ->
    Amount.eq (asked.score guess secret) (asked.score h secret)) possible

(** val guess_holds :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> int ->
    (bool -> int list -> int -> int -> int -> fact option) -> (int -> int) ->
    (int -> way) -> view -> (int -> int) -> int -> int -> int list -> int ->
    int -> int option -> symmetry list -> int -> bool **)

let guess_holds asked a stated threshold now find rank shortcut v light w n0 possible rounds budget need ys guess =
  match shortcut guess with
  | Look ->
    looked asked a stated threshold now find v light w n0 possible rounds
      budget need guess
  | Like h ->
    (&&)
      ((&&)
        ((&&)
          ((&&) (Amount.lt (rank h) (rank guess)) (Amount.lt h asked.guesses))
          (Amount.le (asked.cost h) (asked.cost guess)))
        (Amount.le (asked.long h) (asked.long guess)))
      (equal asked guess h possible)
  | By i ->
    (match nth_error ys i with
     | Some y -> Amount.lt (rank (y.back guess)) (rank guess)
     | None -> false)

(** val fixes : game -> arena -> int list -> symmetry -> bool **)

let fixes _ _ possible y =
  same (Sorted.sort (map y.onto possible)) possible

(** val follows :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int
    -> plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
    option) -> (int -> int) -> (int -> way) -> int list -> int -> int -> int
    -> int option -> (int * int) list -> symmetry list -> bool **)

let follows asked a stated threshold planes now find rank shortcut possible depth rounds budget need l ys =
  let (rounds0, budget0) = limit asked a (List.length possible) rounds budget
  in
  ((fun zero next n -> if n = 0 then zero () else next (n - 1))
     (fun _ -> true)
     (fun _ ->
     let ks = kinds asked a planes possible budget0 in
     let v = look_at asked a possible depth budget0 ks l true in
     if negb (Amount.eq (List.length v.vlines) (List.length l))
     then false
     else if reaches need
               (least_kind asked a threshold v possible rounds0 budget0 ks)
          then true
          else let light = lighter asked a threshold possible in
               let w = sum asked.weight possible in
               let n0 = size possible in
               if forallb (fixes asked a possible) ys
               then upto asked.guesses
                      (guess_holds asked a stated threshold now find rank
                        shortcut v light w n0 possible rounds0 budget0 need
                        ys)
               else false)
     rounds0)

(** val lemma :
    game -> arena -> (int -> statement) -> (int list -> int -> int) -> (int
    -> plane option) -> int -> (bool -> int list -> int -> int -> int -> fact
    option) -> (int -> int) -> (int -> way) -> int list -> int -> int -> int
    -> int option -> (int * int) list -> symmetry list -> fact option **)

let lemma asked a stated threshold planes now find rank shortcut possible depth rounds budget need l ys =
  if bool_dec (within_game asked a possible) true
  then if bool_dec
            (follows asked a stated threshold planes now find rank shortcut
              possible depth rounds budget need l ys) true
       then Some { fline = now; fset = possible; fmade = depth; fsteps =
              rounds; fmoney = budget; fleast = need }
       else None
  else None

(** val most_steps : game -> int option -> int **)

let most_steps asked = function
| Some m -> Amount.min ((fun n -> n) m) (List.length asked.secrets)
| None -> List.length asked.secrets

(** val bound :
    game -> arena -> (int -> statement) -> int -> (bool -> int list -> int ->
    int -> int -> fact option) -> int option -> int option -> int option **)

let bound asked a stated now find steps m =
  let rounds = most_steps asked steps in
  let budget =
    match m with
    | Some budget -> budget
    | None -> Amount.mul ((fun n -> n) rounds) a.high
  in
  use asked a stated now (find false asked.secrets 0 rounds budget)
    asked.secrets 0 rounds budget

(** val plain0 : game -> bool **)

let plain0 asked =
  forallb (fun guess -> Amount.eq (asked.long guess) ((fun p -> p) 1))
    (seq 0 asked.guesses)

(** val posed : game -> int list -> game **)

let posed asked given =
  { guesses = asked.guesses; secrets = asked.secrets; score = asked.score;
    final = asked.final; goal = asked.goal; weight = asked.weight; long =
    asked.long; only = asked.only; cost =
    (if plain0 asked then (fun _ -> 0) else asked.long); prices =
    (if plain0 asked then given else 0 :: []) }

(** val rising : aim -> bool **)

let rising = function
| Penalty fines ->
  forallb (fun i -> Amount.le (nth i fines 0) (nth (succ i) fines 0))
    (seq 0 ((fun n -> if n = 0 then 0 else n - 1) (List.length fines)))
| _ -> true

(** val is_sum : aim -> bool **)

let is_sum = function
| Worst -> false
| _ -> true

(** val sums_of : aim list -> aim list **)

let sums_of aims =
  filter is_sum aims

(** val fee : aim -> int -> int **)

let fee a n0 =
  match a with
  | Mean -> (fun n -> n) n0
  | Worst -> 0
  | Within rounds -> if Amount.le n0 rounds then 0 else (fun p -> p) 1
  | Penalty fines ->
    nth
      ((fun n -> if n = 0 then 0 else n - 1)
        (Amount.min n0 (List.length fines))) fines 0

(** val cap : int -> int -> aim list -> int **)

let rec cap w most0 = function
| [] -> 0
| a :: r0 ->
  let c = cap w most0 r0 in
  if is_sum a
  then Amount.add
         (Amount.mul (Amount.add (Amount.mul w c) ((fun p -> p) 1))
           (fee a most0)) c
  else c

(** val scale : int -> int -> aim list -> int **)

let scale w most0 r =
  Amount.add (Amount.mul w (cap w most0 r)) ((fun p -> p) 1)

(** val fees : int -> int -> aim list -> int -> int **)

let rec fees w most0 r n0 =
  match r with
  | [] -> 0
  | a :: r0 ->
    if is_sum a
    then Amount.add (Amount.mul (scale w most0 r0) (fee a n0))
           (fees w most0 r0 n0)
    else fees w most0 r0 n0

(** val fees_of : int -> int -> aim list -> int -> int **)

let fees_of w most0 r n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> 0)
    (fun _ -> fees w most0 r n0)
    n0

(** val fair : game -> int list -> int -> int -> aim list -> bool **)

let fair asked given w most0 aims =
  match sums_of aims with
  | [] -> true
  | a :: l ->
    (match a with
     | Mean ->
       (match l with
        | [] ->
          if plain0 asked
          then forallb (fun depth ->
                 Amount.eq (fees_of w most0 aims (succ depth))
                   (Amount.add (fees_of w most0 aims depth)
                     (price (posed asked given) depth))) (seq 0 most0)
          else true
        | _ :: _ ->
          (&&) (plain0 asked)
            (forallb (fun depth ->
              Amount.eq (fees_of w most0 aims (succ depth))
                (Amount.add (fees_of w most0 aims depth)
                  (price (posed asked given) depth))) (seq 0 most0)))
     | _ ->
       (&&) (plain0 asked)
         (forallb (fun depth ->
           Amount.eq (fees_of w most0 aims (succ depth))
             (Amount.add (fees_of w most0 aims depth)
               (price (posed asked given) depth))) (seq 0 most0)))

(** val decide :
    game -> int list -> arena -> (int -> statement) -> int -> (bool -> int
    list -> int -> int -> int -> fact option) -> int option -> strategy ->
    int -> int -> int -> aim list -> int option -> int -> int option -> bool **)

let rec decide asked given a stated now find steps plan0 w most0 w0 r m low0 least =
  match r with
  | [] -> true
  | a0 :: r0 ->
    if is_sum a0
    then let u = scale w most0 r0 in
         let low1 = Amount.add low0 (Amount.mul u (replayed asked plan0 a0))
         in
         (&&)
           (reaches (Some low1)
             (bound (posed asked given) a stated now find steps m))
           (decide asked given a stated now find steps plan0 w most0 w0 r0 m
             low1 (Some (Amount.add low1 u)))
    else (&&)
           (reaches least
             (bound (posed asked given) a stated now find steps (Some
               (Amount.sub w0 ((fun p -> p) 1)))))
           (decide asked given a stated now find steps plan0 w most0 w0 r0
             (Some w0) low0 least)

(** val inb : int option -> int -> bool **)

let inb m n0 =
  match m with
  | Some m0 -> Amount.le n0 m0
  | None -> true

(** val plays :
    game -> int option -> int option -> strategy -> int -> bool **)

let plays asked steps money plan0 most0 =
  let found = paths asked plan0 asked.secrets in
  (&&) (Amount.eq (List.length found) (List.length asked.secrets))
    (forallb (fun one0 ->
      let p = snd one0 in
      (&&)
        ((&&) (Amount.le (List.length p) most0)
          (inb steps ((fun n -> n) (List.length p))))
        (inb money (sum asked.long p))) found)

(** val accepts :
    game -> int list -> arena -> (int -> statement) -> int -> (bool -> int
    list -> int -> int -> int -> fact option) -> int option -> int option ->
    aim list -> strategy -> int list option **)

let accepts asked given a stated now find steps money aims plan0 =
  let w = sum asked.weight asked.secrets in
  let most0 = most_steps (posed asked given) steps in
  let w0 = replayed asked plan0 Worst in
  if (&&)
       ((&&)
         ((&&)
           ((&&) (negb (known asked asked.secrets))
             (plays asked steps money plan0 most0)) (forallb rising aims))
         (fair asked given w most0 aims))
       (decide asked given a stated now find steps plan0 w most0 w0 aims
         money 0 None)
  then Some (map (replayed asked plan0) aims)
  else None

(** val shown :
    game -> int list -> arena -> (int -> statement) -> int -> fact -> bool **)

let shown asked prices0 a stated line f =
  let secret = stated line in
  reaches secret.sleast
    (use (posed asked prices0) a stated line (Some f) secret.sset
      secret.smade secret.ssteps secret.smoney)

(** val mine : int -> int -> int -> bool **)

let mine many own line =
  Amount.eq (Amount.modulo line many) own

type progress = int
  (* singleton inductive, whose constructor was Progress *)

(** val reached :
    game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int
    -> int -> progress -> int **)

let reached _ _ _ _ _ _ _ p =
  p

(** val start :
    game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int
    -> int -> progress **)

let start _ _ _ _ _ _ _ =
  0

(** val advance :
    game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int
    -> int -> progress -> fact option -> progress option **)

let advance asked prices0 a stated divided many own before found =
  let line = reached asked prices0 a stated divided many own before in
  if bool_dec (divided line) false
  then if bool_dec (mine many own line) false
       then Some (succ line)
       else (match found with
             | Some f ->
               if bool_dec (shown asked prices0 a stated line f) true
               then Some (succ line)
               else None
             | None -> None)
  else None

(** val for_own :
    game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int
    -> int -> int -> portion -> bool **)

let for_own _ _ _ _ divided many own line p =
  (&&)
    ((&&) ((&&) (divided line) (Amount.eq p.pline line))
      (Amount.eq p.pmany many)) (Amount.eq p.pown own)

(** val advance_part :
    game -> int list -> arena -> (int -> statement) -> (int -> bool) -> int
    -> int -> progress -> portion -> progress option **)

let advance_part asked prices0 a stated divided many own before p =
  let line = reached asked prices0 a stated divided many own before in
  if bool_dec (for_own asked prices0 a stated divided many own line p) true
  then Some (succ line)
  else None

(** val remove : int -> int list -> int list **)

let rec remove colour = function
| [] -> []
| peg :: code0 ->
  if Amount.eq colour peg then code0 else peg :: (remove colour code0)

(** val has : int -> int list -> bool **)

let has colour code =
  existsb (Amount.eq colour) code

(** val rest : int list -> int list -> int list **)

let rec rest code other =
  match code with
  | [] -> []
  | colour :: code0 ->
    (match other with
     | [] -> []
     | peg :: other0 ->
       if Amount.eq colour peg
       then rest code0 other0
       else colour :: (rest code0 other0))

(** val black : int list -> int list -> int **)

let rec black guess secret =
  match guess with
  | [] -> 0
  | colour :: guess0 ->
    (match secret with
     | [] -> 0
     | peg :: secret0 ->
       Amount.add (if Amount.eq colour peg then succ 0 else 0)
         (black guess0 secret0))

(** val paired : int list -> int list -> int **)

let rec paired guess secret =
  match guess with
  | [] -> 0
  | colour :: guess0 ->
    if has colour secret
    then succ (paired guess0 (remove colour secret))
    else paired guess0 secret

(** val white : int list -> int list -> int **)

let white guess secret =
  paired (rest guess secret) (rest secret guess)

(** val pegs : int -> int list -> int list -> int **)

let pegs holes guess secret =
  Amount.add (Amount.mul (black guess secret) (Amount.add holes (succ 0)))
    (white guess secret)

(** val tiles : int list -> int list -> int list -> int -> int **)

let rec tiles guess secret left number =
  match guess with
  | [] -> number
  | colour :: guess0 ->
    (match secret with
     | [] -> number
     | peg :: secret0 ->
       if Amount.eq colour peg
       then tiles guess0 secret0 left
              (Amount.mul (succ (succ (succ 0))) number)
       else if has colour left
            then tiles guess0 secret0 (remove colour left)
                   (Amount.add (Amount.mul (succ (succ (succ 0))) number)
                     (succ 0))
            else tiles guess0 secret0 left
                   (Amount.add (Amount.mul (succ (succ (succ 0))) number)
                     (succ (succ 0))))

(** val marks : int list -> int list -> int **)

let marks guess secret =
  tiles guess secret (rest secret guess) 0

(** val scored :
    int list list -> int list list -> (int list -> int list -> int) -> int ->
    int -> int **)

let scored = Scores.of_codes

(** val game_of :
    int list list -> int list list -> (int list -> int list -> int) -> (int
    -> bool) -> game **)

let game_of codes0 hidden judge final0 =
  { guesses = (List.length codes0); secrets = (seq 0 (List.length hidden));
    score = (scored codes0 hidden judge); final = final0; goal = (fun _ ->
    0); weight = (fun _ -> (fun p -> p) 1); long = (fun _ -> (fun p -> p) 1);
    only = false; cost = (fun _ -> 0); prices = (((fun p -> p) 1) :: []) }

(** val codes : int -> int -> int list list **)

let rec codes holes colours =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [] :: [])
    (fun holes0 ->
    flat_map (fun colour ->
      map (fun x -> colour :: x) (codes holes0 colours)) (seq 0 colours))
    holes

(** val differ : int list -> bool **)

let rec differ = function
| [] -> true
| colour :: code0 -> (&&) (negb (has colour code0)) (differ code0)

(** val different : int -> int -> int list list **)

let different holes colours =
  filter differ (codes holes colours)

(** val won : int -> int -> bool **)

let won holes answer =
  Amount.eq answer (Amount.mul holes (Amount.add holes (succ 0)))

(** val mastermind : int -> int -> game **)

let mastermind holes colours =
  game_of (codes holes colours) (codes holes colours) (pegs holes) (won holes)

(** val bulls_and_cows : int -> int -> game **)

let bulls_and_cows holes colours =
  game_of (different holes colours) (different holes colours) (pegs holes)
    (won holes)

(** val mastermind_without_repeats : int -> int -> game **)

let mastermind_without_repeats holes colours =
  game_of (codes holes colours) (different holes colours) (pegs holes)
    (won holes)

(** val wordle : int list list -> int list list -> game **)

let wordle words0 answers =
  game_of words0 answers marks (Amount.eq 0)

(** val candidates : game -> game **)

let candidates asked =
  { guesses = asked.guesses; secrets = asked.secrets; score = asked.score;
    final = asked.final; goal = asked.goal; weight = asked.weight; long =
    asked.long; only = true; cost = asked.cost; prices = asked.prices }
