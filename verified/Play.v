(** Lists, and strategies without useless guesses. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices.
Import ListNotations.
Open Scope N_scope.

(** Sums *)
Lemma sum_nil {A} (f : A -> N) : sum f [] = 0. Proof. easy. Qed.
Lemma sum_cons {A} (f : A -> N) x l : sum f (x :: l) = f x + sum f l. Proof. easy. Qed.
Global Arguments sum : simpl never.
Ltac sums := rewrite ?sum_cons, ?sum_nil in *; cbn beta in *; cbn [fst snd] in *;
  rewrite ?sum_cons, ?sum_nil in *.
Lemma sum_ext {A} (f h : A -> N) l : (forall x, In x l -> f x = h x) -> sum f l = sum h l.
Proof. induction l; sums; intros H; [easy|].
f_equal; [apply H; now left|apply IHl; intros; apply H; now right]. Qed.
Lemma sum_le {A} (f h : A -> N) l : (forall x, In x l -> f x <= h x) -> sum f l <= sum h l.
Proof. induction l; sums; intros H; [lia|]. specialize (H a (or_introl eq_refl)) as Ha.
assert (sum f l <= sum h l) by (apply IHl; intros; apply H; now right). lia. Qed.
Lemma sum_plus {A} (f h : A -> N) l : sum (fun x => f x + h x) l = sum f l + sum h l.
Proof. induction l; sums; lia. Qed.
Lemma sum_times {A} (f : A -> N) c l : sum (fun x => f x * c) l = sum f l * c.
Proof. induction l; sums; lia. Qed.
Lemma sum_filter {A} (f : A -> N) p l : sum f (filter p l) = sum (fun x =>
  if p x then f x else 0) l.
Proof. induction l; cbn [filter]; sums; [easy|]. cbn beta. destruct (p a); sums; lia. Qed.
Lemma sum_const {A} c (l : list A) : sum (fun _ => c) l = N.of_nat (length l) * c.
Proof. induction l; cbn [length]; sums; lia. Qed.

(** The parts of a list by a key *)
Fixpoint put (a s : nat) l := match l with
  | [] => [(a, [s])]
  | (b, Y) :: l => if (a =? b)%nat then (b, s :: Y) :: l else (b, Y) :: put a s l
  end.
Fixpoint split (f : nat -> nat) X := match X with [] => [] | s :: X => put (f s) s (split f X) end.

Lemma put_keys a s l b : In b (map fst (put a s l)) <-> b = a \/ In b (map fst l).
Proof.
  induction l as [|[c Y] l IH]; cbn; [intuition|].
  destruct (Nat.eqb_spec a c); cbn; [subst; intuition|]. rewrite IH. intuition.
Qed.
Lemma split_keys f X b : In b (map fst (split f X)) <-> exists s, In s X /\ f s = b.
Proof.
  induction X as [|s X IH]; cbn [split]; [cbn; firstorder|]. rewrite put_keys, IH. split.
  - intros [->|(t & ? & ?)]; [exists s|exists t]; cbn; auto.
  - intros (t & [->|?] & E); [left; auto|right; eauto].
Qed.
Lemma put_nodup a s l : NoDup (map fst l) -> NoDup (map fst (put a s l)).
Proof.
  induction l as [|[c Y] l IH]; cbn; intros H; [repeat constructor; easy|].
  destruct (Nat.eqb_spec a c); cbn; [easy|]. inversion H; subst.
  constructor; auto. rewrite put_keys. intuition.
Qed.
Lemma split_nodup f X : NoDup (map fst (split f X)).
Proof. induction X; cbn; [constructor|]. now apply put_nodup. Qed.
Lemma put_in a s l b Y : NoDup (map fst l) -> In (b, Y) (put a s l) ->
  (b <> a /\ In (b, Y) l) \/ (b = a /\ exists Z, Y = s :: Z /\ (In (a, Z) l \/ Z = [] /\
    ~ In a (map fst l))).
Proof.
  induction l as [|[c W] l IH]; cbn; intros D H.
  - destruct H as [[= <- <-]|[]]. right. split; [easy|]. exists []. auto.
  - inversion D; subst. destruct (Nat.eqb_spec a c); cbn in H.
    + subst. destruct H as [[= <- <-]|H]; [right; eauto 6|].
      left. split; auto. intros ->. apply H2. now apply (in_map fst) in H.
    + destruct H as [[= <- <-]|H]; [left; auto|].
      destruct (IH H3 H) as [?|(? & Z & ? & ?)]; [tauto|]. right. split; auto. exists Z.
      split; auto. intuition.
Qed.
Lemma split_in f X a Y : In (a, Y) (split f X) -> Y = filter (fun s => f s =? a)%nat X.
Proof.
  revert a Y. induction X as [|s X IH]; cbn; [easy|]. intros a Y H.
  apply put_in in H; [|apply split_nodup]. destruct H as [[E H]|(-> & Z & -> & [H|[-> H]])].
  - destruct (Nat.eqb_spec (f s) a); [congruence|auto].
  - rewrite Nat.eqb_refl. f_equal. auto.
  - rewrite Nat.eqb_refl. f_equal. symmetry. rewrite split_keys in H. clear IH.
    induction X as [|t X IH]; cbn; [easy|]. destruct (Nat.eqb_spec (f t) (f s)).
    + exfalso. apply H. exists t. cbn. auto.
    + apply IH. intros (u & ? & ?). apply H. exists u. cbn. auto.
Qed.
Lemma put_sum (h : nat -> nat -> N) a s l :
  sum (fun p => sum (h (fst p)) (snd p)) (put a s l) = h a s + sum (fun p =>
    sum (h (fst p)) (snd p)) l.
Proof.
  induction l as [|[c Y] l IH]; cbn [put]; sums; [cbn [fst snd]; sums; lia|].
  destruct (Nat.eqb_spec a c); sums; cbn [fst snd] in *; sums; [subst; lia|]. rewrite IH. lia.
Qed.
Lemma split_sum (h : nat -> nat -> N) f X :
  sum (fun s => h (f s) s) X = sum (fun p => sum (h (fst p)) (snd p)) (split f X).
Proof. induction X; cbn [split]; sums; [easy|]. now rewrite put_sum, IHX. Qed.

Section Play.
Variable G : game.
Notation part := (part G). Notation known := (known G). Notation over := (over G).
Notation may := (may G).
Notation path := (path G). Notation price := (price G). Notation paid := (paid G).
Notation total := (total G).
Notation score := (score G). Notation long := (long G).

Lemma part_in g a X s : In s (part g a X) <-> In s X /\ score g s = a.
Proof. unfold Spec.part. rewrite filter_In, Nat.eqb_eq. easy. Qed.
Lemma part_length g a X : (length (part g a X) <= length X)%nat.
Proof. unfold Spec.part. induction X; cbn; [easy|]. destruct (score g a0 =? a)%nat; cbn; lia. Qed.
Lemma part_all g a X : length (part g a X) = length X -> part g a X = X.
Proof.
  unfold Spec.part. induction X as [|s X IH]; cbn; [easy|].
  pose proof (part_length g a X) as L. unfold Spec.part in L.
  destruct (score g s =? a)%nat; cbn; intros; [f_equal; auto|lia].
Qed.

(** A guess is useful unless it leaves all secrets in one block. *)
Definition useful g X := match X with
  | [] => false
  | t :: _ => let a := score g t in let Y := part g a X in over a Y || negb (length Y =? length
    X)%nat
  end.

(** The strategy ends the game within [k] useful guesses, and by paths up to [q]. *)
Fixpoint good k q X S {struct S} : Prop := known X = false /\ match S, k with
  | Ask g next, S k => may g X = true /\ useful g X = true /\ long g <= q /\
      forall a, over a (part g a X) = true \/ good k (q - long g) (part g a X) (next a)
  | _, _ => False
  end.

Lemma good_mono S : forall k q k' q' X, good k q X S -> (k <= k')%nat -> q <= q' -> good k' q' X S.
Proof.
  induction S as [|g next IH]; intros k q k' q' X; cbn; [tauto|].
  destruct k; [tauto|]. destruct k'; [lia|]. intros (Kn & M & U & L & H) ? ?.
  repeat split; auto; [lia|].
  intros a. destruct (H a) as [?|Ha]; [auto|]. right. apply (IH a _ _ _ _ _ Ha); lia.
Qed.

Lemma useful_smaller g X a : useful g X = true -> over a (part g a X) = false ->
  (length (part g a X) < length X)%nat.
Proof.
  intros U O. pose proof (part_length g a X) as L.
  destruct (Nat.eq_dec (length (part g a X)) (length X)) as [E|]; [|lia].
  exfalso. pose proof (part_all _ _ _ E) as P. destruct X as [|t X]; [easy|].
  assert (score g t = a) as <- by (apply (part_in g a (t :: X) t); rewrite P; now left).
  cbn [useful] in U. rewrite O, E, Nat.eqb_refl in U. easy.
Qed.

Lemma not_known X : known X = false -> X <> [].
Proof. now destruct X. Qed.

(** Useful guesses are at most as many as the secrets. *)
Lemma good_steps S : forall k q X, good k q X S -> good (min k (length X)) q X S.
Proof.
  induction S as [|g next IH]; intros k q X; cbn; [tauto|]. destruct k; [tauto|].
  intros (Kn & M & U & L & H).
  pose proof (not_known _ Kn). destruct X as [|t X]; [easy|]. cbn [length Nat.min].
  repeat split; auto.
  intros a. destruct (over a (part g a (t :: X))) eqn:O; [auto|].
  destruct (H a) as [?|Ha]; [congruence|].
  right. apply IH in Ha. apply (good_mono _ _ _ _ _ _ Ha); [|lia].
  pose proof (useful_smaller g (t :: X) a U O). cbn [length] in *. lia.
Qed.

Lemma may_guess g X : may g X = true -> (g < guesses G)%nat.
Proof. unfold Spec.may. rewrite andb_true_iff, Nat.ltb_lt. easy. Qed.

Section Limits.
Variables low high : N.
Hypothesis low_pos : 1 <= low.
Hypothesis bounds : forall g, (g < guesses G)%nat -> low <= long g /\ long g <= high.

Lemma good_money S : forall k q X, good k q X S -> good k (N.min q (N.of_nat k * high)) X S.
Proof.
  induction S as [|g next IH]; intros k q X; cbn; [tauto|]. destruct k; [tauto|].
  intros (Kn & M & U & L & H).
  destruct (bounds g (may_guess _ _ M)).
  assert (E : N.of_nat (S k) * high = N.of_nat k * high + high) by lia. rewrite E.
  repeat split; auto; [apply N.min_glb; [easy|nia]|].
  intros a. destruct (H a) as [?|Ha]; [auto|]. right. apply IH in Ha.
  apply (good_mono _ _ _ _ _ _ Ha); [easy|].
  clear E Ha. generalize (N.of_nat k * high). intros. lia.
Qed.

Lemma good_short S : forall k q X, good k q X S -> good (min k (N.to_nat (q / low))) q X S.
Proof.
  induction S as [|g next IH]; intros k q X; cbn; [tauto|]. destruct k; [tauto|].
  intros (Kn & M & U & L & H).
  destruct (bounds g (may_guess _ _ M)).
  assert (E : (S (N.to_nat ((q - long g) / low)) <= N.to_nat (q / low))%nat).
  { assert ((q - long g) / low + 1 <= q / low); [|lia].
    assert ((q - long g) / low <= (q - low) / low) by (apply N.div_le_mono; lia).
    replace (q / low) with ((q - low + 1 * low) / low) by (f_equal; lia). rewrite N.div_add; lia. }
  revert E. destruct (N.to_nat (q / low)); intros E; [easy|]. apply le_S_n in E. cbn.
  repeat split; auto.
  intros a. destruct (H a) as [?|Ha]; [auto|]. right. apply IH in Ha.
  apply (good_mono _ _ _ _ _ _ Ha); [|easy].
  revert E. generalize (N.to_nat ((q - long g) / low)). intros. lia.
Qed.

(** Limits, reduced to those that a set of [n] secrets can use *)
Definition limits n k q := let k := min (min k n) (N.to_nat (q / low)) in (k,
  N.min q (N.of_nat k * high)).
Lemma good_limits k q X S : good k q X S -> let (k', q') := limits (length X) k q in good k' q' X S.
Proof. intros H. apply good_steps in H. apply good_short in H. apply good_money in H. exact H. Qed.

End Limits.

(** Paths of good strategies *)
Lemma path_ask g next X s : may g X = true -> path X (Ask g next) s =
  let a := score g s in if over a (part g a X) then Some [g] else option_map (cons g) (path (part g
    a X) (next a) s).
Proof. intros M. cbn. now rewrite M. Qed.

Lemma good_path S : forall k q X s, good k q X S -> In s X -> exists p, path X S s = Some p.
Proof.
  induction S as [|g next IH]; intros k q X s; [cbn; tauto|]. intros H I. cbn in H.
  destruct k; [tauto|]. destruct H as (_ & M & U & L & H).
  rewrite path_ask by easy. cbn zeta. destruct (over _ _) eqn:O; [eauto|].
  destruct (H (score g s)) as [?|Ha]; [congruence|].
  destruct (IH _ _ _ _ s Ha) as [p ->]; [now apply part_in|]. cbn. eauto.
Qed.

(** The total of a strategy: that of its first guess, and those of the blocks. *)
Lemma total_ask g next k q d X : good k q X (Ask g next) -> total d X (Ask g next) =
  sum (weight G) X * (price d + cost G g) +
  sum (fun p => if over (fst p) (snd p) then 0 else total (S d) (snd p) (next (fst p))) (split
    (score g) X).
Proof.
  intros H. cbn in H. destruct k; [tauto|]. destruct H as (_ & M & U & L & H).
  unfold Prices.total at 1, of_path.
  rewrite (sum_ext _ (fun s => weight G s * (price d + cost G g) +
    (fun a s => if over a (part g a X) then 0 else weight G s * of_path G (part g a X) (next a) s
      (paid (S d)) 0) (score g s) s)).
  - rewrite sum_plus, sum_times. f_equal.
    rewrite (split_sum (fun a s => if over a (part g a X) then 0 else
      weight G s * of_path G (part g a X) (next a) s (paid (S d)) 0)).
    apply sum_ext. intros [a Y] I. cbn [fst snd]. apply split_in in I. fold (part g a X) in I.
    rewrite <- I.
    destruct (over a Y); [|easy]. now rewrite sum_const, N.mul_0_r.
  - intros s I. rewrite path_ask by easy. cbn zeta. unfold of_path.
    destruct (over _ _) eqn:O; [cbn; lia|].
    destruct (H (score g s)) as [?|Ha]; [congruence|].
    destruct (good_path _ _ _ _ s Ha) as [p ->]; [now apply part_in|]. cbn. lia.
Qed.

(** Strategies without their useless guesses *)
Fixpoint trim X T := match T with
  | Stop => Stop
  | Ask g next =>
      if useful g X then Ask g (fun a => trim (part g a X) (next a))
      else match X with [] => Stop | t :: _ => trim X (next (score g t)) end
  end.

Lemma useless g X t Y : useful g X = false -> X = t :: Y -> part g (score g t) X = X /\
  over (score g t) X = false.
Proof.
  intros U ->. cbn [useful] in U. rewrite orb_false_iff, negb_false_iff, Nat.eqb_eq in U.
  destruct U as [O E].
  apply part_all in E. now rewrite E in O.
Qed.

Definition ends k q X T := forall s, In s X -> exists p, path X T s = Some p /\
  (length p <= k)%nat /\ sum long p <= q.

Lemma ends_next g next k q X a : ends k q X (Ask g next) -> over a (part g a X) = false ->
  ends (pred k) (q - long g) (part g a X) (next a).
Proof.
  intros H O s I. apply part_in in I. destruct I as [I E]. destruct (H s I) as (p & P & K & Q).
  cbn in P. destruct (may g X); [|easy]. rewrite E, O in P.
  destruct (path (part g a X) (next a) s) as [p'|]; cbn in P; [|easy]. injection P as <-.
  exists p'. cbn [length] in *; sums. sums. repeat split; lia.
Qed.

Lemma trim_good T : forall k q X, known X = false -> ends k q X T -> good k q X (trim X T).
Proof.
  induction T as [|g next IH]; intros k q X Kn H; destruct X as [|t X]; try easy.
  - destruct (H t (or_introl eq_refl)) as (p & P & _). easy.
  - destruct (H t (or_introl eq_refl)) as (p & P & K & Q).
    assert (M : may g (t :: X) = true) by (cbn in P; now destruct (may g (t :: X))).
    cbn [trim]. destruct (useful g (t :: X)) eqn:U.
    + assert (exists p', p = g :: p') as [p' ->].
      { rewrite path_ask in P by easy. cbn zeta in P.
        destruct (over _ _); [injection P as <-; eauto|].
        destruct (path _ (next _) t); cbn in P; [injection P as <-; eauto|easy]. }
      cbn [length] in *; sums. destruct k; [lia|]. cbn [good]. repeat split; auto; [lia|].
      intros a. destruct (over a (part g a (t :: X))) eqn:O; [auto|]. right. apply (IH a).
      * unfold Spec.over in O. rewrite orb_false_iff in O. easy.
      * now apply (ends_next _ _ _ _ _ a H).
    + destruct (useless g _ t X U eq_refl) as [E O].
      apply (good_mono _ (pred k) (q - long g)); [|lia|lia].
      apply (IH (score g t)); [easy|]. rewrite <- E at 1. apply ends_next; [easy|]. now rewrite E.
Qed.


Lemma paid_later p : forall d, paid d p <= price d + paid (S d) p.
Proof. induction p; intros d; cbn; [lia|]. specialize (IHp (S d)). lia. Qed.

Lemma trim_paid T : forall d X s p, path X T s = Some p -> In s X ->
  exists p', path X (trim X T) s = Some p' /\ paid d p' <= paid d p.
Proof.
  induction T as [|g next IH]; intros d X s p P I; [easy|].
  assert (M : may g X = true) by (cbn in P; now destruct (may g X)).
  rewrite path_ask in P by easy. cbn zeta in P. cbn [trim]. destruct (useful g X) eqn:U.
  - rewrite path_ask by easy. cbn zeta. destruct (over _ _); [exists p; split; [easy|lia]|].
    destruct (path (part g (score g s) X) (next (score g s)) s) as [p1|] eqn:P1; cbn in P; [|easy].
    injection P as <-.
    destruct (IH _ (S d) _ _ _ P1) as (p2 & -> & Q); [now apply part_in|]. cbn. exists (g :: p2).
    split; [easy|]. cbn. lia.
  - destruct X as [|t X]; [easy|]. destruct (useless g _ t X U eq_refl) as [E O].
    assert (Es : score g s = score g t) by (rewrite <- E in I; now apply part_in in I).
    rewrite Es, E, O in P. destruct (path (t :: X) (next (score g t)) s) as [p1|] eqn:P1; cbn in P;
      [|easy]. injection P as <-.
    destruct (IH _ d _ _ _ P1 I) as (p2 & Q2 & Q). exists p2. split; [easy|]. cbn.
    pose proof (paid_later p1 d). lia.
Qed.

Lemma trim_total T k q d X : ends k q X T -> total d X (trim X T) <= total d X T.
Proof.
  intros H. apply sum_le. intros s I. destruct (H s I) as (p & P & _). unfold of_path.
  destruct (trim_paid T d X s p P I) as (p' & -> & Q). rewrite P. now apply N.mul_le_mono_l.
Qed.
End Play.
