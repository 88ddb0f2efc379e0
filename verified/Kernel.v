(** The lines of a certificate: symmetries, lemmas, images, and the claim at the end. *)
From Coq Require Import List Arith NArith Bool Lia Permutation Mergesort Orders.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Rules.
Import ListNotations.
Open Scope N_scope.

Module Order <: TotalLeBool.
  Definition t := nat.
  Definition leb := Nat.leb.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof. intros x y. unfold leb. rewrite !Nat.leb_le. lia. Qed.
End Order.
Module Import Sorted := Sort Order.

Section Kernel.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation may := (may asked).
Notation total := (total asked). Notation weight := (weight asked).
Notation score := (score asked). Notation long := (long asked). Notation good := (good asked).
Notation useful := (useful asked).
Notation claim := (claim asked).
Variable A : arena asked.
Notation inside := (inside (ns asked A)).
Notation symmetry := (symmetry asked (ns asked A) (na asked A)).

Definition within_game possible := forallb (fun secret => secret <? ns asked A)%nat possible.
Lemma within_game_ok possible : within_game possible = true -> inside possible.
Proof. unfold within_game, Symmetry.inside. rewrite forallb_forall, Forall_forall.
intros Each secret Member.
now apply Nat.ltb_lt, Each. Qed.

(** A product of symmetries *)
Definition back_by (by_ : list symmetry) guess := fold_right (fun Y guess => back asked _ _ Y guess)
  guess by_.
Definition onto_by (by_ : list symmetry) secret := fold_left (fun secret Y => onto asked _ _ Y
  secret) by_ secret.
Definition name_by (by_ : list symmetry) a := fold_left (fun a Y => name asked _ _ Y a) by_ a.
Lemma by_ok by_ guess : (guess < guesses asked)%nat -> forall secret, (secret < ns asked A)%nat ->
  (back_by by_ guess < guesses asked)%nat /\
  score guess (onto_by by_ secret) = name_by by_ (score (back_by by_ guess) secret).
Proof.
  intros Lg. unfold back_by, onto_by, name_by. induction by_ as [|mirror by_ IH]; intros secret Ls;
    [easy|].
  cbn [fold_left fold_right]. destruct (onto_ok asked _ _ mirror secret Ls) as (Lt & _).
  destruct (IH _ Lt) as [Lb ->]. destruct (back_ok asked _ _ mirror _ Lb) as (Lc & _).
  split; [easy|]. now rewrite (score_ok asked _ _ mirror) by easy.
Qed.

(** Symmetries, checked with every pair of a guess and a secret, or as products of others *)
Section Candidate.
Variables back onto name unname aim unaim : nat -> nat.
Variable product : option (list symmetry).
Definition backs := upto (guesses asked) (fun guess => (back guess <? guesses asked)%nat &&
  (cost asked (back guess) =? cost asked guess) && (long (back guess) =? long guess)).
Definition pairs := upto (guesses asked) (fun guess => let h := back guess in upto (ns asked A) (fun
  secret =>
  (score guess (onto secret) =? name (score h secret))%nat)).
Definition multiplied by_ := upto (guesses asked) (fun guess => back guess =? back_by by_ guess)%nat
  &&
  upto (ns asked A) (fun secret => onto secret =? onto_by by_ secret)%nat &&
  upto (na asked A) (fun a => name a =? name_by by_ a)%nat.
Definition kept := match product with None => pairs | Some by_ => multiplied by_ end.
Definition ontos := upto (ns asked A) (fun secret => let t := onto secret in (t <? ns asked A)%nat
  &&
  (weight t =? weight secret)
  && eqb (goal asked t =? 0)%nat (goal asked secret =? 0)%nat && (aim (goal asked secret) =? goal
    asked t)%nat &&
    (unaim (goal asked t) =? goal asked secret)%nat).
Definition names := upto (na asked A) (fun a => (unname (name a) =? a)%nat &&
  eqb (final asked (name a)) (final asked a)).

Lemma backs_ok : backs = true -> forall guess, (guess < guesses asked)%nat -> (back guess < guesses
  asked)%nat /\
  cost asked (back guess) = cost asked guess /\ long (back guess) = long guess.
Proof. intros Backs guess Below. apply (upto_ok _ _ Backs) in Below. rewrite !andb_true_iff,
  Nat.ltb_lt, !N.eqb_eq
  in Below.
