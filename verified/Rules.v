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

Fixpoint same X Y := match X, Y with
  | [], [] => true
  | s :: X, t :: Y => if (s =? t)%nat then same X Y else false
  | _, _ => false
  end.
Lemma same_ok X : forall Y, same X Y = true -> X = Y.
Proof. induction X; intros [|t Y]; cbn; try easy. destruct (Nat.eqb_spec a t); [|easy]. intros.
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
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation over := (over G).
Notation may := (may G).
Notation price := (price G). Notation total := (total G). Notation weight := (weight G).
Notation score := (score G). Notation long := (long G). Notation good := (good G).
Notation useful := (useful G).
Notation claim := (claim G).

(** What is checked of a game once *)
Record arena := Arena {
  low : N; high : N; ns : nat; na : nat; unit : bool; swift : bool; aimless : bool;
  low_pos : 1 <= low;
  long_ok : forall g, (g < guesses G)%nat -> low <= long g /\ long g <= high;
  unit_ok : unit = true -> forall s, (s < ns)%nat -> weight s = 1;
  small_ok : small G ns na;
  aimless_ok : aimless = true -> forall s, (s < ns)%nat -> goal G s = 0%nat;
  swift_ok : swift = true -> forall g, (g < guesses G)%nat -> cost G g = cost G 0 /\ long g = low /\
    finals G g (seq 0 ns) <= 1 }.

Definition lengths l h := (1 <=? l) && upto (guesses G) (fun g => (l <=? long g) && (long g <=? h)).
Definition units n := upto n (fun s => weight s =? 1).
Definition scores n a := upto (guesses G) (fun g => upto n (fun s => (score g s <? a)%nat)).
Lemma lengths_pos l h : lengths l h = true -> 1 <= l.
Proof. unfold lengths. rewrite andb_true_iff, N.leb_le. easy. Qed.
Lemma lengths_ok l h : lengths l h = true -> forall g, (g < guesses G)%nat -> l <= long g /\
  long g <= h.
Proof. unfold lengths. rewrite andb_true_iff. intros [_ H] g L. apply (upto_ok _ _ H) in L.
now rewrite andb_true_iff, !N.leb_le in L. Qed.
Lemma units_ok n : units n = true -> forall s, (s < n)%nat -> weight s = 1.
Proof. intros H s L. apply N.eqb_eq. now apply (upto_ok _ _ H). Qed.
Lemma scores_ok n a : scores n a = true -> small G n a.
Proof. intros H g s Lg Ls. pose proof (upto_ok _ _ H g Lg) as Hg. apply Nat.ltb_lt.
exact (upto_ok _ _ Hg s Ls). Qed.
Definition no_goals n := upto n (fun s => goal G s =? 0)%nat.
Definition plain l n := upto (guesses G) (fun g => (cost G g =? cost G 0) && (long g =? l) &&
  (finals G g (seq 0 n) <=? 1)).
Lemma no_goals_ok n : no_goals n = true -> forall s, (s < n)%nat -> goal G s = 0%nat.
Proof. intros H s L. apply Nat.eqb_eq. now apply (upto_ok _ _ H). Qed.
Lemma plain_ok l n : plain l n = true -> forall g, (g < guesses G)%nat -> cost G g = cost G 0 /\
  long g = l /\ finals G g (seq 0 n) <= 1.
Proof. intros H g L. apply (upto_ok _ _ H) in L. rewrite !andb_true_iff, !N.eqb_eq, N.leb_le in L.
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

Definition lighter X := if unit A then let n := size X in fun D => n - D
  else let w := sum weight X in fun D => let h := threshold X D in w - (h * D + heavy G h X).
Lemma lighter_ok X : inside X -> is_light G (lighter X) X.
Proof.
  intros H P D C. unfold lighter. destruct (unit A) eqn:U; [|now apply light_ok].
  assert (E : forall s, In s X -> weight s = 1) by (intros; apply (unit_ok A U);
    now apply inside_in with X).
  assert (heavy G 1 X = 0) as Z.
  { unfold heavy. rewrite (sum_ext _ (fun _ => 0)); [now rewrite sum_const, N.mul_0_r|]. intros s I.
    now rewrite E. }
  pose proof (light_ok G 1 X P D C) as Q.
  rewrite Z, (sum_ext weight (fun _ => 1) X E), <- size_sum in Q. etransitivity; [|exact Q]. lia.
