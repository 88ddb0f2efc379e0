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
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation may := (may G).
Notation total := (total G). Notation weight := (weight G).
Notation score := (score G). Notation long := (long G). Notation good := (good G).
Notation useful := (useful G).
Notation claim := (claim G).
Variable A : arena G.
Notation inside := (inside (ns G A)).
Notation symmetry := (symmetry G (ns G A) (na G A)).
Notation fact := (fact G A).

Definition within_game X := forallb (fun s => s <? ns G A)%nat X.
Lemma within_game_ok X : within_game X = true -> inside X.
Proof. unfold within_game, Symmetry.inside. rewrite forallb_forall, Forall_forall. intros H s I.
now apply Nat.ltb_lt, H. Qed.

(** A product of symmetries *)
Definition back_by (by_ : list symmetry) g := fold_right (fun Y g => back G _ _ Y g) g by_.
Definition onto_by (by_ : list symmetry) s := fold_left (fun s Y => onto G _ _ Y s) by_ s.
Definition name_by (by_ : list symmetry) a := fold_left (fun a Y => name G _ _ Y a) by_ a.
Lemma by_ok by_ g : (g < guesses G)%nat -> forall s, (s < ns G A)%nat ->
  (back_by by_ g < guesses G)%nat /\
  score g (onto_by by_ s) = name_by by_ (score (back_by by_ g) s).
Proof.
  intros Lg. unfold back_by, onto_by, name_by. induction by_ as [|Y by_ IH]; intros s Ls; [easy|].
  cbn [fold_left fold_right]. destruct (onto_ok G _ _ Y s Ls) as (Lt & _).
  destruct (IH _ Lt) as [Lb ->]. destruct (back_ok G _ _ Y _ Lb) as (Lc & _).
  split; [easy|]. now rewrite (score_ok G _ _ Y) by easy.
Qed.

(** Symmetries, checked with every pair of a guess and a secret, or as products of others *)
Section Candidate.
Variables back onto name unname aim unaim : nat -> nat.
Variable product : option (list symmetry).
Definition backs := upto (guesses G) (fun g => (back g <? guesses G)%nat &&
  (cost G (back g) =? cost G g) && (long (back g) =? long g)).
Definition pairs := upto (guesses G) (fun g => let h := back g in upto (ns G A) (fun s =>
  (score g (onto s) =? name (score h s))%nat)).
Definition multiplied by_ := upto (guesses G) (fun g => back g =? back_by by_ g)%nat &&
  upto (ns G A) (fun s => onto s =? onto_by by_ s)%nat &&
  upto (na G A) (fun a => name a =? name_by by_ a)%nat.
Definition kept := match product with None => pairs | Some by_ => multiplied by_ end.
Definition ontos := upto (ns G A) (fun s => let t := onto s in (t <? ns G A)%nat &&
  (weight t =? weight s)
  && eqb (goal G t =? 0)%nat (goal G s =? 0)%nat && (aim (goal G s) =? goal G t)%nat &&
    (unaim (goal G t) =? goal G s)%nat).
Definition names := upto (na G A) (fun a => (unname (name a) =? a)%nat &&
  eqb (final G (name a)) (final G a)).

Lemma backs_ok : backs = true -> forall g, (g < guesses G)%nat -> (back g < guesses G)%nat /\
  cost G (back g) = cost G g /\ long (back g) = long g.
Proof. intros H g L. apply (upto_ok _ _ H) in L. rewrite !andb_true_iff, Nat.ltb_lt, !N.eqb_eq in L.
tauto. Qed.
Lemma pairs_ok : pairs = true -> forall g s, (g < guesses G)%nat -> (s < ns G A)%nat ->
  score g (onto s) = name (score (back g) s).
Proof. intros H g s L Ls. pose proof (upto_ok _ _ H g L) as Hg. cbn beta zeta in Hg.
apply Nat.eqb_eq. exact (upto_ok _ _ Hg s Ls). Qed.
Lemma kept_ok : kept = true -> forall g s, (g < guesses G)%nat -> (s < ns G A)%nat ->
  score g (onto s) = name (score (back g) s).
Proof.
  unfold kept. destruct product as [by_|]; [|apply pairs_ok].
  unfold multiplied. rewrite !andb_true_iff. intros [[B O] M] g s Lg Ls.
  pose proof (upto_ok _ _ B g Lg) as Eb. pose proof (upto_ok _ _ O s Ls) as Eo.
  apply Nat.eqb_eq in Eb, Eo. destruct (by_ok by_ g Lg s Ls) as [Lb Es].
  rewrite Eb, Eo, Es. symmetry. apply Nat.eqb_eq, (upto_ok _ _ M). now apply (small_ok G A).
