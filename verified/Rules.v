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
  induction n; cbn; intros H i L; [lia|]. destruct (f n) eqn:E; [|easy].
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
Proof. unfold lengths. rewrite andb_true_iff. intros [_ H] guess L. apply (upto_ok _ _ H) in L.
now rewrite andb_true_iff, !N.leb_le in L. Qed.
Lemma units_ok n : units n = true -> forall secret, (secret < n)%nat -> weight secret = 1.
Proof. intros H secret L. apply N.eqb_eq. now apply (upto_ok _ _ H). Qed.
Lemma scores_ok n a : scores n a = true -> small asked n a.
Proof. intros H guess secret Lg Ls. pose proof (upto_ok _ _ H guess Lg) as Hg. apply Nat.ltb_lt.
exact (upto_ok _ _ Hg secret Ls). Qed.
Definition no_goals n := upto n (fun secret => goal asked secret =? 0)%nat.
Definition plain l n := upto (guesses asked) (fun guess => (cost asked guess =? cost asked 0) &&
  (long guess =? l) &&
  (finals asked guess (seq 0 n) <=? 1)).
Lemma no_goals_ok n : no_goals n = true -> forall secret, (secret < n)%nat -> goal asked secret =
  0%nat.
Proof. intros H secret L. apply Nat.eqb_eq. now apply (upto_ok _ _ H). Qed.
Lemma plain_ok l n : plain l n = true -> forall guess, (guess < guesses asked)%nat -> cost asked
  guess = cost asked 0 /\
  long guess = l /\ finals asked guess (seq 0 n) <= 1.
Proof. intros H guess L. apply (upto_ok _ _ H) in L. rewrite !andb_true_iff, !N.eqb_eq, N.leb_le in
  L.