Qed.

(** The kinds of all guesses *)
Definition alike K J := (kover K =? kover J) && (kended K =? kended J) && (kcost K =? kcost J) &&
  (klong K =? klong J).
Fixpoint merge K Ks := match Ks with
  | [] => [K]
  | J :: Ks => if alike K J then Kind (kover J) (kended J) (N.max (kblocks K) (kblocks J)) (kcost J)
    (klong J) :: Ks else J :: merge K Ks
  end.
Definition counts g X q := may g X && useful g X && (long g <=? q).
Definition shape_of g X q := if aimless A then let K :=
  quick G (na A) g X in if quick_counts G K q then Some K else None
  else if counts g X q then Some (shape G g X) else None.
Fixpoint gather X q n Ks := match n with
  | O => Ks
  | S g => gather X q g (match shape_of g X q with Some K => merge K Ks | None => Ks end)
  end.

(** The words of a secret: a table of them is a hint. *)
Definition groups := S (guesses G / width).
Record plane := Plane { psecret : nat; pwords : flat;
  pok : lists_of pwords = columns G (na A) psecret 0 groups }.
Definition make_plane s := Plane s (Flat (columns G (na A) s 0 groups)) eq_refl.
Variable planes : nat -> option plane.  (* a hint *)
Definition words s := match planes s with Some p =>
  if (psecret p =? s)%nat then Some (pwords p) else None | None => None end.
Fixpoint words_of X := match X with
  | [] => Some []
  | s :: X => match words s, words_of X with Some f, Some fs => Some (f :: fs) | _, _ => None end
  end.
Definition swift_kinds X := if aimless A && swift A && ascending X then match X with
    | [] => None
    | _ => match words_of X with
        | Some fs => let (m, n) := crowds (join fs) in
            Some ((if only G then [] else if 2 <=? m then [Kind 0 0 m (cost G 0) (low A)] else [])
              ++
                  match n with Some n => [Kind 1 1 n (cost G 0) (low A)] | None => [] end)
        | None => None
        end
    end else None.
Definition kinds X q := match swift_kinds X with Some Ks => Ks | None =>
  gather X q (guesses G) [] end.

Lemma inside_free X : aimless A = true -> inside X -> free G X.
Proof. intros U H s I. apply (aimless_ok A U). now apply inside_in with X. Qed.
Lemma shape_of_ok g X q : inside X -> may g X = true -> useful g X = true -> long g <= q ->
  exists K, shape_of g X q = Some K /\ fits G g X K.
Proof.
  intros H M U L. unfold shape_of. destruct (aimless A) eqn:E.
  - pose proof (inside_free X E H) as F. cbn zeta. rewrite quick_counts_ok by easy.
    eexists. split; [reflexivity|]. now apply quick_fits.
  - unfold counts. rewrite M, U. apply N.leb_le in L. rewrite L. eexists. split; [reflexivity|].
    apply shape_fits.
Qed.

Lemma words_ok s f : words s = Some f -> lists_of f = columns G (na A) s 0 groups.
Proof. unfold words. destruct (planes s) as [p|]; [|easy].
destruct (Nat.eqb_spec (psecret p) s) as [<-|]; [|easy]. intros [= <-]. apply pok. Qed.
Lemma join_ok X : forall s fs, words_of (s :: X) = Some fs -> length (join fs) = groups /\
  tell_from G (na A) (s :: X) 0 (join fs).
Proof.
  induction X as [|t X IH]; intros s fs; cbn [words_of]; destruct (words s) as [f|] eqn:W; try easy;
    apply words_ok in W.
  - intros [= <-]. cbn [join]. rewrite W. split; [apply columns_length|apply columns_tell].
  - specialize (IH t). cbn [words_of] in IH. destruct (words t) as [h|]; [|easy].
    destruct (words_of X) as [fs'|]; [|easy]. intros [= <-]. destruct (IH _ eq_refl) as [L T].
    change (join (f :: h :: fs')) with (joined (lists_of f) (join (h :: fs'))). rewrite W.
    split; [rewrite joined_length; [easy|now rewrite columns_length]|now apply joined_tell].