Qed.
Lemma ontos_raw : ontos = true -> forall s, (s < ns G A)%nat -> (onto s < ns G A)%nat /\
  weight (onto s) = weight s /\
  ((goal G (onto s) = 0 <-> goal G s = 0)%nat) /\ aim (goal G s) = goal G (onto s) /\
    unaim (goal G (onto s)) = goal G s.
Proof.
  intros H s L. apply (upto_ok _ _ H) in L. cbn zeta in L.
  rewrite !andb_true_iff, Nat.ltb_lt, N.eqb_eq, eqb_true_iff, !Nat.eqb_eq in L.
  destruct L as ((((L1 & L2) & L3) & L4) & L5).
  repeat split; auto; rewrite <- !Nat.eqb_eq; congruence.
Qed.
Lemma ontos_ok : ontos = true -> forall s, (s < ns G A)%nat ->
  (onto s < ns G A)%nat /\ weight (onto s) = weight s /\ (goal G (onto s) = 0 <-> goal G s = 0)%nat.
Proof. intros H s L. destruct (ontos_raw H s L) as (? & ? & ? & _). auto. Qed.
Lemma aims_ok : ontos = true -> forall s t, (s < ns G A)%nat -> (t < ns G A)%nat ->
  (goal G (onto s) = goal G (onto t) <-> goal G s = goal G t).
Proof.
  intros H s t Ls Lt. destruct (ontos_raw H s Ls) as (_ & _ & _ & A1 & U1).
  destruct (ontos_raw H t Lt) as (_ & _ & _ & A2 & U2).
  split; intros E; congruence.
Qed.
Lemma names_ok : names = true -> forall a b, (a < na G A)%nat -> (b < na G A)%nat ->
  (name a = name b -> a = b) /\ final G (name a) = final G a.
Proof.
  intros H a b La Lb. apply (upto_ok _ _ H) in La. apply (upto_ok _ _ H) in Lb.
  rewrite andb_true_iff, Nat.eqb_eq, eqb_true_iff in La, Lb. split; [|tauto]. intros E.
  destruct La as [<- _], Lb as [<- _]. congruence.
Qed.
Definition check_symmetry : option symmetry :=
  match bool_dec backs true, bool_dec kept true, bool_dec ontos true, bool_dec names true with
  | left B, left P, left Z, left M => Some (Symmetry G _ _ back onto name (backs_ok B) (kept_ok P)
    (ontos_ok Z) (aims_ok Z) (names_ok M))
  | _, _, _, _ => None
  end.
End Candidate.

(** Images of a fact *)
Definition moved (by_ : list symmetry) X := fold_left (fun X Y => map (onto G _ _ Y) X) by_ X.
Lemma moved_ok by_ : forall X d k q v, inside X -> claim X d k q v -> inside (moved by_ X) /\
  claim (moved by_ X) d k q v.
Proof.
  induction by_ as [|Y by_ IH]; intros X d k q v H C; cbn; [easy|].
  apply IH; [now apply inside_onto|].
  apply claim_onto; auto. apply (small_ok G A).
Qed.
Lemma inside_sort X : inside X -> inside (sort X).
Proof. unfold Symmetry.inside. intros H. eapply Permutation_Forall; [apply Permuted_sort|easy]. Qed.
Definition image (f : fact) (by_ : list symmetry) : fact :=
  let M := moved_ok by_ _ _ _ _ _ (fin G A f) (ftrue G A f) in
  Fact G A (sort (moved by_ (fset G A f))) (fmade G A f) (fsteps G A f) (fmoney G A f) (fleast G A
    f)
    (inside_sort _ (proj1 M)) (claim_perm G _ _ _ _ _ _ (Permuted_sort _) (proj2 M)).

(** The one-step bound of a set *)
Variable threshold : list nat -> N -> N.  (* a hint *)
Variable planes : nat -> option (plane G A).  (* a hint *)
Notation lighter := (lighter G A threshold).
Definition omin (a b : option N) := match a, b with None, v | v, None => v | Some a, Some b =>
  Some (N.min a b) end.
Lemma omin_left a b x : ole a x -> ole (omin a b) x.
Proof. destruct a, b; cbn [ole omin]; try easy; lia. Qed.
Lemma omin_right a b x : ole b x -> ole (omin a b) x.
Proof. destruct a, b; cbn [ole omin]; try easy; lia. Qed.
Definition least_kind V X k q Ks :=
  let light := lighter X in let w := sum weight X in let n := size X in
  fold_right (fun K v => omin (by_kind G V light w n k q K) v) None Ks.
