(** The rules of the checker. Each returns a fact, which carries its proof, or nothing.
    Functions named hints are not trusted: whatever they return is checked. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Count Codes Words.
Import ListNotations.
Open Scope N_scope.

Fixpoint upto n (f : nat -> bool) := match n with O => true | S i =>
  if f i then upto i f else false end.
Lemma upto_ok n f : upto n f = true -> forall i, (i < n)%nat -> f i = true.
Proof.
  induction n; cbn; intros Cases i Below; [lia|]. destruct (f n) eqn:Tested; [|easy].
  destruct (Nat.eq_dec i n) as [->|]; [easy|]. apply IHn; [easy|lia].
Qed.

Fixpoint same possible subset := match possible, subset with
  | [], [] => true
  | secret :: possible, t :: subset => if (secret =? t)%nat then same possible subset else false
  | _, _ => false
  end.
Lemma same_ok possible : forall subset, same possible subset = true -> possible = subset.
Proof. induction possible; intros [|t subset]; cbn; try easy. destruct (Nat.eqb_spec a t); [|easy].
intros.
f_equal; auto. Qed.

Definition omax (a b : option N) := match a, b with Some a, Some b => Some (N.max a b) | _, _ =>
  None end.
Definition oplus (a b : option N) := match a, b with Some a, Some b => Some (a + b) | _, _ =>
  None end.
Definition reaches (need have : option N) := match need, have with _, None => true | None, _ =>
  false | Some n, Some m => n <=? m end.
Lemma omax_ok a b x : ole a x -> ole b x -> ole (omax a b) x.
Proof. destruct a, b; cbn; lia. Qed.
Lemma oplus_ok a b x y : ole a x -> ole b y -> ole (oplus a b) (x + y).
Proof. destruct a, b; cbn; lia. Qed.
Lemma reaches_ok n h x : reaches n h = true -> ole h x -> ole n x.
Proof. destruct n, h; cbn; try easy. rewrite N.leb_le. lia. Qed.

Section Rules.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation price := (price asked). Notation total := (total asked). Notation weight := (weight asked).
Notation score := (score asked). Notation long := (long asked). Notation good := (good asked).
Notation useful := (useful asked).
Notation claim := (claim asked).

(** What is checked of a game once *)
Record arena := Arena {
  low : N; high : N; ns : nat; na : nat; unit : bool; swift : bool; aimless : bool;
  low_pos : 1 <= low;
  long_ok : forall guess, (guess < guesses asked)%nat -> low <= long guess /\ long guess <= high;
  unit_ok : unit = true -> forall secret, (secret < ns)%nat -> weight secret = 1;
  small_ok : small asked ns na;
  aimless_ok : aimless = true -> forall secret, (secret < ns)%nat -> goal asked secret = 0%nat;
  swift_ok : swift = true -> forall guess, (guess < guesses asked)%nat -> cost asked guess = cost
    asked 0 /\ long guess = low /\
    finals asked guess (seq 0 ns) <= 1 }.

Definition lengths l h := (1 <=? l) && upto (guesses asked) (fun guess => (l <=? long guess) &&
  (long guess <=? h)).
Definition units n := upto n (fun secret => weight secret =? 1).
Definition scores n a := upto (guesses asked) (fun guess => upto n (fun secret => (score guess
  secret <? a)%nat)).
Lemma lengths_pos l h : lengths l h = true -> 1 <= l.
Proof. unfold lengths. rewrite andb_true_iff, N.leb_le. easy. Qed.
Lemma lengths_ok l h : lengths l h = true -> forall guess, (guess < guesses asked)%nat -> l <= long
  guess /\
  long guess <= h.
Proof. unfold lengths. rewrite andb_true_iff. intros [_ Every] guess Below. apply (upto_ok _ _
  Every) in Below.
now rewrite andb_true_iff, !N.leb_le in Below. Qed.
Lemma units_ok n : units n = true -> forall secret, (secret < n)%nat -> weight secret = 1.
Proof. intros Units secret Below. apply N.eqb_eq. now apply (upto_ok _ _ Units). Qed.
Lemma scores_ok n a : scores n a = true -> small asked n a.
Proof. intros Scores guess secret Lg Ls. pose proof (upto_ok _ _ Scores guess Lg) as Hg. apply
  Nat.ltb_lt.
exact (upto_ok _ _ Hg secret Ls). Qed.
Definition no_goals n := upto n (fun secret => goal asked secret =? 0)%nat.
Definition plain l n := upto (guesses asked) (fun guess => (cost asked guess =? cost asked 0) &&
  (long guess =? l) &&
  (finals asked guess (seq 0 n) <=? 1)).
Lemma no_goals_ok n : no_goals n = true -> forall secret, (secret < n)%nat -> goal asked secret =
  0%nat.
Proof. intros NoGoals secret Below. apply Nat.eqb_eq. now apply (upto_ok _ _ NoGoals). Qed.
Lemma plain_ok l n : plain l n = true -> forall guess, (guess < guesses asked)%nat -> cost asked
  guess = cost asked 0 /\
  long guess = l /\ finals asked guess (seq 0 n) <= 1.
Proof. intros Plain guess Below. apply (upto_ok _ _ Plain) in Below. rewrite !andb_true_iff,
  !N.eqb_eq, N.leb_le in
  Below.
tauto. Qed.
Definition survey l h n a : option arena := match bool_dec (lengths l h) true,
  bool_dec (scores n a) true with
  | left Lengths, left Small => Some (Arena l h n a (units n) (plain l n) (no_goals n)
      (lengths_pos l h Lengths) (lengths_ok l h Lengths) (units_ok n) (scores_ok n a Small)
        (no_goals_ok n)
        (plain_ok l n))
  | _, _ => None
  end.

Variable A : arena.
Variable threshold : list nat -> N -> N.  (* a hint *)
Notation inside := (inside (ns A)).

Definition lighter possible := if unit A then let n := size possible in fun D => n - D
  else let w := sum weight possible in fun D => let h := threshold possible D in w - (h * D + heavy
    asked h possible).
Lemma lighter_ok possible : inside possible -> is_light asked (lighter possible) possible.
Proof.
  intros Inside P D AtMost. unfold lighter. destruct (unit A) eqn:Unit; [|now apply light_ok].
  assert (Each : forall secret, In secret possible -> weight secret = 1) by (intros; apply (unit_ok
    A
    Unit);
    now apply inside_in with possible).
  assert (heavy asked 1 possible = 0) as Equal.
  { unfold heavy. rewrite (sum_ext _ (fun _ => 0)); [now rewrite sum_const, N.mul_0_r|].
  intros secret Member.
    now rewrite Each. }
  pose proof (light_ok asked 1 possible P D AtMost) as AtMost2.
  rewrite Equal, (sum_ext weight (fun _ => 1) possible Each), <- size_sum in AtMost2. etransitivity;
    [|exact AtMost2].
  lia.
Qed.

(** The kinds of all guesses *)
Definition alike K J := (kover K =? kover J) && (kended K =? kended J) && (kcost K =? kcost J) &&
  (klong K =? klong J).
Fixpoint merge K Ks := match Ks with
  | [] => [K]
  | J :: Ks => if alike K J then Kind (kover J) (kended J) (N.max (kblocks K) (kblocks J)) (kcost J)
    (klong J) :: Ks else J :: merge K Ks
  end.
Definition counts guess possible budget := may guess possible && useful guess possible && (long
  guess <=? budget).
Definition shape_of guess possible budget := if aimless A then let K :=
  quick asked (na A) guess possible in if quick_counts asked K budget then Some K else None
  else if counts guess possible budget then Some (shape asked guess possible) else None.
Fixpoint gather possible budget n Ks := match n with
  | O => Ks
  | S guess => gather possible budget guess (match shape_of guess possible budget with Some K =>
    merge K Ks | None => Ks end)
  end.

(** The words of a secret: a table of them is a hint. *)
Definition groups := S (guesses asked / width).
Record plane := Plane { psecret : nat; pwords : flat;
  pok : lists_of pwords = columns asked (na A) psecret 0 groups }.
Definition make_plane secret := Plane secret (Flat (columns asked (na A) secret 0 groups)) eq_refl.
Variable planes : nat -> option plane.  (* a hint *)
Definition words secret := match planes secret with Some p =>
  if (psecret p =? secret)%nat then Some (pwords p) else None | None => None end.
Fixpoint words_of possible := match possible with
  | [] => Some []
  | secret :: possible => match words secret, words_of possible with Some f, Some fs => Some (f ::
    fs) | _, _ => None end
  end.
Definition swift_kinds possible := if aimless A && swift A && ascending possible then match possible
  with
    | [] => None
    | _ => match words_of possible with
        | Some fs => let (m, n) := crowds (join fs) in
            Some ((if only asked then [] else if 2 <=? m then [Kind 0 0 m (cost asked 0) (low A)]
              else [])
              ++
                  match n with Some n => [Kind 1 1 n (cost asked 0) (low A)] | None => [] end)
        | None => None
        end
    end else None.
Definition kinds possible budget := match swift_kinds possible with Some Ks => Ks | None =>
  gather possible budget (guesses asked) [] end.

Lemma inside_free possible : aimless A = true -> inside possible -> free asked possible.
Proof. intros Aimless Inside secret Member. apply (aimless_ok A Aimless). now apply inside_in with
  possible. Qed.
Lemma shape_of_ok guess possible budget : inside possible -> may guess possible = true -> useful
  guess possible = true -> long guess <= budget ->
  exists Known, shape_of guess possible budget = Some Known /\ fits asked guess possible Known.
Proof.
  intros Inside May Useful Affordable. unfold shape_of. destruct (aimless A) eqn:Aimless.
  - pose proof (inside_free possible Aimless Inside) as Free. cbn zeta. rewrite quick_counts_ok by
    easy.
    eexists. split; [reflexivity|]. now apply quick_fits.
  - unfold counts. rewrite May, Useful. apply N.leb_le in Affordable. rewrite Affordable. eexists.
    split; [reflexivity|].
    apply shape_fits.
Qed.

Lemma words_ok secret f : words secret = Some f -> lists_of f = columns asked (na A) secret 0
  groups.
Proof. unfold words. destruct (planes secret) as [p|]; [|easy].
destruct (Nat.eqb_spec (psecret p) secret) as [<-|]; [|easy]. intros [= <-]. apply pok. Qed.
Lemma join_ok possible : forall secret fs, words_of (secret :: possible) = Some fs -> length (join
  fs) = groups /\
  tell_from asked (na A) (secret :: possible) 0 (join fs).
Proof.
  induction possible as [|t possible IH]; intros secret fs; cbn [words_of]; destruct (words secret)
    as [f|] eqn:Equal; try easy;
    apply words_ok in Equal.
  - intros [= <-]. cbn [join]. rewrite Equal. split; [apply columns_length|apply columns_tell].
  - specialize (IH t). cbn [words_of] in IH. destruct (words t) as [h|]; [|easy].
    destruct (words_of possible) as [fs'|]; [|easy]. intros [= <-].
    destruct (IH _ eq_refl) as [Length plan].
    change (join (f :: h :: fs')) with (joined (lists_of f) (join (h :: fs'))). rewrite Equal.
    split; [rewrite joined_length; [easy|now rewrite columns_length]|now apply joined_tell].
Qed.
Lemma swift_kinds_ok possible Ks budget : inside possible -> swift_kinds possible = Some Ks ->
  covers asked Ks possible budget.
Proof.
  intros Inside Equal guess May Useful Affordable. unfold swift_kinds in Equal. destruct (_ &&
    ascending possible) eqn:Tested;
    [|easy].
  rewrite !andb_true_iff in Tested. destruct Tested as [[Ca Cs] Asc].
  destruct possible as [|secret possible]; [easy|]. destruct (words_of (secret :: possible)) as
    [fs|] eqn:Equal2; [|easy].
  set (R := join fs) in *. destruct (crowds R) as [m n] eqn:Cr. injection Equal as <-.
  destruct (join_ok possible secret fs Equal2) as [Ln plan]. fold R in Ln, plan.
  pose proof (inside_free _ Ca Inside) as Free. pose proof (may_guess _ _ _ May) as Lg.
  destruct (swift_ok A Cs guess Lg) as (Ec & El & Fi).
  assert (Sm : forall t, In t (secret :: possible) -> (score guess t < na A)%nat) by (intros t
    Member;
    apply (small_ok A); [easy|now apply inside_in with (secret :: possible)]).
  assert (Finals : finals asked guess (secret :: possible) <= 1).
  { apply single_finals; [|easy]. intros t u It Iu.
    apply (finals_unique asked guess _ Fi); apply in_seq; split; try lia; now apply inside_in with
      (secret :: possible).
    }
  pose proof (crowds_ok asked (na A) (secret :: possible) guess Free Sm Lg R 0 plan) as Each.
  rewrite Ln, Cr in Each.
  cbn [fst snd] in Each.
  assert (Rg : (0 * width <= guess < (0 + groups) * width)%nat).
  { split; [lia|]. unfold groups. pose proof (Nat.div_mod (guesses asked) width ltac:(easy)).
    pose proof (Nat.mod_upper_bound (guesses asked) width ltac:(easy)).
    cbn [Nat.add]. rewrite Nat.mul_succ_l. lia. }
  specialize (Each Rg). destruct (seen asked (secret :: possible) guess) eqn:Sn.
  - destruct Each as (b & -> & Each). exists (Kind 1 1 b (cost asked 0) (low A)).
    split; [apply in_or_app; right; now left|].
    apply free_fits; cbn; auto; lia.
  - apply seen_finals in Sn. destruct (counted asked guess (secret :: possible) m budget Free May
    Useful Affordable Each)
    as [AtMost|(Only & _ & AtMost)];
      [lia|]. rewrite Only.
    apply N.leb_le in AtMost. rewrite AtMost. exists (Kind 0 0 m (cost asked 0) (low A)). split;
      [now left|].
    apply free_fits; cbn; auto; lia.
Qed.

(** Without a look at all guesses: those that may end the game,
  and that all others tell all secrets apart at best *)
Record winners := Winners { winning : nat -> list nat;
  all_win : forall guess secret, (guess < guesses asked)%nat -> (secret < ns A)%nat -> final asked
    (score guess secret) = true ->
    In guess (winning secret) }.
Definition all_winning w := upto (guesses asked) (fun guess => upto (ns A) (fun secret =>
  if final asked (score guess secret) then existsb (Nat.eqb guess) (w secret) else true)).
Lemma all_winning_ok w : all_winning w = true ->
  forall guess secret, (guess < guesses asked)%nat -> (secret < ns A)%nat -> final asked (score
    guess secret) = true -> In guess (w secret).
Proof.
  intros AllWinning guess secret Lg Ls Final. pose proof (upto_ok _ _ AllWinning guess Lg) as Hg.
  pose proof (upto_ok _ _ Hg secret Ls) as Tested. cbn beta in Tested. rewrite Final in Tested.
  apply existsb_exists in Tested. destruct Tested as (h & Member & Tested). apply Nat.eqb_eq in
    Tested. now subst.
Qed.
Definition check_winners w : option winners := match bool_dec (all_winning w) true with
  | left Listed => Some (Winners w (all_winning_ok w Listed))
  | right _ => None
  end.
Definition few_kinds W possible := Kind 0 0 (size possible) (cost asked 0) (low A) :: map (fun guess
  =>
  quick asked (na A) guess possible) (flat_map (winning W) possible).
Lemma few_kinds_ok W possible budget : aimless A = true -> swift A = true -> inside possible ->
  covers asked (few_kinds W possible) possible budget.
Proof.
  intros Ca Cs Inside guess May Useful Affordable. pose proof (inside_free possible Ca Inside) as
    Free.
  pose proof (may_guess _ _ _ May) as Lg. destruct (swift_ok A Cs guess Lg) as (Ec & El & _).
  destruct (N.eq_dec (finals asked guess possible) 0) as [Finals|Finals].
  - eexists. split; [now left|]. apply free_fits; cbn; auto; try lia. apply blocks_size.
  - destruct (finals_some asked guess possible Finals) as (secret & Member & Final).
  exists (quick asked (na A) guess possible).
    split; [|now apply quick_fits]. right.
    apply in_map_iff. exists guess. split; [easy|]. apply in_flat_map. exists secret.
    split; [easy|].
    apply (all_win W); auto. now apply inside_in with possible.
Qed.

Definition weaker J K := kover K <= kover J /\ kended K <= kended J /\ kblocks K <= kblocks J /\
  kcost J <= kcost K /\ klong J <= klong K.
Lemma weaker_fits guess possible form form2 : weaker form form2 -> fits asked guess possible form2
  -> fits asked guess
  possible form.
Proof. unfold weaker, fits. intros (Over & Ended & Blocks & Cost & Long) (Ended2 & Cost2 & Long2 &
  Each).
repeat split; try lia; destruct (Each subset); auto; lia. Qed.
Lemma merge_new form Ks : exists form2, In form2 (merge form Ks) /\ weaker form2 form.
Proof.
  induction Ks as [|form2 Ks IH]; cbn; [exists form; unfold weaker; intuition lia|].
  destruct (alike form form2) eqn:Alike.
  - unfold alike in Alike. rewrite !andb_true_iff, !N.eqb_eq in Alike. eexists. split; [now left|].
    unfold weaker. cbn. intuition lia.
  - destruct IH as (form3 & ? & ?). exists form3. split; [now right|easy].
Qed.
Lemma merge_old form Ks form2 : In form2 Ks -> exists form4, In form4 (merge form Ks) /\ weaker
  form4 form2.
Proof.
  induction Ks as [|form3 Ks IH]; cbn; [easy|]. intros Either. destruct (alike form form3).
  - destruct Either as [->|Either]; [eexists; split; [now left|unfold weaker; cbn; intuition
    lia]|exists form2;
      split; [now right|unfold weaker; intuition lia]].
  - destruct Either as [->|Either]; [exists form2; split; [now left|unfold weaker; intuition lia]|].
    destruct (IH Either) as (form4 & ? & ?). exists form4. split; [now right|easy].
Qed.
Definition stated Ks guess possible := exists K, In K Ks /\ fits asked guess possible K.
Lemma merge_stated guess form Ks possible : stated Ks guess possible -> stated (merge form Ks) guess
  possible.
Proof. intros (form2 & Member & Fits). destruct (merge_old form Ks form2 Member) as (form3 & ? &
  Weaker). exists form3.
split; [easy|now apply weaker_fits with form2]. Qed.
Lemma gather_old possible budget n : forall Ks guess, stated Ks guess possible -> stated (gather
  possible budget n Ks) guess possible.
Proof. induction n; intros Ks guess Stated; cbn; [easy|]. apply IHn.
destruct (shape_of n possible budget); [now apply merge_stated|easy]. Qed.
Lemma gather_ok possible budget n : forall Ks guess form, (guess < n)%nat -> shape_of guess possible
  budget = Some form -> fits asked guess possible form ->
  stated (gather possible budget n Ks) guess possible.
Proof.
  induction n; intros Ks guess form Below Equal Fits; [lia|]. cbn.
  destruct (Nat.eq_dec guess n) as [->|]; [|apply IHn with form; auto; lia].
  apply gather_old. rewrite Equal. destruct (merge_new form Ks) as (form2 & ? & Weaker). exists
    form2. split; [easy|].
  now apply weaker_fits with form.
Qed.
Lemma kinds_ok possible budget : inside possible -> covers asked (kinds possible budget) possible
  budget.
Proof.
  intros Inside. unfold kinds. destruct (swift_kinds possible) as [Ks|] eqn:Equal; [now apply
    swift_kinds_ok|].
  intros guess May Useful Affordable.
  destruct (shape_of_ok guess possible budget Inside May Useful Affordable) as (form & Equal2 &
    Fits). apply gather_ok with form; auto.
  now apply may_guess in May.
Qed.

(** The most scores of a guess: the letters of codes. 0 if there are no codes. *)
Fixpoint most_letters possible budget n most := match n with
  | O => Some most
  | S guess => if counts guess possible budget then match letters asked guess possible with Some l
    =>
    most_letters possible budget guess (max l most) | None => None end
      else most_letters possible budget guess most
  end.
Definition alphabet possible budget := if aimless A then 0%nat else match most_letters possible
  budget (guesses asked) 0 with
  Some l => l | None => 0%nat end.
Lemma most_letters_ok possible budget n : forall most l, most_letters possible budget n most = Some
  l -> (most <= l)%nat /\
  forall guess, (guess < n)%nat -> counts guess possible budget = true -> exists m, letters asked
    guess possible = Some m /\ (m <= l)%nat.
Proof.
  induction n as [|n IH]; intros most l Cases; cbn [most_letters] in Cases; [injection Cases as <-;
    split;
    [lia|intros; lia]|].
  destruct (counts n possible budget) eqn:Counts.
  - destruct (letters asked n possible) as [m|] eqn:Equal; [|easy]. apply IH in Cases. destruct
    Cases as [AtMost Cases].
    split; [lia|]. intros guess Lg Cg.
    destruct (Nat.eq_dec guess n) as [->|]; [exists m; split; [easy|lia]|apply Cases; [lia|easy]].
  - apply IH in Cases. destruct Cases as [AtMost Cases]. split; [lia|]. intros guess Lg Cg.
    destruct (Nat.eq_dec guess n) as [->|]; [congruence|apply Cases; [lia|easy]].
Qed.
Lemma alphabet_ok possible budget : (2 <= alphabet possible budget)%nat -> spells asked (alphabet
  possible budget) possible budget.
Proof.
  unfold alphabet. destruct (aimless A); [lia|].
  destruct (most_letters possible budget (guesses asked) 0) as [l|] eqn:Equal; [|lia].
  intros _ subset guess Subset Kn May Useful Affordable.
  destruct (most_letters_ok _ _ _ _ _ Equal) as [_ Each].
  destruct (Each guess) as (m & Em & Lm); [now apply may_guess in May| |].
  - unfold counts. rewrite (may_sub asked guess _ _ Subset May), (useful_sub asked guess _ _ Subset
    Kn Useful).
  now apply N.leb_le.
  - destruct (letters_sub asked guess subset possible m Subset Em). split; [lia|easy].
Qed.

(** A set after some guesses, with the most that guesses do to its subsets *)
Record view := View { vset : list nat; vmade : nat; vended : N; vblocks : N; vcost : N; vlong : N;
  vlines : list (N * N); vletters : nat }.

Definition least_price depth := let ps := skipn (min depth (pred (length (prices asked)))) (prices
  asked) in
  match ps with [] => 0 | p :: ps => fold_right N.min p ps end.
Lemma fold_min x p l : In x (p :: l) -> fold_right N.min p l <= x.
Proof.
  induction l as [|y l IH]; cbn in *; [intros [->|[]]; lia|].
  intros [Equal|[Equal|Holds]]; [specialize (IH (or_introl Equal))|subst; lia|specialize (IH
    (or_intror Holds))].
  all: lia.
Qed.
Lemma nth_skip (l : list N) : forall i j, (i <= j)%nat -> nth j l 0 = nth (j - i) (skipn i l) 0.
Proof. induction l as [|x l IH]; intros [|i] [|j] AtMost; cbn; try easy; try lia;
  [now destruct (j - i)%nat|]. apply IH. lia. Qed.
Lemma least_price_ok depth depth' : (depth <= depth')%nat -> least_price depth <= price depth'.
Proof.
  intros AtMost. unfold least_price, Prices.price. set (e := pred (length (prices asked))).
  rewrite (nth_skip _ (min depth e) (min depth' e)) by lia.
  pose proof (skipn_length (min depth e) (prices asked)) as Length.
  destruct (skipn (min depth e) (prices asked)) as [|p ps]; [lia|]. apply fold_min. apply nth_In.
  unfold e in *. cbn [length] in *. lia.
Qed.

Definition lightest possible := match possible with [] => 0 | t :: possible => fold_right (fun
  secret b =>
  N.min (weight secret) b) (weight t) possible end.
Lemma lightest_ok possible secret : In secret possible -> lightest possible <= weight secret.
Proof.
  destruct possible as [|t possible]; cbn; [easy|]. intros Either.
  induction possible as [|u possible IH]; cbn; [destruct Either as [->|[]]; lia|].
  destruct Either as [->|[->|Either]]; [specialize (IH (or_introl eq_refl))|..|specialize (IH
    (or_intror Either))];
    lia.
Qed.

(** Lines are used only if they hold. *)
Definition look_at possible depth budget Ks L (codes : bool) := View possible depth (most kended Ks)
  (most kblocks Ks) (fewest
  kcost Ks) (N.max (low A) (fewest klong Ks))
  (match L with [] => [] | _ => if hold L (lightest possible) (least_price (S depth)) (length
    possible) Ks then L else
    [] end)
  (if codes then alphabet possible budget else 0%nat).

Record sees V possible depth budget : Prop := {
  s_set : vset V = possible; s_made : vmade V = depth; s_in : inside possible;
  s_reach : reach asked (vended V) (vblocks V) (vcost V) (vlong V) possible budget; s_long : 1 <=
    vlong V;
  s_lines : forall plan rounds budget' subset depth', good rounds budget' subset plan -> budget' <=
    budget -> sub subset possible -> (length subset < length possible)%nat ->
    (S depth <= depth')%nat ->
    highest (vlines V) (size subset) 1 <= total depth' subset plan;
  s_letters : (2 <= vletters V)%nat -> spells asked (vletters V) possible budget }.

Lemma look_at_ok possible depth budget Ks L codes : inside possible -> covers asked Ks possible
  budget ->
  sees (look_at possible depth budget Ks L codes) possible depth budget.
Proof.
  intros Inside Covers. unfold look_at. split; cbn [vset vmade vended vblocks vcost vlong vlines
    vletters];
    auto.
  - apply covers_reach; [apply (long_ok A)|easy].
  - pose proof (low_pos A). lia.
  - intros plan rounds budget' subset depth' Gd Lq Y_X Ln AtMost. destruct L as [|l L]; [cbn; lia|].
    destruct (hold _ _ _ _ _) eqn:Hold; [|cbn; lia].
    eapply lines_ok; eauto; [apply lightest_ok|intros; now apply least_price_ok].
  - destruct codes; [apply alphabet_ok|lia].
Qed.

(** The guesses left *)
Definition guesses_left V rounds budget := min rounds (N.to_nat (budget / vlong V)).

Definition raised m (v : option N) := option_map (N.max m) v.
Lemma raised_ok m v x : m <= x -> ole v x -> ole (raised m v) x.
Proof. destruct v; cbn; lia. Qed.

(** The short cut: a guess by its kind *)
Definition by_kind V light w n rounds budget K :=
  oadd (w * (price (vmade V) + kcost K)) (raised (highest (vlines V) (n - kover K) (kblocks K))
    (later asked light (vcost V) (vended V) (vblocks V) n (S (vmade V)) (kover K) (kblocks K)
      (guesses_left V (pred rounds) (budget - klong K)) 0)).

(** Codes: no strategy has more words than scores allow, and none is shorter than Huffman's. *)
Fixpoint enough n D rounds w := if n <=? w then true else match rounds with O => false | S rounds =>
  enough n D rounds (w * N.of_nat D) end.
Definition by_codes V rounds budget subset := if (vletters V <=? 1)%nat then Some 0 else
  let cs := classes asked subset in
  if enough (size cs) (vletters V) (guesses_left V rounds budget) 1 then
    Some ((least_price (S (vmade V)) + vcost V) * huffman (vletters V) (map (fun p =>
      sum weight (snd p)) cs))
  else None.
Lemma enough_ok n D rounds : (2 <= D)%nat -> forall w, 1 <= w -> n <= w * N.of_nat D ^ N.of_nat
  rounds ->
  enough n D rounds w = true.
Proof.
  intros AtMost. induction rounds as [|rounds IH]; intros w AtMost2 AtMost3; cbn [enough]; destruct
    (N.leb_spec n
    w); auto.
  - change (N.of_nat 0) with 0 in AtMost3. rewrite N.pow_0_r in AtMost3. lia.
  - apply IH; [nia|]. rewrite Nat2N.inj_succ, N.pow_succ_r' in AtMost3. lia.
Qed.

(** A block by its size and weights *)
Definition by_size V rounds budget subset :=
  raised (highest (vlines V) (size subset) 1)
    (omax (later asked (lighter subset) (vcost V) (vended V) (vblocks V) (size subset) (S (vmade V))
      0 1
      (guesses_left V rounds budget) 0) (by_codes V rounds budget subset)).

Lemma by_kind_ok sight possible depth rounds budget form guess next : sees sight possible depth
  budget -> fits
  asked guess possible form -> good rounds budget possible (Ask guess next) ->
  ole (by_kind sight (lighter possible) (sum weight possible) (size possible) rounds budget form)
    (total
    depth possible (Ask guess next)).
Proof.
  intros [<- <- In_ Reach Lg Ln _] (Ov & Co & Lo & Sub) Gd. set (possible := vset sight) in *.
  pose proof (good_first _ _ _ _ _ _ Gd) as (May & Useful & Affordable). pose proof (good_known _ _
    _ _ _ Gd) as Kn.
  destruct (Sub possible (sub_refl possible) Kn) as (_ & Bl). unfold by_kind.
  assert (Bounded : ole (oadd (sum weight possible * (price (vmade sight) + kcost form)) (later
    asked (lighter
    possible) (vcost sight)
    (vended sight) (vblocks sight) (size possible)
      (S (vmade sight)) (kover form) (kblocks form) (guesses_left sight (pred rounds) (budget -
        klong form)) 0))
        (total (vmade
        sight) possible (Ask guess next))).
  { eapply guess_ok; eauto; [now apply lighter_ok|]. intros secret Member.
    etransitivity; [eapply (turns_left asked _ _ _ _ possible); eauto|]. unfold guesses_left.
    apply le_n_S. apply Nat.min_le_compat_l.
    assert ((budget - long guess) / vlong sight <= (budget - klong form) / vlong sight) by (apply
      N.div_le_mono; lia). lia. }
  assert (Shown : sum weight possible * (price (vmade sight) + kcost form) + highest (vlines sight)
    (size possible
    - kover form)
    (kblocks form) <= total (vmade sight) possible (Ask guess next)).
  { rewrite (total_ask _ _ _ _ _ _ _ Gd). apply N.add_le_mono; [apply N.mul_le_mono_l; lia|].
    apply (highest_sum asked (vlines sight) guess possible _ _ (fun p => total (S (vmade sight))
      (snd p)
      (next (fst p))));
      auto.
    intros a others Member Over. cbn [fst snd]. apply (Ln (next a) (pred rounds) (budget - long
      guess)); [eapply
      good_block;
      eauto|lia|eapply block_sub; eauto; apply sub_refl| |lia].
    apply split_part in Member. subst. now apply useful_smaller. }
  destruct (later _ _ _ _ _ _ _ _ _ _ _); cbn in *; [lia|easy].
Qed.

Lemma by_size_ok sight possible depth rounds budget budget0 subset : sees sight possible depth
  budget0 ->
  budget <= budget0 -> sub subset possible ->
  (length subset < length possible)%nat -> claim subset (S depth) rounds budget (by_size sight
    rounds
    budget subset).
Proof.
  intros [<- <- In_ Reach Lg Ln Sp] AtMost Y_X Lt S Gd. unfold by_size. apply raised_ok; [eapply Ln;
    eauto|].
  assert (Iy : inside subset) by (unfold Symmetry.inside in *; rewrite Forall_forall in *; intros
    secret Member;
    apply In_; now apply (sub_in _ _ _ Y_X)).
  assert (Gl : good (guesses_left sight rounds budget) budget subset S) by (unfold guesses_left;
    eapply
    good_left; eauto).
  apply omax_ok; [eapply block_ok; eauto; now apply lighter_ok|]. unfold by_codes.
  destruct (Nat.leb_spec (vletters sight) 1) as [_|Below]; [cbn; lia|].
  pose proof (codes_ok asked (vletters sight) Below _ _ _ _ _ _ _ _ _ S (Datatypes.S (vmade sight))
    (least_price
    (Datatypes.S (vmade sight))) Reach (Sp Below) Gl AtMost Y_X) as [Cn Ls].
  { intros. now apply least_price_ok. }
  cbn zeta. rewrite enough_ok; [exact Ls|easy|lia|]. now rewrite N.mul_1_l.
Qed.

(** Statements of lines, which other processes prove: each of them from the earlier ones. *)
Record statement := Statement { sset : list nat; smade : nat; ssteps : nat; smoney : N;
  sleast : option N }.
Definition holds secret := claim (sset secret) (smade secret) (ssteps secret) (smoney secret)
  (sleast secret).
Variable stated : nat -> statement.
Definition all_hold line := forall earlier, (earlier < line)%nat -> holds (stated earlier).
Lemma all_hold_less line later : (line <= later)%nat -> all_hold later -> all_hold line.
Proof. intros AtMost Earlier earlier Below. apply Earlier. lia. Qed.

(** Facts. One is true if the statements of all lines before [fline] are: if it is 0, by itself. *)
Record fact := Fact { fline : nat;
  fset : list nat; fmade : nat; fsteps : nat; fmoney : N; fleast : option N;
  fin : inside fset; ftrue : all_hold fline -> claim fset fmade fsteps fmoney fleast }.

(** Facts that rest on no line from this one on may be used. *)
Variable now : nat.

Definition level depth := min depth (pred (length (prices asked))).
Lemma paid_level p : forall depth depth', level depth = level depth' -> paid asked depth p = paid
  asked depth' p.
Proof.
  induction p as [|guess p IH]; intros depth depth' Equal; cbn; [easy|].
  f_equal; [|apply IH; unfold level in *; lia].
  unfold Prices.price. unfold level in Equal. now rewrite Equal.
Qed.
Lemma claim_level possible depth depth' rounds budget v : level depth = level depth' -> claim
  possible depth rounds budget v -> claim possible depth' rounds budget v.
Proof.
  intros Equal Claimed plan Gd. specialize (Claimed plan Gd). eapply ole_weak; [exact Claimed|].
    apply sum_le. intros secret _.
  unfold of_path.
  destruct (path asked possible plan secret); [|lia]. now rewrite (paid_level _ _ _ Equal).
Qed.

Definition limit n rounds budget := limits (low A) (high A) n rounds budget.
Definition use f subset depth rounds budget := let (rounds, budget) := limit (length subset) rounds
  budget in
  if (rounds =? 0)%nat then None else match f with
  | None => Some 0
  | Some f => if ((fline f <=? now)%nat && (level (fmade f) =? level depth)%nat &&
      (rounds <=? fsteps f)%nat && (budget <=? fmoney f)) && same (fset f) subset
    then fleast f else Some 0
  end.
Lemma claim_zero possible depth rounds budget : claim possible depth rounds budget (Some 0).
Proof. intros plan _. cbn. lia. Qed.
Lemma claim_limit possible depth rounds budget v : (let (rounds', budget') := limit (length
  possible) rounds budget in claim possible depth rounds' budget' v) ->
  claim possible depth rounds budget v.
Proof.
  intros Equal plan Gd. pose proof (good_limits asked (low A) (high A) (low_pos A) (long_ok A) _ _ _
    _ Gd)
    as
    Equal2. unfold limit in Equal.
  destruct (limits _ _ _ _ _). now apply Equal.
Qed.
Lemma use_ok f subset depth rounds budget : all_hold now -> claim subset depth rounds budget (use f
  subset depth rounds budget).
Proof.
  intros Hold. apply claim_limit. unfold use. destruct (limit (length subset) rounds budget) as
    [rounds' budget']. cbn [fst].
  destruct rounds' as [|rounds']; [intros [|? ?] Gd; cbn in Gd; tauto|].
  destruct f as [f|]; [|apply claim_zero]. cbn [Nat.eqb].
  destruct (_ && _) eqn:Tested; [|apply claim_zero]. rewrite !andb_true_iff in Tested.
  destruct Tested as [[[[Tested2 Tested3] Tested4] Tested5] Same]. apply Nat.leb_le in Tested2.
  apply Nat.eqb_eq in Tested3. apply Nat.leb_le in Tested4. apply N.leb_le in Tested5. apply same_ok
    in Same. subst.
  apply (claim_level _ _ _ _ _ _ Tested3). intros plan Gd.
  apply (ftrue f (all_hold_less _ _ Tested2 Hold)).
  apply (good_mono _ _ _ _ _ _ _ Gd); assumption.
Qed.

(** A guess by its blocks: their bounds are raised in turn until they suffice,
  at last those of large blocks by glances. *)
Definition block := (nat * list nat)%type.
Fixpoint place (x : block * option N) (l : list (block * option N)) := match l with
  | [] => [x]
  | y :: m => if (length (snd (fst x)) <=? length (snd (fst y)))%nat then x :: l else y :: place x m
  end.
Definition osum (l : list (block * option N)) := fold_right (fun x v => oplus (snd x) v) (Some 0) l.
Fixpoint raise (f : list nat -> option N) need have (l : list (block * option N)) := match l with
  | [] => []
  | (p, b) :: m => if reaches need have then l
      else let c := omax b (f (snd p)) in (p, c) :: raise f need (match have, b, c with Some h,
        Some b, Some c => Some (h + (c - b)) | _, _, _ => None end) m
  end.

Variable find : bool -> list nat -> nat -> nat -> N -> option fact.
 (* a hint: the table of facts, or also a glance *)

Definition going guess possible := filter (fun p => negb (over (fst p) (snd p))) (split (score
  guess) possible).
Definition by_blocks V possible rounds budget guess need :=
  let depth := S (vmade V) in let rounds := pred rounds in let budget := budget - long guess in
  let now := sum weight possible * (price (vmade V) + cost asked guess) in
  let l := fold_right (fun p l => place (p, by_size V rounds budget (snd p)) l) [] (going guess
    possible) in
  let have := oadd now (osum l) in
  if reaches need have then have else
  let l := raise (fun subset => use (find false subset depth rounds budget) subset depth rounds
    budget) need have l in
  let have := oadd now (osum l) in
  if reaches need have then have else
  oadd now (osum (raise (fun subset => use (find true subset depth rounds budget) subset depth
    rounds budget) need have (rev l))).

Definition valid depth rounds budget (x : block * option N) := claim (snd (fst x)) depth rounds
  budget (snd x).
Lemma place_valid (Each : block * option N -> Prop) x l : Each x -> Forall Each l -> Forall Each
  (place x l).
Proof. intros Hx. induction 1; cbn; [auto|]. destruct (_ <=? _)%nat; auto. Qed.
Lemma place_perm x l : Permutation (map fst (place x l)) (fst x :: map fst l).
Proof.
  induction l as [|y l IH]; cbn [place map]; [easy|]. destruct (_ <=? _)%nat; cbn [map]; [easy|].
  eapply perm_trans; [apply perm_skip, IH|apply perm_swap].
Qed.
Lemma raise_valid f need depth rounds budget l : forall have, (forall p, In p (map fst l) ->
  claim (snd p) depth rounds budget (f (snd p))) ->
  Forall (valid depth rounds budget) l -> Forall (valid depth rounds budget) (raise f need have l).
Proof.
  induction l as [|[p b] l IH]; intros have Claims All; cbn; [easy|]. destruct (reaches _ _);
    [easy|].
  inversion All as [|? ? First Others]; subst.
  constructor; [|apply IH; auto; intros; apply Claims; now right].
  intros plan Gd. cbn. apply omax_ok; [now apply First|]. apply Claims; [now left|easy].
Qed.
Lemma raise_blocks f need l : forall have, map fst (raise f need have l) = map fst l.
Proof. induction l as [|[p b] l IH]; intros have; cbn; [easy|]. destruct (reaches _ _); [easy|].
cbn. f_equal. apply IH. Qed.
Lemma osum_ok depth rounds budget next l : Forall (valid depth rounds budget) l -> (forall p, In p
  (map fst l) ->
  good rounds budget (snd p) (next (fst p))) ->
  ole (osum l) (sum (fun p => total depth (snd p) (next (fst p))) (map fst l)).
Proof.
  induction 1 as [|[p b] l Valid All IH]; intros Each; cbn [osum fold_right map fst]; sums; [cbn;
    lia|].
  apply oplus_ok; [apply Valid; apply (Each p); now left|]. apply IH. intros. apply Each. now right.
Qed.

Lemma by_blocks_ok sight possible depth rounds budget guess need next : all_hold now -> sees sight
  possible
  depth budget ->
  good rounds budget possible (Ask guess next) -> ole (by_blocks sight possible rounds budget guess
    need) (total depth possible (Ask guess next)).
Proof.
  intros Hold Sv Gd. pose proof Sv as [_ <- _ _ _ _ _]. set (depth := vmade sight) in *.
  rewrite (total_ask _ _ _ _ _ _ _ Gd). unfold by_blocks. fold depth.
  assert (Equal : sum (fun p => if over (fst p) (snd p) then 0 else total (S depth) (snd p) (next
    (fst
    p)))
    (split (score guess) possible) =
              sum (fun p => total (S depth) (snd p) (next (fst p))) (going guess possible)).
  { unfold going. rewrite sum_filter. apply sum_ext. intros p _. now destruct (over _ _). }
  rewrite Equal. clear Equal. set (rounds' := pred rounds). set (budget' := budget - long guess).
  set (l0 := fold_right _ [] (going guess possible)).
  assert (Gb : forall p, In p (going guess possible) -> good rounds' budget' (snd p) (next (fst p))
    /\ sub (snd p) possible /\
    (length (snd p) < length possible)%nat).
  { intros [a others] Member. apply filter_In in Member. cbn [fst snd] in *. destruct Member as
    [Member Negated].
    rewrite negb_true_iff in Negated. split; [|split].
    - eapply good_block; eauto.
    - eapply block_sub; eauto. apply sub_refl.
    - apply split_part in Member. subst. apply useful_smaller; [|easy].
      apply (good_first _ _ _ _ _ _ Gd). }
  assert (Permuted : Permutation (map fst l0) (going guess possible)).
  { unfold l0. clear. induction (going guess possible) as [|p l IH]; cbn [fold_right]; [easy|].
    eapply perm_trans; [apply place_perm|]. now apply perm_skip. }
  assert (All : Forall (valid (S depth) rounds' budget') l0).
  { unfold l0. clear - Gb Sv. induction (going guess possible) as [|p l IH]; cbn [fold_right];
    [constructor|].
    apply place_valid.
    - destruct (Gb p (or_introl eq_refl)) as (_ & Y_X & Ln). unfold valid. cbn [fst snd].
      apply (by_size_ok sight possible depth rounds' budget' budget); auto. unfold budget'. lia.
    - apply IH. intros r Member. apply Gb. now right. }
  assert (Done : forall l, Permutation (map fst l) (going guess possible) -> Forall (valid (S depth)
    rounds' budget') l ->
    ole (oadd (sum weight possible * (price depth + cost asked guess)) (osum l)) (sum weight
      possible * (price depth + cost asked guess) +
      sum (fun p => total (S depth) (snd p) (next (fst p))) (going guess possible))).
  { intros l Permuted2 All2. apply ole_add. rewrite <- (sum_perm _ _ _ Permuted2).
    apply (osum_ok (S depth) rounds' budget'); [easy|].
    intros p Member. apply Gb. now apply (Permutation_in _ Permuted2). }
  destruct (reaches _ _); [now apply Done|].
  set (l1 := raise _ _ _ l0). assert (Permuted3 : Permutation (map fst l1) (going guess possible))
    by
    (unfold l1;
    now rewrite raise_blocks).
  assert (All3 : Forall (valid (S depth) rounds' budget') l1) by (apply raise_valid; [intros; now
    apply use_ok|easy]).
  destruct (reaches _ _); [now apply Done|]. apply Done.
  - rewrite raise_blocks, map_rev. eapply perm_trans;
      [apply Permutation_sym, Permutation_rev|exact Permuted3].
  - apply raise_valid; [intros; now apply use_ok|now apply Forall_rev].
Qed.
End Rules.