Qed.
Lemma swift_kinds_ok X Ks q : inside X -> swift_kinds X = Some Ks -> covers G Ks X q.
Proof.
  intros H E g M U L. unfold swift_kinds in E. destruct (_ && ascending X) eqn:C; [|easy].
  rewrite !andb_true_iff in C. destruct C as [[Ca Cs] Asc].
  destruct X as [|s X]; [easy|]. destruct (words_of (s :: X)) as [fs|] eqn:J; [|easy].
  set (R := join fs) in *. destruct (crowds R) as [m n] eqn:Cr. injection E as <-.
  destruct (join_ok X s fs J) as [Ln T]. fold R in Ln, T.
  pose proof (inside_free _ Ca H) as F. pose proof (may_guess _ _ _ M) as Lg.
  destruct (swift_ok A Cs g Lg) as (Ec & El & Fi).
  assert (Sm : forall t, In t (s :: X) -> (score g t < na A)%nat) by (intros t I;
    apply (small_ok A); [easy|now apply inside_in with (s :: X)]).
  assert (F1 : finals G g (s :: X) <= 1).
  { apply single_finals; [|easy]. intros t u It Iu.
    apply (finals_unique G g _ Fi); apply in_seq; split; try lia; now apply inside_in with (s :: X).
    }
  pose proof (crowds_ok G (na A) (s :: X) g F Sm Lg R 0 T) as B. rewrite Ln, Cr in B.
  cbn [fst snd] in B.
  assert (Rg : (0 * width <= g < (0 + groups) * width)%nat).
  { split; [lia|]. unfold groups. pose proof (Nat.div_mod (guesses G) width ltac:(easy)).
    pose proof (Nat.mod_upper_bound (guesses G) width ltac:(easy)).
    cbn [Nat.add]. rewrite Nat.mul_succ_l. lia. }
  specialize (B Rg). destruct (seen G (s :: X) g) eqn:Sn.
  - destruct B as (b & -> & B). exists (Kind 1 1 b (cost G 0) (low A)).
    split; [apply in_or_app; right; now left|].
    apply free_fits; cbn; auto; lia.
  - apply seen_finals in Sn. destruct (counted G g (s :: X) m q F M U L B) as [P|(O & _ & P)];
      [lia|]. rewrite O.
    apply N.leb_le in P. rewrite P. exists (Kind 0 0 m (cost G 0) (low A)). split; [now left|].
    apply free_fits; cbn; auto; lia.
Qed.

(** Without a look at all guesses: those that may end the game,
  and that all others tell all secrets apart at best *)
Record winners := Winners { winning : nat -> list nat;
  all_win : forall g s, (g < guesses G)%nat -> (s < ns A)%nat -> final G (score g s) = true ->
    In g (winning s) }.
Definition all_winning w := upto (guesses G) (fun g => upto (ns A) (fun s =>
  if final G (score g s) then existsb (Nat.eqb g) (w s) else true)).
Lemma all_winning_ok w : all_winning w = true ->
  forall g s, (g < guesses G)%nat -> (s < ns A)%nat -> final G (score g s) = true -> In g (w s).
Proof.
  intros H g s Lg Ls F. pose proof (upto_ok _ _ H g Lg) as Hg.
  pose proof (upto_ok _ _ Hg s Ls) as E. cbn beta in E. rewrite F in E.
  apply existsb_exists in E. destruct E as (h & I & E). apply Nat.eqb_eq in E. now subst.
Qed.
Definition check_winners w : option winners := match bool_dec (all_winning w) true with
  | left H => Some (Winners w (all_winning_ok w H))
  | right _ => None
  end.
Definition few_kinds W X := Kind 0 0 (size X) (cost G 0) (low A) :: map (fun g =>
  quick G (na A) g X) (flat_map (winning W) X).
Lemma few_kinds_ok W X q : aimless A = true -> swift A = true -> inside X ->
  covers G (few_kinds W X) X q.
Proof.
  intros Ca Cs H g M U L. pose proof (inside_free X Ca H) as F.
  pose proof (may_guess _ _ _ M) as Lg. destruct (swift_ok A Cs g Lg) as (Ec & El & _).
  destruct (N.eq_dec (finals G g X) 0) as [Z|Z].
  - eexists. split; [now left|]. apply free_fits; cbn; auto; try lia. apply blocks_size.
  - destruct (finals_some G g X Z) as (s & I & E). exists (quick G (na A) g X).
    split; [|now apply quick_fits]. right.
    apply in_map_iff. exists g. split; [easy|]. apply in_flat_map. exists s. split; [easy|].
    apply (all_win W); auto. now apply inside_in with X.