Lemma least_kind_ok V X d k q Ks g next : sees G A V X d q -> covers G Ks X q ->
  good k q X (Ask g next) ->
  ole (least_kind V X k q Ks) (total d X (Ask g next)).
Proof.
  intros Sv C Gd. destruct (good_first _ _ _ _ _ _ Gd) as (M & U & L).
  destruct (C g M U L) as (K & I & F).
  pose proof (by_kind_ok G A threshold V X d k q K g next Sv F Gd) as B. unfold least_kind.
  cbn zeta. clear - I B.
  induction Ks as [|J Ks IH]; [easy|]. cbn [fold_right].
  destruct I as [->|I]; [now apply omin_left|apply omin_right; auto].
Qed.

Definition fewer (see : list nat -> N -> list kind) X d k q : option N := let (k, q) :=
  limit G A (length X) k q in
  match k with O => None | _ => let Ks := see X q in least_kind (look_at G A X d q Ks [] false) X k
    q Ks end.
Lemma fewer_ok see X d k q : (forall q, covers G (see X q) X q) -> inside X ->
  claim X d k q (fewer see X d k q).
Proof.
  intros C H. unfold fewer. apply claim_limit with A. destruct (limit _ _ _ _ _) as [k' q'].
  intros T Gd.
  destruct T as [|g next], k'; try (cbn in Gd; tauto). apply least_kind_ok; auto.
  apply look_at_ok; auto.
Qed.
Definition glance X d k q : option fact := match bool_dec (within_game X) true with
  | left W => let H := within_game_ok X W in
      Some (Fact G A X d k q (fewer (kinds G A planes) X d k q) H (fewer_ok _ X d k q (fun q =>
        kinds_ok G A planes X q H) H))
  | right _ => None
  end.
Definition peek (winners : winners G A) X d k q : option fact :=
  match bool_dec (within_game X) true, bool_dec (aimless G A) true, bool_dec (swift G A) true with
  | left W, left Ca, left Cs => let H := within_game_ok X W in
      let see X (_ : N) := few_kinds G A winners X in
      Some (Fact G A X d k q (fewer see X d k q) H (fewer_ok see X d k q (fun q =>
        few_kinds_ok G A winners X q Ca Cs H) H))
  | _, _, _ => None
  end.

(** Lemmas *)
Inductive way := Look | Like (h : nat) | By (i : nat).
Variable find : bool -> list nat -> nat -> nat -> N -> option fact.
 (* a hint: a known fact, or also a glance *)
Variable rank : nat -> nat.  (* a hint: guesses of higher rank rest on those of lower rank *)
Variable shortcut : nat -> way.  (* a hint *)

Definition equal g h X := forallb (fun s => score g s =? score h s)%nat X.

Definition guess_holds V light w n X k q need (Ys : list symmetry) g := match shortcut g with
  | Look => match shape_of G A g X q with
      | Some K => if reaches need (by_kind G V light w n k q K) then true
          else reaches need (by_blocks G A threshold find V X k q g need)
      | None => true
      end
  | Like h => (rank h <? rank g)%nat && (h <? guesses G)%nat && (cost G h <=? cost G g) &&
    (long h <=? long g) && equal g h X
  | By i => match nth_error Ys i with Some Y => (rank (back G _ _ Y g) <? rank g)%nat | None =>
    false end
  end.
Definition fixes X (Y : symmetry) := same (sort (map (onto G _ _ Y) X)) X.
Definition follows X d k q need L Ys := let (k, q) := limit G A (length X) k q in
  match k with O => true | _ =>
    let Ks := kinds G A planes X q in
    let V := look_at G A X d q Ks L true in
    if negb (length (vlines V) =? length L)%nat then false else
    if reaches need (least_kind V X k q Ks) then true else
    let light := lighter X in let w := sum weight X in let n := size X in
    if forallb (fixes X) Ys then upto (guesses G) (guess_holds V light w n X k q need Ys) else false
  end.

Definition bounded X d k q need g := forall next, good k q X (Ask g next) ->
  ole need (total d X (Ask g next)).

Lemma equal_part g h X a : equal g h X = true -> part g a X = part h a X.
Proof.
  unfold equal. rewrite forallb_forall. intros H. apply filter_ext_in. intros s I. apply H in I.
  apply Nat.eqb_eq in I. now rewrite I.
Qed.
Lemma equal_ok X d k q need g h : equal g h X = true -> (h < guesses G)%nat ->
  cost G h <= cost G g -> long h <= long g ->
  bounded X d k q need h -> bounded X d k q need g.