tauto. Qed.
Lemma pairs_ok : pairs = true -> forall guess secret, (guess < guesses asked)%nat -> (secret < ns
  asked A)%nat ->
  score guess (onto secret) = name (score (back guess) secret).
Proof. intros Pairs guess secret Below Ls. pose proof (upto_ok _ _ Pairs guess Below) as Hg. cbn
  beta zeta in Hg.
apply Nat.eqb_eq. exact (upto_ok _ _ Hg secret Ls). Qed.
Lemma kept_ok : kept = true -> forall guess secret, (guess < guesses asked)%nat -> (secret < ns
  asked A)%nat ->
  score guess (onto secret) = name (score (back guess) secret).
Proof.
  unfold kept. destruct product as [by_|]; [|apply pairs_ok].
  unfold multiplied. rewrite !andb_true_iff. intros [[Every Every2] Every3] guess secret Lg Ls.
  pose proof (upto_ok _ _ Every guess Lg) as Eb. pose proof (upto_ok _ _ Every2 secret Ls) as Eo.
  apply Nat.eqb_eq in Eb, Eo. destruct (by_ok by_ guess Lg secret Ls) as [Lb Es].
  rewrite Eb, Eo, Es. symmetry. apply Nat.eqb_eq, (upto_ok _ _ Every3). now apply (small_ok asked
    A).
Qed.
Lemma ontos_raw : ontos = true -> forall secret, (secret < ns asked A)%nat -> (onto secret < ns
  asked A)%nat /\
  weight (onto secret) = weight secret /\
  ((goal asked (onto secret) = 0 <-> goal asked secret = 0)%nat) /\ aim (goal asked secret) = goal
    asked (onto secret) /\
    unaim (goal asked (onto secret)) = goal asked secret.
Proof.
  intros Ontos secret Below. apply (upto_ok _ _ Ontos) in Below. cbn zeta in Below.
  rewrite !andb_true_iff, Nat.ltb_lt, N.eqb_eq, eqb_true_iff, !Nat.eqb_eq in Below.
  destruct Below as ((((Below2 & Equal) & Goal) & Equal2) & Equal3).
  repeat split; auto; rewrite <- !Nat.eqb_eq; congruence.
Qed.
Lemma ontos_ok : ontos = true -> forall secret, (secret < ns asked A)%nat ->
  (onto secret < ns asked A)%nat /\ weight (onto secret) = weight secret /\ (goal asked (onto
    secret) = 0 <-> goal asked secret = 0)%nat.
Proof. intros Ontos secret Below. destruct (ontos_raw Ontos secret Below) as (? & ? & ? & _). auto.
  Qed.
Lemma aims_ok : ontos = true -> forall secret t, (secret < ns asked A)%nat -> (t < ns asked A)%nat
  ->
  (goal asked (onto secret) = goal asked (onto t) <-> goal asked secret = goal asked t).
Proof.
  intros Ontos secret t Ls Lt. destruct (ontos_raw Ontos secret Ls) as (_ & _ & _ & Equal & Equal2).
  destruct (ontos_raw Ontos t Lt) as (_ & _ & _ & Equal3 & Equal4).
  split; intros Equal5; congruence.
Qed.
Lemma names_ok : names = true -> forall a b, (a < na asked A)%nat -> (b < na asked A)%nat ->
  (name a = name b -> a = b) /\ final asked (name a) = final asked a.
Proof.
  intros Names a b La Lb. apply (upto_ok _ _ Names) in La. apply (upto_ok _ _ Names) in Lb.
  rewrite andb_true_iff, Nat.eqb_eq, eqb_true_iff in La, Lb. split; [|tauto]. intros Equal.
  destruct La as [<- _], Lb as [<- _]. congruence.
Qed.
Definition check_symmetry : option symmetry :=
  match bool_dec backs true, bool_dec kept true, bool_dec ontos true, bool_dec names true with
  | left Backs, left Kept, left Ontos, left Names => Some (Symmetry asked _ _ back onto name
    (backs_ok Backs) (kept_ok
    Kept)
    (ontos_ok Ontos) (aims_ok Ontos) (names_ok Names))
  | _, _, _, _ => None
  end.
End Candidate.

(** Images of a fact *)
Definition moved (by_ : list symmetry) possible := fold_left (fun possible Y => map (onto asked _ _
  Y) possible) by_ possible.