Qed.

Definition weaker J K := kover K <= kover J /\ kended K <= kended J /\ kblocks K <= kblocks J /\
  kcost J <= kcost K /\ klong J <= klong K.
Lemma weaker_fits g X J K : weaker J K -> fits G g X K -> fits G g X J.
Proof. unfold weaker, fits. intros (A1 & A2 & A3 & A4 & A5) (B1 & B2 & B3 & B4).
repeat split; try lia; destruct (B4 Y); auto; lia. Qed.
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
Definition stated Ks g X := exists K, In K Ks /\ fits G g X K.
Lemma merge_stated g K Ks X : stated Ks g X -> stated (merge K Ks) g X.
Proof. intros (J & I & F). destruct (merge_old K Ks J I) as (J' & ? & W). exists J'.
split; [easy|now apply weaker_fits with J]. Qed.
Lemma gather_old X q n : forall Ks g, stated Ks g X -> stated (gather X q n Ks) g X.
Proof. induction n; intros Ks g H; cbn; [easy|]. apply IHn.
destruct (shape_of n X q); [now apply merge_stated|easy]. Qed.
Lemma gather_ok X q n : forall Ks g K, (g < n)%nat -> shape_of g X q = Some K -> fits G g X K ->
  stated (gather X q n Ks) g X.
Proof.
  induction n; intros Ks g K L C F; [lia|]. cbn.
  destruct (Nat.eq_dec g n) as [->|]; [|apply IHn with K; auto; lia].
  apply gather_old. rewrite C. destruct (merge_new K Ks) as (J & ? & W). exists J. split; [easy|].
  now apply weaker_fits with K.
Qed.
Lemma kinds_ok X q : inside X -> covers G (kinds X q) X q.
Proof.
  intros H. unfold kinds. destruct (swift_kinds X) as [Ks|] eqn:E; [now apply swift_kinds_ok|].
  intros g M U L.
  destruct (shape_of_ok g X q H M U L) as (K & S & F). apply gather_ok with K; auto.
  now apply may_guess in M.
Qed.

(** The most scores of a guess: the letters of codes. 0 if there are no codes. *)
Fixpoint most_letters X q n most := match n with
  | O => Some most
  | S g => if counts g X q then match letters G g X with Some l =>
    most_letters X q g (max l most) | None => None end
      else most_letters X q g most
  end.
Definition alphabet X q := if aimless A then 0%nat else match most_letters X q (guesses G) 0 with
  Some l => l | None => 0%nat end.
Lemma most_letters_ok X q n : forall most l, most_letters X q n most = Some l -> (most <= l)%nat /\
  forall g, (g < n)%nat -> counts g X q = true -> exists m, letters G g X = Some m /\ (m <= l)%nat.
Proof.
  induction n as [|n IH]; intros most l H; cbn [most_letters] in H; [injection H as <-; split;
    [lia|intros; lia]|].
  destruct (counts n X q) eqn:C.
  - destruct (letters G n X) as [m|] eqn:E; [|easy]. apply IH in H. destruct H as [L H].
    split; [lia|]. intros g Lg Cg.
    destruct (Nat.eq_dec g n) as [->|]; [exists m; split; [easy|lia]|apply H; [lia|easy]].
  - apply IH in H. destruct H as [L H]. split; [lia|]. intros g Lg Cg.
    destruct (Nat.eq_dec g n) as [->|]; [congruence|apply H; [lia|easy]].
Qed.
Lemma alphabet_ok X q : (2 <= alphabet X q)%nat -> spells G (alphabet X q) X q.
Proof.
  unfold alphabet. destruct (aimless A); [lia|].
  destruct (most_letters X q (guesses G) 0) as [l|] eqn:E; [|lia]. intros _ Y g S Kn M U L.
  destruct (most_letters_ok _ _ _ _ _ E) as [_ H].
  destruct (H g) as (m & Em & Lm); [now apply may_guess in M| |].
  - unfold counts. rewrite (may_sub G g _ _ S M), (useful_sub G g _ _ S Kn U). now apply N.leb_le.
  - destruct (letters_sub G g Y X m S Em). split; [lia|easy].
Qed.

(** A set after some guesses, with the most that guesses do to its subsets *)
Record view := View { vset : list nat; vmade : nat; vended : N; vblocks : N; vcost : N; vlong : N;
  vlines : list (N * N); vletters : nat }.

Definition least_price d := let ps := skipn (min d (pred (length (prices G)))) (prices G) in
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
Lemma least_price_ok d d' : (d <= d')%nat -> least_price d <= price d'.
Proof.
  intros L. unfold least_price, Prices.price. set (e := pred (length (prices G))).
  rewrite (nth_skip _ (min d e) (min d' e)) by lia.
  pose proof (skipn_length (min d e) (prices G)) as Q.
  destruct (skipn (min d e) (prices G)) as [|p ps]; [lia|]. apply fold_min. apply nth_In.
  unfold e in *. cbn [length] in *. lia.
Qed.

Definition lightest X := match X with [] => 0 | t :: X => fold_right (fun s b =>
  N.min (weight s) b) (weight t) X end.
Lemma lightest_ok X s : In s X -> lightest X <= weight s.
Proof.
  destruct X as [|t X]; cbn; [easy|]. intros H.
  induction X as [|u X IH]; cbn; [destruct H as [->|[]]; lia|].
  destruct H as [->|[->|H]]; [specialize (IH (or_introl eq_refl))|..|specialize (IH (or_intror H))];
    lia.
Qed.

(** Lines are used only if they hold. *)
Definition look_at X d q Ks L (codes : bool) := View X d (most kended Ks) (most kblocks Ks) (fewest
  kcost Ks) (N.max (low A) (fewest klong Ks))
  (match L with [] => [] | _ => if hold L (lightest X) (least_price (S d)) (length X) Ks then L else
    [] end)
  (if codes then alphabet X q else 0%nat).

Record sees V X d q : Prop := {
  s_set : vset V = X; s_made : vmade V = d; s_in : inside X;
  s_reach : reach G (vended V) (vblocks V) (vcost V) (vlong V) X q; s_long : 1 <= vlong V;
  s_lines : forall T k q' Y d', good k q' Y T -> q' <= q -> sub Y X -> (length Y < length X)%nat ->
    (S d <= d')%nat ->
    highest (vlines V) (size Y) 1 <= total d' Y T;
  s_letters : (2 <= vletters V)%nat -> spells G (vletters V) X q }.

Lemma look_at_ok X d q Ks L codes : inside X -> covers G Ks X q ->
  sees (look_at X d q Ks L codes) X d q.
Proof.
  intros H C. unfold look_at. split; cbn [vset vmade vended vblocks vcost vlong vlines vletters];
    auto.
  - apply covers_reach; [apply (long_ok A)|easy].
  - pose proof (low_pos A). lia.
  - intros S k q' Y d' Gd Lq Y_X Ln D. destruct L as [|l L]; [cbn; lia|].
    destruct (hold _ _ _ _ _) eqn:E; [|cbn; lia].
    eapply lines_ok; eauto; [apply lightest_ok|intros; now apply least_price_ok].
  - destruct codes; [apply alphabet_ok|lia].
Qed.

(** The guesses left *)
Definition guesses_left V k q := min k (N.to_nat (q / vlong V)).

Definition raised m (v : option N) := option_map (N.max m) v.
Lemma raised_ok m v x : m <= x -> ole v x -> ole (raised m v) x.
Proof. destruct v; cbn; lia. Qed.

(** The short cut: a guess by its kind *)
Definition by_kind V light w n k q K :=
  oadd (w * (price (vmade V) + kcost K)) (raised (highest (vlines V) (n - kover K) (kblocks K))
    (later G light (vcost V) (vended V) (vblocks V) n (S (vmade V)) (kover K) (kblocks K)
      (guesses_left V (pred k) (q - klong K)) 0)).

(** Codes: no strategy has more words than scores allow, and none is shorter than Huffman's. *)
Fixpoint enough n D k w := if n <=? w then true else match k with O => false | S k =>
  enough n D k (w * N.of_nat D) end.
Definition by_codes V k q Y := if (vletters V <=? 1)%nat then Some 0 else
  let cs := classes G Y in
  if enough (size cs) (vletters V) (guesses_left V k q) 1 then
    Some ((least_price (S (vmade V)) + vcost V) * huffman (vletters V) (map (fun p =>
      sum weight (snd p)) cs))
  else None.
Lemma enough_ok n D k : (2 <= D)%nat -> forall w, 1 <= w -> n <= w * N.of_nat D ^ N.of_nat k ->
  enough n D k w = true.
Proof.
  intros D2. induction k as [|k IH]; intros w W H; cbn [enough]; destruct (N.leb_spec n w); auto.
  - change (N.of_nat 0) with 0 in H. rewrite N.pow_0_r in H. lia.
  - apply IH; [nia|]. rewrite Nat2N.inj_succ, N.pow_succ_r' in H. lia.
Qed.

(** A block by its size and weights *)
Definition by_size V k q Y :=
  raised (highest (vlines V) (size Y) 1)
    (omax (later G (lighter Y) (vcost V) (vended V) (vblocks V) (size Y) (S (vmade V)) 0 1
      (guesses_left V k q) 0) (by_codes V k q Y)).

Lemma by_kind_ok V X d k q K g next : sees V X d q -> fits G g X K -> good k q X (Ask g next) ->
  ole (by_kind V (lighter X) (sum weight X) (size X) k q K) (total d X (Ask g next)).
Proof.
  intros [<- <- In_ R Lg Ln _] (Ov & Co & Lo & Sub) Gd. set (X := vset V) in *.
  pose proof (good_first _ _ _ _ _ _ Gd) as (M & U & L). pose proof (good_known _ _ _ _ _ Gd) as Kn.
  destruct (Sub X (sub_refl X) Kn) as (_ & Bl). unfold by_kind.
  assert (Q : ole (oadd (sum weight X * (price (vmade V) + kcost K)) (later G (lighter X) (vcost V)
    (vended V) (vblocks V) (size X)
      (S (vmade V)) (kover K) (kblocks K) (guesses_left V (pred k) (q - klong K)) 0)) (total (vmade
        V) X (Ask g next))).
  { eapply guess_ok; eauto; [now apply lighter_ok|]. intros s I.
    etransitivity; [eapply (turns_left G _ _ _ _ X); eauto|]. unfold guesses_left.
    apply le_n_S. apply Nat.min_le_compat_l.
    assert ((q - long g) / vlong V <= (q - klong K) / vlong V) by (apply N.div_le_mono; lia). lia. }
  assert (P : sum weight X * (price (vmade V) + kcost K) + highest (vlines V) (size X - kover K)
    (kblocks K) <= total (vmade V) X (Ask g next)).
  { rewrite (total_ask _ _ _ _ _ _ _ Gd). apply N.add_le_mono; [apply N.mul_le_mono_l; lia|].
    apply (highest_sum G (vlines V) g X _ _ (fun p => total (S (vmade V)) (snd p) (next (fst p))));
      auto.
    intros a Z I O. cbn [fst snd]. apply (Ln (next a) (pred k) (q - long g)); [eapply good_block;
      eauto|lia|eapply block_sub; eauto; apply sub_refl| |lia].
    apply split_part in I. subst. now apply useful_smaller. }
  destruct (later _ _ _ _ _ _ _ _ _ _ _); cbn in *; [lia|easy].
Qed.

Lemma by_size_ok V X d k q q0 Y : sees V X d q0 -> q <= q0 -> sub Y X ->
  (length Y < length X)%nat -> claim Y (S d) k q (by_size V k q Y).
Proof.
  intros [<- <- In_ R Lg Ln Sp] L Y_X Lt S Gd. unfold by_size. apply raised_ok; [eapply Ln; eauto|].
  assert (Iy : inside Y) by (unfold Symmetry.inside in *; rewrite Forall_forall in *; intros s I;
    apply In_; now apply (sub_in _ _ _ Y_X)).
  assert (Gl : good (guesses_left V k q) q Y S) by (unfold guesses_left; eapply good_left; eauto).
  apply omax_ok; [eapply block_ok; eauto; now apply lighter_ok|]. unfold by_codes.
  destruct (Nat.leb_spec (vletters V) 1) as [_|D2]; [cbn; lia|].
  pose proof (codes_ok G (vletters V) D2 _ _ _ _ _ _ _ _ _ S (Datatypes.S (vmade V)) (least_price
    (Datatypes.S (vmade V))) R (Sp D2) Gl L Y_X) as [Cn Ls].
  { intros. now apply least_price_ok. }
  cbn zeta. rewrite enough_ok; [exact Ls|easy|lia|]. now rewrite N.mul_1_l.
Qed.

(** Facts *)
Record fact := Fact { fset : list nat; fmade : nat; fsteps : nat; fmoney : N; fleast : option N;
  fin : inside fset; ftrue : claim fset fmade fsteps fmoney fleast }.

Definition level d := min d (pred (length (prices G))).
Lemma paid_level p : forall d d', level d = level d' -> paid G d p = paid G d' p.
Proof.
  induction p as [|g p IH]; intros d d' E; cbn; [easy|].
  f_equal; [|apply IH; unfold level in *; lia].
  unfold Prices.price. unfold level in E. now rewrite E.
Qed.
Lemma claim_level X d d' k q v : level d = level d' -> claim X d k q v -> claim X d' k q v.
Proof.
  intros E C S Gd. specialize (C S Gd). eapply ole_weak; [exact C|]. apply sum_le. intros s _.
  unfold of_path.
  destruct (path G X S s); [|lia]. now rewrite (paid_level _ _ _ E).
Qed.

Definition limit n k q := limits (low A) (high A) n k q.
Definition use f Y d k q := let (k, q) := limit (length Y) k q in
  if (k =? 0)%nat then None else match f with
  | None => Some 0
  | Some f => if ((level (fmade f) =? level d)%nat && (k <=? fsteps f)%nat && (q <=? fmoney f)) &&
    same (fset f) Y then fleast f else Some 0
  end.
Lemma claim_zero X d k q : claim X d k q (Some 0).
Proof. intros S _. cbn. lia. Qed.
Lemma claim_limit X d k q v : (let (k', q') := limit (length X) k q in claim X d k' q' v) ->
  claim X d k q v.
Proof.
  intros H S Gd. pose proof (good_limits G (low A) (high A) (low_pos A) (long_ok A) _ _ _ _ Gd) as
    Q. unfold limit in H.
  destruct (limits _ _ _ _ _). now apply H.
Qed.
Lemma use_ok f Y d k q : claim Y d k q (use f Y d k q).
Proof.
  apply claim_limit. unfold use. destruct (limit (length Y) k q) as [k' q']. cbn [fst].
  destruct k' as [|k']; [intros [|? ?] Gd; cbn in Gd; tauto|].
  destruct f as [f|]; [|apply claim_zero]. cbn [Nat.eqb].
  destruct (_ && _) eqn:E; [|apply claim_zero]. rewrite !andb_true_iff in E.
  destruct E as [[[E1 E2] E3] E4].
  apply Nat.eqb_eq in E1. apply Nat.leb_le in E2. apply N.leb_le in E3. apply same_ok in E4. subst.
  apply (claim_level _ _ _ _ _ _ E1). intros S Gd. apply (ftrue f).
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

Definition going g X := filter (fun p => negb (over (fst p) (snd p))) (split (score g) X).
Definition by_blocks V X k q g need :=
  let d := S (vmade V) in let k := pred k in let q := q - long g in
  let now := sum weight X * (price (vmade V) + cost G g) in
  let l := fold_right (fun p l => place (p, by_size V k q (snd p)) l) [] (going g X) in
  let have := oadd now (osum l) in
  if reaches need have then have else
  let l := raise (fun Y => use (find false Y d k q) Y d k q) need have l in
  let have := oadd now (osum l) in
  if reaches need have then have else
  oadd now (osum (raise (fun Y => use (find true Y d k q) Y d k q) need have (rev l))).

Definition valid d k q (x : block * option N) := claim (snd (fst x)) d k q (snd x).
Lemma place_valid (P : block * option N -> Prop) x l : P x -> Forall P l -> Forall P (place x l).
Proof. intros Hx. induction 1; cbn; [auto|]. destruct (_ <=? _)%nat; auto. Qed.
Lemma place_perm x l : Permutation (map fst (place x l)) (fst x :: map fst l).
Proof.
  induction l as [|y l IH]; cbn [place map]; [easy|]. destruct (_ <=? _)%nat; cbn [map]; [easy|].
  eapply perm_trans; [apply perm_skip, IH|apply perm_swap].
Qed.
Lemma raise_valid f need d k q l : forall have, (forall p, In p (map fst l) ->
  claim (snd p) d k q (f (snd p))) ->
  Forall (valid d k q) l -> Forall (valid d k q) (raise f need have l).
Proof.
  induction l as [|[p b] l IH]; intros have H F; cbn; [easy|]. destruct (reaches _ _); [easy|].
  inversion F; subst.
  constructor; [|apply IH; auto; intros; apply H; now right].
  intros S Gd. cbn. apply omax_ok; [now apply H2|]. apply H; [now left|easy].
Qed.
Lemma raise_blocks f need l : forall have, map fst (raise f need have l) = map fst l.
Proof. induction l as [|[p b] l IH]; intros have; cbn; [easy|]. destruct (reaches _ _); [easy|].
cbn. f_equal. apply IH. Qed.
Lemma osum_ok d k q next l : Forall (valid d k q) l -> (forall p, In p (map fst l) ->
  good k q (snd p) (next (fst p))) ->
  ole (osum l) (sum (fun p => total d (snd p) (next (fst p))) (map fst l)).
Proof.
  induction 1 as [|[p b] l V F IH]; intros H; cbn [osum fold_right map fst]; sums; [cbn; lia|].
  apply oplus_ok; [apply V; apply (H p); now left|]. apply IH. intros. apply H. now right.
Qed.

Lemma by_blocks_ok V X d k q g need next : sees V X d q -> good k q X (Ask g next) ->
  ole (by_blocks V X k q g need) (total d X (Ask g next)).
Proof.
  intros Sv Gd. pose proof Sv as [_ <- _ _ _ _ _]. set (d := vmade V) in *.
  rewrite (total_ask _ _ _ _ _ _ _ Gd). unfold by_blocks. fold d.
  assert (E : sum (fun p => if over (fst p) (snd p) then 0 else total (S d) (snd p) (next (fst p)))
    (split (score g) X) =
              sum (fun p => total (S d) (snd p) (next (fst p))) (going g X)).
  { unfold going. rewrite sum_filter. apply sum_ext. intros p _. now destruct (over _ _). }
  rewrite E. clear E. set (k' := pred k). set (q' := q - long g).
  set (l0 := fold_right _ [] (going g X)).
  assert (Gb : forall p, In p (going g X) -> good k' q' (snd p) (next (fst p)) /\ sub (snd p) X /\
    (length (snd p) < length X)%nat).
  { intros [a Z] I. apply filter_In in I. cbn [fst snd] in *. destruct I as [I O].
    rewrite negb_true_iff in O. split; [|split].
    - eapply good_block; eauto.
    - eapply block_sub; eauto. apply sub_refl.
    - apply split_part in I. subst. apply useful_smaller; [|easy].
      apply (good_first _ _ _ _ _ _ Gd). }
  assert (P0 : Permutation (map fst l0) (going g X)).
  { unfold l0. clear. induction (going g X) as [|p l IH]; cbn [fold_right]; [easy|].
    eapply perm_trans; [apply place_perm|]. now apply perm_skip. }
  assert (V0 : Forall (valid (S d) k' q') l0).
  { unfold l0. clear - Gb Sv. induction (going g X) as [|p l IH]; cbn [fold_right]; [constructor|].
    apply place_valid.
    - destruct (Gb p (or_introl eq_refl)) as (_ & Y_X & Ln). unfold valid. cbn [fst snd].
      apply (by_size_ok V X d k' q' q); auto. unfold q'. lia.
    - apply IH. intros r I. apply Gb. now right. }
  assert (Done : forall l, Permutation (map fst l) (going g X) -> Forall (valid (S d) k' q') l ->
    ole (oadd (sum weight X * (price d + cost G g)) (osum l)) (sum weight X * (price d + cost G g) +
      sum (fun p => total (S d) (snd p) (next (fst p))) (going g X))).
  { intros l P F. apply ole_add. rewrite <- (sum_perm _ _ _ P).
    apply (osum_ok (S d) k' q'); [easy|].
    intros p I. apply Gb. now apply (Permutation_in _ P). }
  destruct (reaches _ _); [now apply Done|].
  set (l1 := raise _ _ _ l0). assert (P1 : Permutation (map fst l1) (going g X)) by (unfold l1;
    now rewrite raise_blocks).
  assert (V1 : Forall (valid (S d) k' q') l1) by (apply raise_valid; [intros; apply use_ok|easy]).
  destruct (reaches _ _); [now apply Done|]. apply Done.
  - rewrite raise_blocks, map_rev. eapply perm_trans;
      [apply Permutation_sym, Permutation_rev|exact P1].
  - apply raise_valid; [intros; apply use_ok|now apply Forall_rev].
Qed.
End Rules.