Proof.
  intros E Lh C L B next Gd. assert (Es : forall s, In s X -> score g s = score h s).
  { intros s I. unfold equal in E. rewrite forallb_forall in E. now apply Nat.eqb_eq, E. }
  assert (Gh : good k q X (Ask h next)).
  { cbn in Gd |- *. destruct k; [tauto|]. destruct Gd as (Kn & M & U & Lg & H). repeat split; auto.
    - unfold Spec.may in *. rewrite !andb_true_iff, !orb_true_iff, !existsb_exists in *.
      destruct M as [M1 M2].
      split; [now apply Nat.ltb_lt|]. destruct M2 as [?|(s & I & F)]; [auto|right]. exists s.
      rewrite <- (Es s I). auto.
    - destruct X as [|t X]; [easy|]. cbn [Play.useful] in *.
      rewrite <- (equal_part g h _ _ E), <- (Es t) by now left. easy.
    - lia.
    - intros a. rewrite <- (equal_part g h _ _ E). destruct (H a) as [?|Ha]; [auto|right].
      apply (good_mono _ _ _ _ _ _ _ Ha); lia. }
  eapply ole_weak; [apply (B next Gh)|]. apply sum_le. intros s I. apply N.mul_le_mono_l.
  unfold of_path.
  destruct (good_first _ _ _ _ _ _ Gd) as (Mg & _).
  destruct (good_first _ _ _ _ _ _ Gh) as (Mh & _).
  rewrite !path_ask by easy. cbn zeta. rewrite <- (Es s I), <- (equal_part g h _ _ E).
  destruct (over _ _ _); [cbn; lia|]. destruct (path _ _ _ s); cbn; lia.
Qed.

Lemma orbit_ok X d k q need g Y : inside X -> fixes X Y = true ->
  bounded X d k q need (back G _ _ Y g) -> bounded X d k q need g.
Proof.
  intros H F B next Gd. apply same_ok in F. assert (P : Permutation X (map (onto G _ _ Y) X)).
  { rewrite <- F at 1. apply Permutation_sym, Permuted_sort. }
  pose proof (good_perm G _ _ _ _ _ P Gd) as Go. rewrite (total_perm G _ d _ _ P).
  rewrite <- (pull_total G _ _ Y (small_ok G A) _ k q X d H Go). apply B.
  apply (pull_good G _ _ Y (small_ok G A) _ k q X H Go).
Qed.

Lemma follows_ok X d k q need L Ys : inside X -> follows X d k q need L Ys = true ->
  claim X d k q need.