tauto. Qed.
Definition survey l h n a : option arena := match bool_dec (lengths l h) true,
  bool_dec (scores n a) true with
  | left L, left H => Some (Arena l h n a (units n) (plain l n) (no_goals n)
      (lengths_pos l h L) (lengths_ok l h L) (units_ok n) (scores_ok n a H) (no_goals_ok n)
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
  intros H P D C. unfold lighter. destruct (unit A) eqn:U; [|now apply light_ok].
  assert (E : forall secret, In secret possible -> weight secret = 1) by (intros; apply (unit_ok A
    U);
    now apply inside_in with possible).
  assert (heavy asked 1 possible = 0) as Z.
  { unfold heavy. rewrite (sum_ext _ (fun _ => 0)); [now rewrite sum_const, N.mul_0_r|].
  intros secret I.
    now rewrite E. }
  pose proof (light_ok asked 1 possible P D C) as Q.
  rewrite Z, (sum_ext weight (fun _ => 1) possible E), <- size_sum in Q. etransitivity; [|exact Q].
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
Proof. intros U H secret I. apply (aimless_ok A U). now apply inside_in with possible. Qed.
Lemma shape_of_ok guess possible budget : inside possible -> may guess possible = true -> useful
  guess possible = true -> long guess <= budget ->
  exists K, shape_of guess possible budget = Some K /\ fits asked guess possible K.
Proof.
  intros H M U L. unfold shape_of. destruct (aimless A) eqn:E.
  - pose proof (inside_free possible E H) as F. cbn zeta. rewrite quick_counts_ok by easy.
    eexists. split; [reflexivity|]. now apply quick_fits.
  - unfold counts. rewrite M, U. apply N.leb_le in L. rewrite L. eexists. split; [reflexivity|].
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
    as [f|] eqn:W; try easy;
    apply words_ok in W.
  - intros [= <-]. cbn [join]. rewrite W. split; [apply columns_length|apply columns_tell].
  - specialize (IH t). cbn [words_of] in IH. destruct (words t) as [h|]; [|easy].
    destruct (words_of possible) as [fs'|]; [|easy]. intros [= <-].
    destruct (IH _ eq_refl) as [L plan].
    change (join (f :: h :: fs')) with (joined (lists_of f) (join (h :: fs'))). rewrite W.
    split; [rewrite joined_length; [easy|now rewrite columns_length]|now apply joined_tell].
Qed.
Lemma swift_kinds_ok possible Ks budget : inside possible -> swift_kinds possible = Some Ks ->
  covers asked Ks possible budget.
Proof.
  intros H E guess M U L. unfold swift_kinds in E. destruct (_ && ascending possible) eqn:C;
    [|easy].
  rewrite !andb_true_iff in C. destruct C as [[Ca Cs] Asc].
  destruct possible as [|secret possible]; [easy|]. destruct (words_of (secret :: possible)) as
    [fs|] eqn:J; [|easy].
  set (R := join fs) in *. destruct (crowds R) as [m n] eqn:Cr. injection E as <-.
  destruct (join_ok possible secret fs J) as [Ln plan]. fold R in Ln, plan.
  pose proof (inside_free _ Ca H) as F. pose proof (may_guess _ _ _ M) as Lg.
  destruct (swift_ok A Cs guess Lg) as (Ec & El & Fi).
  assert (Sm : forall t, In t (secret :: possible) -> (score guess t < na A)%nat) by (intros t I;
    apply (small_ok A); [easy|now apply inside_in with (secret :: possible)]).
  assert (F1 : finals asked guess (secret :: possible) <= 1).
  { apply single_finals; [|easy]. intros t u It Iu.
    apply (finals_unique asked guess _ Fi); apply in_seq; split; try lia; now apply inside_in with
      (secret :: possible).
    }
  pose proof (crowds_ok asked (na A) (secret :: possible) guess F Sm Lg R 0 plan) as B.
  rewrite Ln, Cr in B.
  cbn [fst snd] in B.
  assert (Rg : (0 * width <= guess < (0 + groups) * width)%nat).
  { split; [lia|]. unfold groups. pose proof (Nat.div_mod (guesses asked) width ltac:(easy)).
    pose proof (Nat.mod_upper_bound (guesses asked) width ltac:(easy)).
    cbn [Nat.add]. rewrite Nat.mul_succ_l. lia. }
  specialize (B Rg). destruct (seen asked (secret :: possible) guess) eqn:Sn.
  - destruct B as (b & -> & B). exists (Kind 1 1 b (cost asked 0) (low A)).
    split; [apply in_or_app; right; now left|].
    apply free_fits; cbn; auto; lia.
  - apply seen_finals in Sn. destruct (counted asked guess (secret :: possible) m budget F M U L B)
    as [P|(O & _ & P)];
      [lia|]. rewrite O.
    apply N.leb_le in P. rewrite P. exists (Kind 0 0 m (cost asked 0) (low A)). split; [now left|].
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
  intros H guess secret Lg Ls F. pose proof (upto_ok _ _ H guess Lg) as Hg.
  pose proof (upto_ok _ _ Hg secret Ls) as E. cbn beta in E. rewrite F in E.
  apply existsb_exists in E. destruct E as (h & I & E). apply Nat.eqb_eq in E. now subst.
Qed.
Definition check_winners w : option winners := match bool_dec (all_winning w) true with
  | left H => Some (Winners w (all_winning_ok w H))
  | right _ => None
  end.
Definition few_kinds W possible := Kind 0 0 (size possible) (cost asked 0) (low A) :: map (fun guess
  =>
  quick asked (na A) guess possible) (flat_map (winning W) possible).
Lemma few_kinds_ok W possible budget : aimless A = true -> swift A = true -> inside possible ->
  covers asked (few_kinds W possible) possible budget.
Proof.
  intros Ca Cs H guess M U L. pose proof (inside_free possible Ca H) as F.
  pose proof (may_guess _ _ _ M) as Lg. destruct (swift_ok A Cs guess Lg) as (Ec & El & _).
  destruct (N.eq_dec (finals asked guess possible) 0) as [Z|Z].
  - eexists. split; [now left|]. apply free_fits; cbn; auto; try lia. apply blocks_size.
  - destruct (finals_some asked guess possible Z) as (secret & I & E).
  exists (quick asked (na A) guess possible).
    split; [|now apply quick_fits]. right.
    apply in_map_iff. exists guess. split; [easy|]. apply in_flat_map. exists secret.
    split; [easy|].
    apply (all_win W); auto. now apply inside_in with possible.
Qed.

Definition weaker J K := kover K <= kover J /\ kended K <= kended J /\ kblocks K <= kblocks J /\
  kcost J <= kcost K /\ klong J <= klong K.
Lemma weaker_fits guess possible J K : weaker J K -> fits asked guess possible K -> fits asked guess
  possible J.
Proof. unfold weaker, fits. intros (A1 & A2 & A3 & A4 & A5) (B1 & B2 & B3 & B4).
repeat split; try lia; destruct (B4 subset); auto; lia. Qed.
Lemma merge_new K Ks : exists J, In J (merge K Ks) /\ weaker J K.
Proof.
  induction Ks as [|J Ks IH]; cbn; [exists K; unfold weaker; intuition lia|].
  destruct (alike K J) eqn:E.
  - unfold alike in E. rewrite !andb_true_iff, !N.eqb_eq in E. eexists. split; [now left|].
    unfold weaker. cbn. intuition lia.
  - destruct IH as (I & ? & ?). exists I. split; [now right|easy].
Qed.
Lemma merge_old K Ks J : In J Ks -> exists I, In I (merge K Ks) /\ weaker I J.
Proof.
  induction Ks as [|J0 Ks IH]; cbn; [easy|]. intros H. destruct (alike K J0).
  - destruct H as [->|H]; [eexists; split; [now left|unfold weaker; cbn; intuition lia]|exists J;
      split; [now right|unfold weaker; intuition lia]].
  - destruct H as [->|H]; [exists J; split; [now left|unfold weaker; intuition lia]|].
    destruct (IH H) as (I & ? & ?). exists I. split; [now right|easy].
Qed.
Definition stated Ks guess possible := exists K, In K Ks /\ fits asked guess possible K.
Lemma merge_stated guess K Ks possible : stated Ks guess possible -> stated (merge K Ks) guess
  possible.
Proof. intros (J & I & F). destruct (merge_old K Ks J I) as (J' & ? & W). exists J'.
split; [easy|now apply weaker_fits with J]. Qed.
Lemma gather_old possible budget n : forall Ks guess, stated Ks guess possible -> stated (gather
  possible budget n Ks) guess possible.
Proof. induction n; intros Ks guess H; cbn; [easy|]. apply IHn.
destruct (shape_of n possible budget); [now apply merge_stated|easy]. Qed.
Lemma gather_ok possible budget n : forall Ks guess K, (guess < n)%nat -> shape_of guess possible
  budget = Some K -> fits asked guess possible K ->
  stated (gather possible budget n Ks) guess possible.
Proof.
  induction n; intros Ks guess K L C F; [lia|]. cbn.
  destruct (Nat.eq_dec guess n) as [->|]; [|apply IHn with K; auto; lia].
  apply gather_old. rewrite C. destruct (merge_new K Ks) as (J & ? & W). exists J. split; [easy|].
  now apply weaker_fits with K.
Qed.
Lemma kinds_ok possible budget : inside possible -> covers asked (kinds possible budget) possible
  budget.
Proof.
  intros H. unfold kinds. destruct (swift_kinds possible) as [Ks|] eqn:E; [now apply
    swift_kinds_ok|].
  intros guess M U L.
  destruct (shape_of_ok guess possible budget H M U L) as (K & S & F). apply gather_ok with K; auto.
  now apply may_guess in M.
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
  induction n as [|n IH]; intros most l H; cbn [most_letters] in H; [injection H as <-; split;
    [lia|intros; lia]|].
  destruct (counts n possible budget) eqn:C.
  - destruct (letters asked n possible) as [m|] eqn:E; [|easy]. apply IH in H. destruct H as [L H].
    split; [lia|]. intros guess Lg Cg.
    destruct (Nat.eq_dec guess n) as [->|]; [exists m; split; [easy|lia]|apply H; [lia|easy]].
  - apply IH in H. destruct H as [L H]. split; [lia|]. intros guess Lg Cg.
    destruct (Nat.eq_dec guess n) as [->|]; [congruence|apply H; [lia|easy]].
Qed.
Lemma alphabet_ok possible budget : (2 <= alphabet possible budget)%nat -> spells asked (alphabet
  possible budget) possible budget.
Proof.
  unfold alphabet. destruct (aimless A); [lia|].
  destruct (most_letters possible budget (guesses asked) 0) as [l|] eqn:E; [|lia].
  intros _ subset guess S Kn M U L.
  destruct (most_letters_ok _ _ _ _ _ E) as [_ H].
  destruct (H guess) as (m & Em & Lm); [now apply may_guess in M| |].
  - unfold counts. rewrite (may_sub asked guess _ _ S M), (useful_sub asked guess _ _ S Kn U).
  now apply N.leb_le.
  - destruct (letters_sub asked guess subset possible m S Em). split; [lia|easy].
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
  intros [E|[E|H]]; [specialize (IH (or_introl E))|subst; lia|specialize (IH (or_intror H))].
  all: lia.
Qed.
Lemma nth_skip (l : list N) : forall i j, (i <= j)%nat -> nth j l 0 = nth (j - i) (skipn i l) 0.
Proof. induction l as [|x l IH]; intros [|i] [|j] L; cbn; try easy; try lia;
  [now destruct (j - i)%nat|]. apply IH. lia. Qed.
Lemma least_price_ok depth depth' : (depth <= depth')%nat -> least_price depth <= price depth'.
Proof.
  intros L. unfold least_price, Prices.price. set (e := pred (length (prices asked))).
  rewrite (nth_skip _ (min depth e) (min depth' e)) by lia.
  pose proof (skipn_length (min depth e) (prices asked)) as Q.
  destruct (skipn (min depth e) (prices asked)) as [|p ps]; [lia|]. apply fold_min. apply nth_In.
  unfold e in *. cbn [length] in *. lia.
Qed.

Definition lightest possible := match possible with [] => 0 | t :: possible => fold_right (fun
  secret b =>
  N.min (weight secret) b) (weight t) possible end.
Lemma lightest_ok possible secret : In secret possible -> lightest possible <= weight secret.
Proof.
  destruct possible as [|t possible]; cbn; [easy|]. intros H.
  induction possible as [|u possible IH]; cbn; [destruct H as [->|[]]; lia|].
  destruct H as [->|[->|H]]; [specialize (IH (or_introl eq_refl))|..|specialize (IH (or_intror H))];
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
  intros H C. unfold look_at. split; cbn [vset vmade vended vblocks vcost vlong vlines vletters];
    auto.
  - apply covers_reach; [apply (long_ok A)|easy].
  - pose proof (low_pos A). lia.
  - intros S rounds budget' subset depth' Gd Lq Y_X Ln D. destruct L as [|l L]; [cbn; lia|].
    destruct (hold _ _ _ _ _) eqn:E; [|cbn; lia].
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
  intros D2. induction rounds as [|rounds IH]; intros w W H; cbn [enough]; destruct (N.leb_spec n
    w); auto.
  - change (N.of_nat 0) with 0 in H. rewrite N.pow_0_r in H. lia.
  - apply IH; [nia|]. rewrite Nat2N.inj_succ, N.pow_succ_r' in H. lia.
Qed.

(** A block by its size and weights *)
Definition by_size V rounds budget subset :=
  raised (highest (vlines V) (size subset) 1)
    (omax (later asked (lighter subset) (vcost V) (vended V) (vblocks V) (size subset) (S (vmade V))
      0 1
      (guesses_left V rounds budget) 0) (by_codes V rounds budget subset)).

Lemma by_kind_ok V possible depth rounds budget K guess next : sees V possible depth budget -> fits
  asked guess possible K -> good rounds budget possible (Ask guess next) ->
  ole (by_kind V (lighter possible) (sum weight possible) (size possible) rounds budget K) (total
    depth possible (Ask guess next)).
Proof.
  intros [<- <- In_ R Lg Ln _] (Ov & Co & Lo & Sub) Gd. set (possible := vset V) in *.
  pose proof (good_first _ _ _ _ _ _ Gd) as (M & U & L). pose proof (good_known _ _ _ _ _ Gd) as Kn.
  destruct (Sub possible (sub_refl possible) Kn) as (_ & Bl). unfold by_kind.
  assert (Q : ole (oadd (sum weight possible * (price (vmade V) + kcost K)) (later asked (lighter
    possible) (vcost V)
    (vended V) (vblocks V) (size possible)
      (S (vmade V)) (kover K) (kblocks K) (guesses_left V (pred rounds) (budget - klong K)) 0))
        (total (vmade
        V) possible (Ask guess next))).
  { eapply guess_ok; eauto; [now apply lighter_ok|]. intros secret I.
    etransitivity; [eapply (turns_left asked _ _ _ _ possible); eauto|]. unfold guesses_left.
    apply le_n_S. apply Nat.min_le_compat_l.
    assert ((budget - long guess) / vlong V <= (budget - klong K) / vlong V) by (apply
      N.div_le_mono; lia). lia. }
  assert (P : sum weight possible * (price (vmade V) + kcost K) + highest (vlines V) (size possible
    - kover K)
    (kblocks K) <= total (vmade V) possible (Ask guess next)).
  { rewrite (total_ask _ _ _ _ _ _ _ Gd). apply N.add_le_mono; [apply N.mul_le_mono_l; lia|].
    apply (highest_sum asked (vlines V) guess possible _ _ (fun p => total (S (vmade V)) (snd p)
      (next (fst p))));
      auto.
    intros a Z I O. cbn [fst snd]. apply (Ln (next a) (pred rounds) (budget - long guess)); [eapply
      good_block;
      eauto|lia|eapply block_sub; eauto; apply sub_refl| |lia].
    apply split_part in I. subst. now apply useful_smaller. }
  destruct (later _ _ _ _ _ _ _ _ _ _ _); cbn in *; [lia|easy].
Qed.

Lemma by_size_ok V possible depth rounds budget budget0 subset : sees V possible depth budget0 ->
  budget <= budget0 -> sub subset possible ->
  (length subset < length possible)%nat -> claim subset (S depth) rounds budget (by_size V rounds
    budget subset).
Proof.
  intros [<- <- In_ R Lg Ln Sp] L Y_X Lt S Gd. unfold by_size. apply raised_ok; [eapply Ln; eauto|].
  assert (Iy : inside subset) by (unfold Symmetry.inside in *; rewrite Forall_forall in *; intros
    secret I;
    apply In_; now apply (sub_in _ _ _ Y_X)).
  assert (Gl : good (guesses_left V rounds budget) budget subset S) by (unfold guesses_left; eapply
    good_left; eauto).
  apply omax_ok; [eapply block_ok; eauto; now apply lighter_ok|]. unfold by_codes.
  destruct (Nat.leb_spec (vletters V) 1) as [_|D2]; [cbn; lia|].
  pose proof (codes_ok asked (vletters V) D2 _ _ _ _ _ _ _ _ _ S (Datatypes.S (vmade V))
    (least_price
    (Datatypes.S (vmade V))) R (Sp D2) Gl L Y_X) as [Cn Ls].
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
Proof. intros L H earlier B. apply H. lia. Qed.

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
  induction p as [|guess p IH]; intros depth depth' E; cbn; [easy|].
  f_equal; [|apply IH; unfold level in *; lia].
  unfold Prices.price. unfold level in E. now rewrite E.
Qed.
Lemma claim_level possible depth depth' rounds budget v : level depth = level depth' -> claim
  possible depth rounds budget v -> claim possible depth' rounds budget v.
Proof.
  intros E C S Gd. specialize (C S Gd). eapply ole_weak; [exact C|]. apply sum_le. intros secret _.
  unfold of_path.
  destruct (path asked possible S secret); [|lia]. now rewrite (paid_level _ _ _ E).
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
Proof. intros S _. cbn. lia. Qed.
Lemma claim_limit possible depth rounds budget v : (let (rounds', budget') := limit (length
  possible) rounds budget in claim possible depth rounds' budget' v) ->
  claim possible depth rounds budget v.
Proof.
  intros H S Gd. pose proof (good_limits asked (low A) (high A) (low_pos A) (long_ok A) _ _ _ _ Gd)
    as
    Q. unfold limit in H.
  destruct (limits _ _ _ _ _). now apply H.
Qed.
Lemma use_ok f subset depth rounds budget : all_hold now -> claim subset depth rounds budget (use f
  subset depth rounds budget).
Proof.
  intros Hold. apply claim_limit. unfold use. destruct (limit (length subset) rounds budget) as
    [rounds' budget']. cbn [fst].
  destruct rounds' as [|rounds']; [intros [|? ?] Gd; cbn in Gd; tauto|].
  destruct f as [f|]; [|apply claim_zero]. cbn [Nat.eqb].
  destruct (_ && _) eqn:E; [|apply claim_zero]. rewrite !andb_true_iff in E.
  destruct E as [[[[E0 E1] E2] E3] E4]. apply Nat.leb_le in E0.
  apply Nat.eqb_eq in E1. apply Nat.leb_le in E2. apply N.leb_le in E3. apply same_ok in E4. subst.
  apply (claim_level _ _ _ _ _ _ E1). intros S Gd.
  apply (ftrue f (all_hold_less _ _ E0 Hold)).
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
Lemma place_valid (P : block * option N -> Prop) x l : P x -> Forall P l -> Forall P (place x l).
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
  induction l as [|[p b] l IH]; intros have H F; cbn; [easy|]. destruct (reaches _ _); [easy|].
  inversion F; subst.
  constructor; [|apply IH; auto; intros; apply H; now right].
  intros S Gd. cbn. apply omax_ok; [now apply H2|]. apply H; [now left|easy].
Qed.
Lemma raise_blocks f need l : forall have, map fst (raise f need have l) = map fst l.
Proof. induction l as [|[p b] l IH]; intros have; cbn; [easy|]. destruct (reaches _ _); [easy|].
cbn. f_equal. apply IH. Qed.
Lemma osum_ok depth rounds budget next l : Forall (valid depth rounds budget) l -> (forall p, In p
  (map fst l) ->
  good rounds budget (snd p) (next (fst p))) ->
  ole (osum l) (sum (fun p => total depth (snd p) (next (fst p))) (map fst l)).
Proof.
  induction 1 as [|[p b] l V F IH]; intros H; cbn [osum fold_right map fst]; sums; [cbn; lia|].
  apply oplus_ok; [apply V; apply (H p); now left|]. apply IH. intros. apply H. now right.
Qed.

Lemma by_blocks_ok V possible depth rounds budget guess need next : all_hold now -> sees V possible
  depth budget ->
  good rounds budget possible (Ask guess next) -> ole (by_blocks V possible rounds budget guess
    need) (total depth possible (Ask guess next)).
Proof.
  intros Hold Sv Gd. pose proof Sv as [_ <- _ _ _ _ _]. set (depth := vmade V) in *.
  rewrite (total_ask _ _ _ _ _ _ _ Gd). unfold by_blocks. fold depth.
  assert (E : sum (fun p => if over (fst p) (snd p) then 0 else total (S depth) (snd p) (next (fst
    p)))
    (split (score guess) possible) =
              sum (fun p => total (S depth) (snd p) (next (fst p))) (going guess possible)).
  { unfold going. rewrite sum_filter. apply sum_ext. intros p _. now destruct (over _ _). }
  rewrite E. clear E. set (rounds' := pred rounds). set (budget' := budget - long guess).
  set (l0 := fold_right _ [] (going guess possible)).
  assert (Gb : forall p, In p (going guess possible) -> good rounds' budget' (snd p) (next (fst p))
    /\ sub (snd p) possible /\
    (length (snd p) < length possible)%nat).
  { intros [a Z] I. apply filter_In in I. cbn [fst snd] in *. destruct I as [I O].
    rewrite negb_true_iff in O. split; [|split].
    - eapply good_block; eauto.
    - eapply block_sub; eauto. apply sub_refl.
    - apply split_part in I. subst. apply useful_smaller; [|easy].
      apply (good_first _ _ _ _ _ _ Gd). }
  assert (P0 : Permutation (map fst l0) (going guess possible)).
  { unfold l0. clear. induction (going guess possible) as [|p l IH]; cbn [fold_right]; [easy|].
    eapply perm_trans; [apply place_perm|]. now apply perm_skip. }
  assert (V0 : Forall (valid (S depth) rounds' budget') l0).
  { unfold l0. clear - Gb Sv. induction (going guess possible) as [|p l IH]; cbn [fold_right];
    [constructor|].
    apply place_valid.
    - destruct (Gb p (or_introl eq_refl)) as (_ & Y_X & Ln). unfold valid. cbn [fst snd].
      apply (by_size_ok V possible depth rounds' budget' budget); auto. unfold budget'. lia.
    - apply IH. intros r I. apply Gb. now right. }
  assert (Done : forall l, Permutation (map fst l) (going guess possible) -> Forall (valid (S depth)
    rounds' budget') l ->
    ole (oadd (sum weight possible * (price depth + cost asked guess)) (osum l)) (sum weight
      possible * (price depth + cost asked guess) +
      sum (fun p => total (S depth) (snd p) (next (fst p))) (going guess possible))).
  { intros l P F. apply ole_add. rewrite <- (sum_perm _ _ _ P).
    apply (osum_ok (S depth) rounds' budget'); [easy|].
    intros p I. apply Gb. now apply (Permutation_in _ P). }
  destruct (reaches _ _); [now apply Done|].
  set (l1 := raise _ _ _ l0). assert (P1 : Permutation (map fst l1) (going guess possible)) by
    (unfold l1;
    now rewrite raise_blocks).
  assert (V1 : Forall (valid (S depth) rounds' budget') l1) by (apply raise_valid; [intros; now
    apply use_ok|easy]).
  destruct (reaches _ _); [now apply Done|]. apply Done.
  - rewrite raise_blocks, map_rev. eapply perm_trans;
      [apply Permutation_sym, Permutation_rev|exact P1].
  - apply raise_valid; [intros; now apply use_ok|now apply Forall_rev].
Qed.
End Rules.