Lemma moved_ok by_ : forall possible depth rounds budget v, inside possible -> claim possible depth
  rounds budget v -> inside (moved by_ possible) /\
  claim (moved by_ possible) depth rounds budget v.
Proof.
  induction by_ as [|mirror by_ IH]; intros possible depth rounds budget v Inside Claimed; cbn;
    [easy|].
  apply IH; [now apply inside_onto|].
  apply claim_onto; auto. apply (small_ok asked A).
Qed.
Lemma moved_inside by_ : forall possible, inside possible -> inside (moved by_ possible).
Proof. induction by_ as [|mirror by_ IH]; intros possible Inside; cbn; [easy|]. now apply IH,
  inside_onto.
Qed.
Lemma inside_sort possible : inside possible -> inside (sort possible).
Proof. unfold Symmetry.inside. intros All. eapply Permutation_Forall; [apply Permuted_sort|easy].
  Qed.
Variable stated : nat -> statement.
Notation fact := (fact asked A stated).
Notation all_hold := (all_hold asked stated).
Definition image (f : fact) (by_ : list symmetry) : fact :=
  let M := moved_ok by_ _ _ _ _ _ (fin asked A stated f) in
  Fact asked A stated (fline asked A stated f) (sort (moved by_ (fset asked A stated f))) (fmade
    asked A stated f)
    (fsteps asked A stated f) (fmoney asked A stated f) (fleast asked A stated f)
    (inside_sort _ (moved_inside by_ _ (fin asked A stated f)))
    (fun Hold => claim_perm asked _ _ _ _ _ _ (Permuted_sort _) (proj2 (M (ftrue asked A stated f
      Hold)))).

(** What the statement of a line says, which is to be proven by another process *)
Definition suppose line : option fact := let secret := stated line in
  match bool_dec (within_game (sset secret)) true with
  | left Known => Some (Fact asked A stated (S line) (sset secret) (smade secret) (ssteps secret)
    (smoney secret) (sleast secret)
      (within_game_ok _ Known) (fun Hold => Hold line (le_n (S line))))
  | right _ => None
  end.

(** The one-step bound of a set *)
Variable threshold : list nat -> N -> N.  (* a hint *)
Variable planes : nat -> option (plane asked A).  (* a hint *)
Notation lighter := (lighter asked A threshold).
Definition omin (a b : option N) := match a, b with None, v | v, None => v | Some a, Some b =>
  Some (N.min a b) end.
Lemma omin_left a b x : ole a x -> ole (omin a b) x.
Proof. destruct a, b; cbn [ole omin]; try easy; lia. Qed.
Lemma omin_right a b x : ole b x -> ole (omin a b) x.
Proof. destruct a, b; cbn [ole omin]; try easy; lia. Qed.
Definition least_kind V possible rounds budget Ks :=
  let light := lighter possible in let w := sum weight possible in let n := size possible in
  fold_right (fun K v => omin (by_kind asked V light w n rounds budget K) v) None Ks.
Lemma least_kind_ok sight possible depth rounds budget Ks guess next : sees asked A sight possible
  depth
  budget -> covers asked Ks possible budget ->
  good rounds budget possible (Ask guess next) ->
  ole (least_kind sight possible rounds budget Ks) (total depth possible (Ask guess next)).
Proof.
  intros Sv Covers Gd. destruct (good_first _ _ _ _ _ _ Gd) as (May & Useful & Affordable).
  destruct (Covers guess May Useful Affordable) as (form & Member & Fits).
  pose proof (by_kind_ok asked A threshold sight possible depth rounds budget form guess next Sv
    Fits Gd) as
    Bounded. unfold least_kind.
  cbn zeta. clear - Member Bounded.
  induction Ks as [|form2 Ks IH]; [easy|]. cbn [fold_right].
  destruct Member as [->|Member]; [now apply omin_left|apply omin_right; auto].
Qed.

Definition fewer (see : list nat -> N -> list kind) possible depth rounds budget : option N := let
  (rounds, budget) :=
  limit asked A (length possible) rounds budget in
  match rounds with O => None | _ => let Ks := see possible budget in least_kind (look_at asked A
    possible depth budget Ks [] false) possible rounds
    budget Ks end.
Lemma fewer_ok see possible depth rounds budget : (forall budget, covers asked (see possible budget)
  possible budget) -> inside possible ->
  claim possible depth rounds budget (fewer see possible depth rounds budget).