Proof.
  intros H F. apply claim_limit with A. unfold follows in F. destruct (limit _ _ _ _ _) as [k' q'].
  destruct k'; [intros [|? ?] Gd; cbn in Gd; tauto|]. set (Ks := kinds G A planes X q') in *.
  set (V := look_at G A X d q' Ks L true) in *.
  assert (C : covers G Ks X q') by now apply kinds_ok.
  assert (Sv : sees G A V X d q') by now apply look_at_ok.
  destruct (negb _); [easy|].
  assert (R : forall g, (g < guesses G)%nat -> bounded X d (S k') q' need g).
  2: { intros [|g next] Gd; [cbn in Gd; tauto|]. apply R; [|easy].
  now destruct (good_first _ _ _ _ _ _ Gd) as (M%may_guess & _). }
  destruct (reaches need (least_kind V X (S k') q' Ks)) eqn:E.
  { intros g _ next Gd. apply (reaches_ok _ _ _ E). now apply least_kind_ok. }
  destruct (forallb (fixes X) Ys) eqn:Fx; [|easy]. rewrite forallb_forall in Fx.
  intros g Lg. remember (rank g) as r eqn:Er. revert g Er Lg. induction r as [r IH] using lt_wf_ind.
  intros g -> Lg.
  pose proof (upto_ok _ _ F g Lg) as Hg. unfold guess_holds in Hg. destruct (shortcut g) as [|h|i].
  - intros next Gd. destruct (good_first _ _ _ _ _ _ Gd) as (M & U & Ll).
    destruct (shape_of_ok G A g X q' H M U Ll) as (K & Sk & Fk).
    rewrite Sk in Hg. destruct (reaches need (by_kind _ _ _ _ _ _ _ _)) eqn:E2.
    + apply (reaches_ok _ _ _ E2). now apply (by_kind_ok G A).
    + apply (reaches_ok _ _ _ Hg). now apply by_blocks_ok.
  - rewrite !andb_true_iff, !Nat.ltb_lt, !N.leb_le in Hg. destruct Hg as ((((? & ?) & ?) & ?) & ?).
    apply (equal_ok _ _ _ _ _ g h); auto. apply (IH (rank h)); auto.
  - destruct (nth_error Ys i) as [Y|] eqn:Ey; [|easy]. apply Nat.ltb_lt in Hg.
    apply orbit_ok with Y; auto; [apply Fx; now apply nth_error_In in Ey|].
    apply (IH (rank (back G _ _ Y g))); auto. now apply (back_ok G _ _ Y).
Qed.

Definition lemma X d k q need L Ys : option fact := match bool_dec (within_game X) true with
  | left W => match bool_dec (follows X d k q need L Ys) true with
      | left F => Some (Fact G A X d k q need (within_game_ok X W) (follows_ok X d k q need L Ys
        (within_game_ok X W) F))
      | right _ => None
      end
  | right _ => None
  end.

(** Bounds of all strategies within limits *)
Variable steps : option N.
Notation X0 := (secrets G).

Definition most_steps := match steps with None => length X0 | Some m =>
  min (N.to_nat m) (length X0) end.
Definition bound m : option N :=
  let k := most_steps in
  let q := match m with None => N.of_nat k * high G A | Some q => q end in
  use G A (find false X0 0%nat k q) X0 0 k q.

Lemma allowed_ends m T : allowed G steps m T -> exists k q, ends G k q X0 T /\
  (k <= match steps with None => k | Some m => N.to_nat m end)%nat
  /\ q <= match m with None => q | Some q => q end.
Proof.
  intros H. assert (forall Z, (forall s, In s Z -> In s X0) -> exists k q, (forall s, In s Z ->
    exists p, path G X0 T s = Some p /\ (length p <= k)%nat /\ sum long p <= q) /\
     (k <= match steps with None => k | Some m => N.to_nat m end)%nat /\ q <= match m with None =>
       q | Some q => q end).
  { induction Z as [|s Z IH]; intros Hz; [exists 0%nat, 0; repeat split; [easy|destruct steps;
      lia|destruct m; lia]|].
    destruct IH as (k & q & E & K & Q); [intros; apply Hz; now right|].
    destruct (H s) as (p & P & W1 & W2); [apply Hz; now left|].
    exists (max k (length p)), (N.max q (sum long p)). repeat split.
    - intros t [->|I]; [exists p; repeat split; auto; lia|]. destruct (E t I) as (r & ? & ? & ?).
      exists r. repeat split; auto; lia.
    - destruct steps; cbn in *; lia.
    - destruct m; cbn in *; lia. }
  destruct (H0 X0) as (k & q & ?); [easy|]. exists k, q. easy.
Qed.
Lemma bound_ok m T : known X0 = false -> allowed G steps m T -> ole (bound m) (total 0 X0 T).
Proof.
  intros Kn H. destruct (allowed_ends m T H) as (k & q & E & K & Q).
  pose proof (trim_total G T k q 0 X0 E) as L.
  apply trim_good in E; [|easy]. apply good_steps in E.
  assert (E2 : good (min k most_steps) q X0 (trim G X0 T)).
  { apply (good_mono _ _ _ _ _ _ _ E); [|lia]. unfold most_steps. destruct steps; lia. }
  apply (good_money G (low G A) (high G A) (low_pos G A) (long_ok G A)) in E2.
  eapply ole_weak; [|exact L]. unfold bound.
  apply (use_ok G A threshold planes). apply (good_mono _ _ _ _ _ _ _ E2); [lia|].
  assert (N.of_nat (min k most_steps) * high G A <= N.of_nat most_steps * high G A) by (apply
    N.mul_le_mono_r; lia). destruct m; lia.
Qed.

Lemma worst_path T s p : In s X0 -> path G X0 T s = Some p -> sum long p <= worst G X0 T.
Proof.
  intros I P. assert (M : forall f (Z : list nat), In s Z -> f s <= fold_right N.max 0 (map f Z)).
  { induction Z as [|r Z IH]; cbn [map fold_right]; [easy|]. intros [->|J]; [lia|].
    specialize (IH J). lia. }
  specialize (M (fun s => of_path G X0 T s (sum long) 0) X0 I). cbn beta in M.
  unfold of_path in M at 1. now rewrite P in M.
Qed.
Lemma allowed_worst m T w : allowed G steps m T -> worst G X0 T <= w -> allowed G steps (Some w) T.
Proof. intros H L s I. destruct (H s I) as (p & P & W & _). exists p. repeat split; auto. cbn.
pose proof (worst_path _ _ _ I P). lia. Qed.
End Kernel.