Proof.
  intros Each Inside. unfold fewer. apply claim_limit with A. destruct (limit _ _ _ _ _) as [rounds'
    budget'].
  intros plan Gd.
  destruct plan as [|guess next], rounds'; try (cbn in Gd; tauto). apply least_kind_ok; auto.
  apply look_at_ok; auto.
Qed.
Definition glance possible depth rounds budget : option fact := match bool_dec (within_game
  possible) true with
  | left Known => let Inside := within_game_ok possible Known in
      Some (Fact asked A stated 0 possible depth rounds budget (fewer (kinds asked A planes)
        possible depth rounds budget) Inside (fun _ =>
        fewer_ok _ possible depth rounds budget (fun budget => kinds_ok asked A planes possible
          budget Inside) Inside))
  | right _ => None
  end.
Definition peek (winners : winners asked A) possible depth rounds budget : option fact :=
  match bool_dec (within_game possible) true, bool_dec (aimless asked A) true, bool_dec (swift asked
    A) true with
  | left Known, left Aimless, left Swift => let Inside := within_game_ok possible Known in
      let see possible (_ : N) := few_kinds asked A winners possible in
      Some (Fact asked A stated 0 possible depth rounds budget (fewer see possible depth rounds
        budget) Inside (fun _ =>
        fewer_ok see possible depth rounds budget (fun budget => few_kinds_ok asked A winners
          possible budget Aimless Swift Inside) Inside))
  | _, _, _ => None
  end.

(** Lemmas *)
Variable now : nat.
Inductive way := Look | Like (h : nat) | By (i : nat).
Variable find : bool -> list nat -> nat -> nat -> N -> option fact.
 (* a hint: a known fact, or also a glance *)
Definition looked V light w n possible rounds budget need guess :=
  match shape_of asked A guess possible budget with
  | Some K => if reaches need (by_kind asked V light w n rounds budget K) then true
      else reaches need (by_blocks asked A threshold stated now find V possible rounds budget
        guess need)
  | None => true
  end.

Definition bounded possible depth rounds budget need guess := forall next, good rounds budget
  possible (Ask guess next) ->
  ole need (total depth possible (Ask guess next)).

Lemma looked_ok sight possible depth rounds budget need guess : inside possible -> all_hold now ->
  sees asked A sight possible depth budget ->
  looked sight (lighter possible) (sum weight possible) (size possible) possible rounds budget need
    guess = true ->
  bounded possible depth rounds budget need guess.
Proof.
  intros Inside Hold Sv Looked next Gd. destruct (good_first _ _ _ _ _ _ Gd) as (May & Useful & Ll).
  unfold looked in Looked.
  destruct (shape_of_ok asked A guess possible budget Inside May Useful Ll) as (form & Sk & Fk).
  rewrite Sk in Looked. destruct (reaches need (by_kind _ _ _ _ _ _ _ _)) eqn:Reaches.
  - apply (reaches_ok _ _ _ Reaches). now apply (by_kind_ok asked A).
  - apply (reaches_ok _ _ _ Looked). now apply by_blocks_ok.
Qed.

(** A lemma for some of the first guesses: other processes prove it for the others. *)
Definition bounded_at (secret : statement) guess :=
  let (rounds, budget) := limit asked A (length (sset secret)) (ssteps secret) (smoney secret) in
  bounded (sset secret) (smade secret) rounds budget (sleast secret) guess.
Definition share_follows (secret : statement) L many own :=
  let possible := sset secret in
  let (rounds, budget) := limit asked A (length possible) (ssteps secret) (smoney secret) in
  match rounds with O => true | _ =>
    let Ks := kinds asked A planes possible budget in
    let V := look_at asked A possible (smade secret) budget Ks L true in
    if negb (length (vlines V) =? length L)%nat then false else
    let light := lighter possible in let w := sum weight possible in let n := size possible in
    upto (guesses asked) (fun guess => if (guess mod many =? own)%nat
      then looked V light w n possible rounds budget (sleast secret) guess else true)
  end.
Lemma share_follows_ok secret L many own : inside (sset secret) ->
  share_follows secret L many own = true -> all_hold now ->
  forall guess, (guess < guesses asked)%nat -> (guess mod many)%nat = own ->
  bounded_at secret guess.
Proof.
  intros Inside Follows Hold guess Lg Mine. unfold share_follows in Follows. unfold bounded_at.
  destruct (limit _ _ _ _ _) as [[|rounds] budget]; [intros next Gd; cbn in Gd; tauto|].
  destruct (negb _); [easy|]. pose proof (upto_ok _ _ Follows guess Lg) as Looked.
  cbn beta in Looked. apply Nat.eqb_eq in Mine. rewrite Mine in Looked.
  eapply looked_ok; [easy|easy| |exact Looked]. apply look_at_ok; [easy|now apply kinds_ok].
Qed.

Record portion := Portion { pline : nat; pmany : nat; pown : nat;
  pbounds : all_hold pline -> forall guess, (guess < guesses asked)%nat ->
    (guess mod pmany)%nat = pown -> bounded_at (stated pline) guess }.
Definition portion_of L many own : option portion :=
  match bool_dec (within_game (sset (stated now))) true,
    bool_dec (share_follows (stated now) L many own) true with
  | left Known, left Follows => Some (Portion now many own
      (share_follows_ok (stated now) L many own (within_game_ok _ Known) Follows))
  | _, _ => None
  end.

(** A lemma for all guesses *)
Variable rank : nat -> nat.  (* a hint: guesses of higher rank rest on those of lower rank *)
Variable shortcut : nat -> way.  (* a hint *)

Definition equal guess h possible := forallb (fun secret => score guess secret =? score h
  secret)%nat possible.

Definition guess_holds V light w n possible rounds budget need (Ys : list symmetry) guess := match
  shortcut guess with
  | Look => looked V light w n possible rounds budget need guess
  | Like h => (rank h <? rank guess)%nat && (h <? guesses asked)%nat && (cost asked h <=? cost asked
    guess) &&
    (long h <=? long guess) && equal guess h possible
  | By i => match nth_error Ys i with Some Y => (rank (back asked _ _ Y guess) <? rank guess)%nat |
    None =>
    false end
  end.
Definition fixes possible (Y : symmetry) := same (sort (map (onto asked _ _ Y) possible)) possible.
Definition follows possible depth rounds budget need L Ys := let (rounds, budget) := limit asked A
  (length possible) rounds budget in
  match rounds with O => true | _ =>
    let Ks := kinds asked A planes possible budget in
    let V := look_at asked A possible depth budget Ks L true in
    if negb (length (vlines V) =? length L)%nat then false else
    if reaches need (least_kind V possible rounds budget Ks) then true else
    let light := lighter possible in let w := sum weight possible in let n := size possible in
    if forallb (fixes possible) Ys then upto (guesses asked) (guess_holds V light w n possible
      rounds budget need Ys) else false
  end.

Lemma equal_part guess h possible a : equal guess h possible = true -> part guess a possible = part
  h a possible.
Proof.
  unfold equal. rewrite forallb_forall. intros Each. apply filter_ext_in. intros secret Member.
  apply Each in Member.
  apply Nat.eqb_eq in Member. now rewrite Member.
Qed.
Lemma equal_ok possible depth rounds budget need guess h : equal guess h possible = true -> (h <
  guesses asked)%nat ->
  cost asked h <= cost asked guess -> long h <= long guess ->
  bounded possible depth rounds budget need h -> bounded possible depth rounds budget need guess.
Proof.
  intros Equal Lh Cost Affordable Bounded next Gd. assert (Es : forall secret, In secret possible ->
    score guess secret =
    score h secret).
  { intros secret Member. unfold equal in Equal. rewrite forallb_forall in Equal. now apply
    Nat.eqb_eq, Equal. }
  assert (Gh : good rounds budget possible (Ask h next)).
  { cbn in Gd |- *. destruct rounds; [tauto|]. destruct Gd as (Kn & May & Useful & Lg & Each).
  repeat split; auto.
    - unfold Spec.may in *. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists in *.
      destruct May as [Tested Either].
      split; [now apply Nat.ltb_lt|]. destruct Either as [?|(secret & Member & Final)];
        [auto|right].
      exists secret.
      rewrite <- (Es secret Member). auto.
    - destruct possible as [|t possible]; [easy|]. cbn [Play.useful] in *.
      rewrite <- (equal_part guess h _ _ Equal), <- (Es t) by now left. easy.
    - lia.
    - intros a. rewrite <- (equal_part guess h _ _ Equal). destruct (Each a) as [?|Ha];
      [auto|right].
      apply (good_mono _ _ _ _ _ _ _ Ha); lia. }
  eapply ole_weak; [apply (Bounded next Gh)|]. apply sum_le. intros secret Member. apply
    N.mul_le_mono_l.
  unfold of_path.
  destruct (good_first _ _ _ _ _ _ Gd) as (Mg & _).
  destruct (good_first _ _ _ _ _ _ Gh) as (Mh & _).
  rewrite !path_ask by easy. cbn zeta. rewrite <- (Es secret Member), <- (equal_part guess h _ _
    Equal).
  destruct (over _ _ _); [cbn; lia|]. destruct (path _ _ _ secret); cbn; lia.
Qed.

Lemma orbit_ok possible depth rounds budget need guess mirror : inside possible -> fixes possible
  mirror =
  true ->
  bounded possible depth rounds budget need (back asked _ _ mirror guess) -> bounded possible depth
    rounds budget need guess.
Proof.
  intros Inside Fixes Bounded next Gd. apply same_ok in Fixes. assert (Permuted : Permutation
    possible (map (onto asked _ _ mirror)
    possible)).
  { rewrite <- Fixes at 1. apply Permutation_sym, Permuted_sort. }
  pose proof (good_perm asked _ _ _ _ _ Permuted Gd) as Go. rewrite (total_perm asked _ depth _ _
    Permuted).
  rewrite <- (pull_total asked _ _ mirror (small_ok asked A) _ rounds budget possible depth Inside
    Go).
  apply Bounded.
  apply (pull_good asked _ _ mirror (small_ok asked A) _ rounds budget possible Inside Go).
Qed.

Lemma follows_ok possible depth rounds budget need L Ys : inside possible -> follows possible depth
  rounds budget need L Ys = true ->
  all_hold now -> claim possible depth rounds budget need.
Proof.
  intros Inside Follows Hold. apply claim_limit with A. unfold follows in Follows.
  destruct (limit _ _ _ _ _) as [rounds' budget'].
  destruct rounds'; [intros [|? ?] Gd; cbn in Gd; tauto|].
  set (Ks := kinds asked A planes possible budget') in *.
  set (sight := look_at asked A possible depth budget' Ks L true) in *.
  assert (Covers : covers asked Ks possible budget') by now apply kinds_ok.
  assert (Sv : sees asked A sight possible depth budget') by now apply look_at_ok.
  destruct (negb _); [easy|].
  assert (Each : forall guess, (guess < guesses asked)%nat -> bounded possible depth (S rounds')
    budget' need guess).
  2: { intros [|guess next] Gd; [cbn in Gd; tauto|]. apply Each; [|easy].
  now destruct (good_first _ _ _ _ _ _ Gd) as (May%may_guess & _). }
  destruct (reaches need (least_kind sight possible (S rounds') budget' Ks)) eqn:Reaches.
  { intros guess _ next Gd. apply (reaches_ok _ _ _ Reaches). now apply least_kind_ok. }
  destruct (forallb (fixes possible) Ys) eqn:Fx; [|easy]. rewrite forallb_forall in Fx.
  intros guess Lg. remember (rank guess) as r eqn:Er. revert guess Er Lg.
  induction r as [r IH] using lt_wf_ind.
  intros guess -> Lg.
  pose proof (upto_ok _ _ Follows guess Lg) as Hg. unfold guess_holds in Hg.
  destruct (shortcut guess) as [|h|i].
  - now apply looked_ok with sight.
  - rewrite !andb_true_iff, !Nat.ltb_lt, !N.leb_le in Hg. destruct Hg as ((((? & ?) & ?) & ?) & ?).
    apply (equal_ok _ _ _ _ _ guess h); auto. apply (IH (rank h)); auto.
  - destruct (nth_error Ys i) as [mirror|] eqn:Ey; [|easy]. apply Nat.ltb_lt in Hg.
    apply orbit_ok with mirror; auto; [apply Fx; now apply nth_error_In in Ey|].
    apply (IH (rank (back asked _ _ mirror guess))); auto. now apply (back_ok asked _ _ mirror).
Qed.

Definition lemma possible depth rounds budget need L Ys : option fact := match bool_dec (within_game
  possible) true with
  | left Known => match bool_dec (follows possible depth rounds budget need L Ys) true with
      | left Follows => Some (Fact asked A stated now possible depth rounds budget need
        (within_game_ok
        possible Known)
          (follows_ok possible depth rounds budget need L Ys (within_game_ok possible Known)
            Follows))
      | right _ => None
      end
  | right _ => None
  end.

(** Bounds of all strategies within limits *)
Variable steps : option N.
Notation possible0 := (secrets asked).

Definition most_steps := match steps with None => length possible0 | Some m =>
  min (N.to_nat m) (length possible0) end.
Definition bound m : option N :=
  let rounds := most_steps in
  let budget := match m with None => N.of_nat rounds * high asked A | Some budget => budget end in
  use asked A stated now (find false possible0 0%nat rounds budget) possible0 0 rounds budget.

Lemma allowed_ends m plan : allowed asked steps m plan -> exists rounds budget, ends asked rounds
  budget possible0 plan /\
  (rounds <= match steps with None => rounds | Some m => N.to_nat m end)%nat
  /\ budget <= match m with None => budget | Some budget => budget end.
Proof.
  intros Allowed. assert (Ends : forall others, (forall secret, In secret others -> In secret
    possible0) ->
    exists rounds
    budget, (forall secret, In secret others ->
    exists p, path asked possible0 plan secret = Some p /\ (length p <= rounds)%nat /\ sum long p <=
      budget) /\
     (rounds <= match steps with None => rounds | Some m => N.to_nat m end)%nat /\ budget <= match m
       with None =>
       budget | Some budget => budget end).
  { induction others as [|secret others IH]; intros Hz; [exists 0%nat, 0; repeat split;
    [easy|destruct steps;
      lia|destruct m; lia]|].
    destruct IH as (rounds & budget & Each & Rounds & AtMost); [intros; apply Hz; now right|].
    destruct (Allowed secret) as (p & Path & Limited & Limited2); [apply Hz; now left|].
    exists (max rounds (length p)), (N.max budget (sum long p)). repeat split.
    - intros t [->|Member]; [exists p; repeat split; auto; lia|]. destruct (Each t Member) as (r & ?
      & ? & ?).
      exists r. repeat split; auto; lia.
    - destruct steps; cbn in *; lia.
    - destruct m; cbn in *; lia. }
  destruct (Ends possible0) as (rounds & budget & ?); [easy|]. exists rounds, budget. easy.
Qed.
Lemma bound_ok m plan : all_hold now -> known possible0 = false -> allowed asked steps m plan ->
  ole (bound m) (total 0 possible0 plan).
Proof.
  intros Hold Kn Allowed. destruct (allowed_ends m plan Allowed) as (rounds & budget & Ends & Rounds
    & AtMost).
  pose proof (trim_total asked plan rounds budget 0 possible0 Ends) as AtMost2.
  apply trim_good in Ends; [|easy]. apply good_steps in Ends.
  assert (Good : good (min rounds most_steps) budget possible0 (trim asked possible0 plan)).
  { apply (good_mono _ _ _ _ _ _ _ Ends); [|lia]. unfold most_steps. destruct steps; lia. }
  apply (good_money asked (low asked A) (high asked A) (low_pos asked A) (long_ok asked A)) in Good.
  eapply ole_weak; [|exact AtMost2]. unfold bound.
  apply (use_ok asked A threshold planes stated now); [easy|].
  apply (good_mono _ _ _ _ _ _ _ Good); [lia|].
  assert (N.of_nat (min rounds most_steps) * high asked A <= N.of_nat most_steps * high asked A) by
    (apply
    N.mul_le_mono_r; lia). destruct m; lia.
Qed.

Lemma worst_path plan secret p : In secret possible0 -> path asked possible0 plan secret = Some p ->
  sum long p <= worst asked possible0 plan.
Proof.
  intros Member Path. assert (AtMost : forall f (others : list nat), In secret others -> f secret <=
    fold_right N.max 0
    (map f others)).
  { induction others as [|r others IH]; cbn [map fold_right]; [easy|]. intros [->|Member2]; [lia|].
    specialize (IH Member2). lia. }
  specialize (AtMost (fun secret => of_path asked possible0 plan secret (sum long) 0) possible0
    Member).
  cbn beta in AtMost.
  unfold of_path in AtMost at 1. now rewrite Path in AtMost.
Qed.
Lemma allowed_worst m plan w : allowed asked steps m plan -> worst asked possible0 plan <= w ->
  allowed asked steps (Some w) plan.
Proof. intros Allowed AtMost secret Member. destruct (Allowed secret Member) as (p & Path & Limited
  & _). exists p. repeat split; auto.
cbn.
pose proof (worst_path _ _ _ Member Path). lia. Qed.
End Kernel.
