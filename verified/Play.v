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
Proof. induction l; sums; intros Each; [easy|].
f_equal; [apply Each; now left|apply IHl; intros; apply Each; now right]. Qed.
Lemma sum_le {A} (f h : A -> N) l : (forall x, In x l -> f x <= h x) -> sum f l <= sum h l.
Proof. induction l; sums; intros Each; [lia|]. specialize (Each a (or_introl eq_refl)) as Ha.
assert (sum f l <= sum h l) by (apply IHl; intros; apply Each; now right). lia. Qed.
Lemma sum_plus {A} (f h : A -> N) l : sum (fun x => f x + h x) l = sum f l + sum h l.
Proof. induction l; sums; lia. Qed.
Lemma sum_times {A} (f : A -> N) c l : sum (fun x => f x * c) l = sum f l * c.
Proof. induction l; sums; lia. Qed.
Lemma sum_filter {A} (f : A -> N) p l : sum f (filter p l) = sum (fun x =>
  if p x then f x else 0) l.
Proof. induction l; cbn [filter]; sums; [easy|]. cbn beta. destruct (p a); sums; lia. Qed.
Lemma sum_const {A} c (l : list A) : sum (fun _ => c) l = N.of_nat (length l) * c.
Proof. induction l; cbn [length]; sums; lia. Qed.
Lemma sum_flat {A B} (h : B -> N) (f : A -> list B) l :
  sum h (flat_map f l) = sum (fun x => sum h (f x)) l.
Proof.
  induction l as [|x l IH]; cbn [flat_map]; sums; [easy|]. rewrite <- IH.
  induction (f x) as [|y m IHm]; cbn [app]; sums; lia.
Qed.

(** The parts of a list by a key *)
Fixpoint put (a secret : nat) l := match l with
  | [] => [(a, [secret])]
  | (b, subset) :: l => if (a =? b)%nat then (b, secret :: subset) :: l else (b, subset) :: put a
    secret l
  end.
Fixpoint split (f : nat -> nat) possible := match possible with [] => [] | secret :: possible => put
  (f secret) secret (split f possible) end.

Lemma put_keys a secret l b : In b (map fst (put a secret l)) <-> b = a \/ In b (map fst l).
Proof.
  induction l as [|[c subset] l IH]; cbn; [intuition|].
  destruct (Nat.eqb_spec a c); cbn; [subst; intuition|]. rewrite IH. intuition.
Qed.
Lemma split_keys f possible b : In b (map fst (split f possible)) <-> exists secret, In secret
  possible /\ f secret = b.
Proof.
  induction possible as [|secret possible IH]; cbn [split]; [cbn; firstorder|].
  rewrite put_keys, IH. split.
  - intros [->|(t & ? & ?)]; [exists secret|exists t]; cbn; auto.
  - intros (t & [->|?] & Equal); [left; auto|right; eauto].
Qed.
Lemma put_nodup a secret l : NoDup (map fst l) -> NoDup (map fst (put a secret l)).
Proof.
  induction l as [|[c subset] l IH]; cbn; intros Distinct; [repeat constructor; easy|].
  destruct (Nat.eqb_spec a c); cbn; [easy|]. inversion Distinct; subst.
  constructor; auto. rewrite put_keys. intuition.
Qed.
Lemma split_nodup f possible : NoDup (map fst (split f possible)).
Proof. induction possible; cbn; [constructor|]. now apply put_nodup. Qed.
Lemma put_in a secret l b subset : NoDup (map fst l) -> In (b, subset) (put a secret l) ->
  (b <> a /\ In (b, subset) l) \/ (b = a /\ exists others2, subset = secret :: others2 /\ (In (a,
    others2) l \/ others2 = []
    /\
    ~ In a (map fst l))).
Proof.
  induction l as [|[c others] l IH]; cbn; intros Distinct Member.
  - destruct Member as [[= <- <-]|[]]. right. split; [easy|]. exists []. auto.
  - inversion Distinct as [|? ? Absent Unique]; subst. destruct (Nat.eqb_spec a c); cbn in Member.
    + subst. destruct Member as [[= <- <-]|Member]; [right; eauto 6|].
      left. split; auto. intros ->. apply Absent. now apply (in_map fst) in Member.
    + destruct Member as [[= <- <-]|Member]; [left; auto|].
      destruct (IH Unique Member) as [?|(? & others2 & ? & ?)]; [tauto|]. right. split; auto. exists
        others2.
      split; auto. intuition.
Qed.
Lemma split_in f possible a subset : In (a, subset) (split f possible) -> subset = filter (fun
  secret => f secret =? a)%nat possible.
Proof.
  revert a subset. induction possible as [|secret possible IH]; cbn; [easy|]. intros a subset
    Member.
  apply put_in in Member; [|apply split_nodup]. destruct Member as [[Differ Member]|(-> & others &
    -> & [Member|[-> Member]])].
  - destruct (Nat.eqb_spec (f secret) a); [congruence|auto].
  - rewrite Nat.eqb_refl. f_equal. auto.
  - rewrite Nat.eqb_refl. f_equal. symmetry. rewrite split_keys in Member. clear IH.
    induction possible as [|t possible IH]; cbn; [easy|]. destruct (Nat.eqb_spec (f t) (f secret)).
    + exfalso. apply Member. exists t. cbn. auto.
    + apply IH. intros (u & ? & ?). apply Member. exists u. cbn. auto.
Qed.
Lemma put_sum (h : nat -> nat -> N) a secret l :
  sum (fun p => sum (h (fst p)) (snd p)) (put a secret l) = h a secret + sum (fun p =>
    sum (h (fst p)) (snd p)) l.
Proof.
  induction l as [|[c subset] l IH]; cbn [put]; sums; [cbn [fst snd]; sums; lia|].
  destruct (Nat.eqb_spec a c); sums; cbn [fst snd] in *; sums; [subst; lia|]. rewrite IH. lia.
Qed.
Lemma split_sum (h : nat -> nat -> N) f possible :
  sum (fun secret => h (f secret) secret) possible = sum (fun p => sum (h (fst p)) (snd p)) (split f
    possible).
Proof. induction possible; cbn [split]; sums; [easy|]. now rewrite put_sum, IHpossible. Qed.

Section Play.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation path := (path asked). Notation price := (price asked). Notation paid := (paid asked).
Notation total := (total asked).
Notation score := (score asked). Notation long := (long asked).

Lemma part_in guess a possible secret : In secret (part guess a possible) <-> In secret possible /\
  score guess secret = a.
Proof. unfold Spec.part. rewrite filter_In, Nat.eqb_eq. easy. Qed.
Lemma part_length guess a possible : (length (part guess a possible) <= length possible)%nat.
Proof. unfold Spec.part. induction possible; cbn; [easy|].
destruct (score guess a0 =? a)%nat; cbn; lia. Qed.
Lemma part_all guess a possible : length (part guess a possible) = length possible -> part guess a
  possible = possible.
Proof.
  unfold Spec.part. induction possible as [|secret possible IH]; cbn; [easy|].
  pose proof (part_length guess a possible) as AtMost. unfold Spec.part in AtMost.
  destruct (score guess secret =? a)%nat; cbn; intros; [f_equal; auto|lia].
Qed.

(** A guess is useful unless it leaves all secrets in one block. *)
Definition useful guess possible := match possible with
  | [] => false
  | t :: _ => let a := score guess t in let subset := part guess a possible in over a subset || negb
    (length subset =? length
    possible)%nat
  end.

(** The strategy ends the game within [rounds] useful guesses, and by paths up to [budget]. *)
Fixpoint good rounds budget possible S {struct S} : Prop := known possible = false /\ match S,
  rounds with
  | Ask guess next, S rounds => may guess possible = true /\ useful guess possible = true /\ long
    guess <= budget /\
      forall a, over a (part guess a possible) = true \/ good rounds (budget - long guess) (part
        guess a possible) (next a)
  | _, _ => False
  end.

Lemma good_mono plan : forall rounds budget rounds' budget' possible, good rounds budget possible
  plan ->
  (rounds <= rounds')%nat -> budget <= budget' -> good rounds' budget' possible plan.
Proof.
  induction plan as [|guess next IH]; intros rounds budget rounds' budget' possible; cbn; [tauto|].
  destruct rounds; [tauto|]. destruct rounds'; [lia|]. intros (Kn & May & Useful & Affordable &
    Each) ? ?.
  repeat split; auto; [lia|].
  intros a. destruct (Each a) as [?|Ha]; [auto|]. right. apply (IH a _ _ _ _ _ Ha); lia.
Qed.

Lemma useful_smaller guess possible a : useful guess possible = true -> over a (part guess a
  possible) = false ->
  (length (part guess a possible) < length possible)%nat.
Proof.
  intros Useful Over. pose proof (part_length guess a possible) as AtMost.
  destruct (Nat.eq_dec (length (part guess a possible)) (length possible)) as [Length|]; [|lia].
  exfalso. pose proof (part_all _ _ _ Length) as Part. destruct possible as [|t possible]; [easy|].
  assert (score guess t = a) as <- by (apply (part_in guess a (t :: possible) t); rewrite Part; now
    left).
  cbn [useful] in Useful. rewrite Over, Length, Nat.eqb_refl in Useful. easy.
Qed.

Lemma not_known possible : known possible = false -> possible <> [].
Proof. now destruct possible. Qed.

(** Useful guesses are at most as many as the secrets. *)
Lemma good_steps plan : forall rounds budget possible, good rounds budget possible plan -> good (min
  rounds (length possible)) budget possible plan.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & May & Useful2 & Affordable & Each).
  pose proof (not_known _ Kn). destruct possible as [|t possible]; [easy|]. cbn [length Nat.min].
  repeat split; auto.
  intros a. destruct (over a (part guess a (t :: possible))) eqn:Over; [auto|].
  destruct (Each a) as [?|Ha]; [congruence|].
  right. apply IH in Ha. apply (good_mono _ _ _ _ _ _ Ha); [|lia].
  pose proof (useful_smaller guess (t :: possible) a Useful2 Over). cbn [length] in *. lia.
Qed.

Lemma may_guess guess possible : may guess possible = true -> (guess < guesses asked)%nat.
Proof. unfold Spec.may. rewrite andb_true_iff, Nat.ltb_lt. easy. Qed.

Section Limits.
Variables low high : N.
Hypothesis low_pos : 1 <= low.
Hypothesis bounds : forall guess, (guess < guesses asked)%nat -> low <= long guess /\ long guess <=
  high.

Lemma good_money S : forall rounds budget possible, good rounds budget possible S -> good rounds
  (N.min budget (N.of_nat rounds * high)) possible S.
Proof.
  induction S as [|guess next IH]; intros rounds budget possible; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & May & Useful & Affordable & Each).
  destruct (bounds guess (may_guess _ _ May)).
  assert (Equal : N.of_nat (S rounds) * high = N.of_nat rounds * high + high) by lia. rewrite Equal.
  repeat split; auto; [apply N.min_glb; [easy|nia]|].
  intros a. destruct (Each a) as [?|Ha]; [auto|]. right. apply IH in Ha.
  apply (good_mono _ _ _ _ _ _ Ha); [easy|].
  clear Equal Ha. generalize (N.of_nat rounds * high). intros. lia.
Qed.

Lemma good_short S : forall rounds budget possible, good rounds budget possible S -> good (min
  rounds (N.to_nat (budget / low))) budget possible S.
Proof.
  induction S as [|guess next IH]; intros rounds budget possible; cbn; [tauto|].
  destruct rounds; [tauto|].
  intros (Kn & May & Useful & Affordable & Each).
  destruct (bounds guess (may_guess _ _ May)).
  assert (AtMost : (S (N.to_nat ((budget - long guess) / low)) <= N.to_nat (budget / low))%nat).
  { assert ((budget - long guess) / low + 1 <= budget / low); [|lia].
    assert ((budget - long guess) / low <= (budget - low) / low) by (apply N.div_le_mono; lia).
    replace (budget / low) with ((budget - low + 1 * low) / low) by (f_equal; lia).
    rewrite N.div_add; lia. }
  revert AtMost. destruct (N.to_nat (budget / low)); intros AtMost; [easy|]. apply le_S_n in AtMost.
    cbn.
  repeat split; auto.
  intros a. destruct (Each a) as [?|Ha]; [auto|]. right. apply IH in Ha.
  apply (good_mono _ _ _ _ _ _ Ha); [|easy].
  revert AtMost. generalize (N.to_nat ((budget - long guess) / low)). intros. lia.
Qed.

(** Limits, reduced to those that a set of [n] secrets can use *)
Definition limits n rounds budget := let rounds := min (min rounds n) (N.to_nat (budget / low)) in
  (rounds,
  N.min budget (N.of_nat rounds * high)).
Lemma good_limits rounds budget possible plan : good rounds budget possible plan -> let (rounds',
  budget')
  := limits (length possible) rounds budget in good rounds' budget' possible plan.
Proof. intros Good. apply good_steps in Good. apply good_short in Good. apply good_money in Good.
  exact Good. Qed.

End Limits.

(** Paths of good strategies *)
Lemma path_ask guess next possible secret : may guess possible = true -> path possible (Ask guess
  next) secret =
  let a := score guess secret in if over a (part guess a possible) then Some [guess] else option_map
    (cons guess) (path (part guess
    a possible) (next a) secret).
Proof. intros May. cbn. now rewrite May. Qed.

Lemma good_path plan : forall rounds budget possible secret, good rounds budget possible plan -> In
  secret
  possible -> exists p, path possible plan secret = Some p.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible secret; [cbn; tauto|]. intros
    Good Member.
  cbn in Good.
  destruct rounds; [tauto|]. destruct Good as (_ & May & Useful & Affordable & Good).
  rewrite path_ask by easy. cbn zeta. destruct (over _ _) eqn:Over; [eauto|].
  destruct (Good (score guess secret)) as [?|Ha]; [congruence|].
  destruct (IH _ _ _ _ secret Ha) as [p ->]; [now apply part_in|]. cbn. eauto.
Qed.

(** The total of a strategy: that of its first guess, and those of the blocks. *)
Lemma total_ask guess next rounds budget depth possible : good rounds budget possible (Ask guess
  next) -> total depth possible (Ask guess next) =
  sum (weight asked) possible * (price depth + cost asked guess) +
  sum (fun p => if over (fst p) (snd p) then 0 else total (S depth) (snd p) (next (fst p))) (split
    (score guess) possible).
Proof.
  intros Good. cbn in Good. destruct rounds; [tauto|]. destruct Good as (_ & May & Useful &
    Affordable & Good).
  unfold Prices.total at 1, of_path.
  rewrite (sum_ext _ (fun secret => weight asked secret * (price depth + cost asked guess) +
    (fun a secret => if over a (part guess a possible) then 0 else weight asked secret * of_path
      asked (part guess a possible) (next a) secret
      (paid (S depth)) 0) (score guess secret) secret)).
  - rewrite sum_plus, sum_times. f_equal.
    rewrite (split_sum (fun a secret => if over a (part guess a possible) then 0 else
      weight asked secret * of_path asked (part guess a possible) (next a) secret (paid (S depth))
        0)).
    apply sum_ext. intros [a subset] Member. cbn [fst snd]. apply split_in in Member.
    fold (part guess a possible) in Member.
    rewrite <- Member.
    destruct (over a subset); [|easy]. now rewrite sum_const, N.mul_0_r.
  - intros secret Member. rewrite path_ask by easy. cbn zeta. unfold of_path.
    destruct (over _ _) eqn:Over; [cbn; lia|].
    destruct (Good (score guess secret)) as [?|Ha]; [congruence|].
    destruct (good_path _ _ _ _ secret Ha) as [p ->]; [now apply part_in|]. cbn. lia.
Qed.

(** Strategies without their useless guesses *)
Fixpoint trim possible plan := match plan with
  | Stop => Stop
  | Ask guess next =>
      if useful guess possible then Ask guess (fun a => trim (part guess a possible) (next a))
      else match possible with [] => Stop | t :: _ => trim possible (next (score guess t)) end
  end.

Lemma useless guess possible t subset : useful guess possible = false -> possible = t :: subset ->
  part guess (score guess t) possible = possible /\
  over (score guess t) possible = false.
Proof.
  intros Useful ->. cbn [useful] in Useful. rewrite orb_false_iff, negb_false_iff, Nat.eqb_eq in
    Useful.
  destruct Useful as [Over Length].
  apply part_all in Length. now rewrite Length in Over.
Qed.

Definition ends rounds budget possible plan := forall secret, In secret possible -> exists p, path
  possible plan secret = Some p /\
  (length p <= rounds)%nat /\ sum long p <= budget.

Lemma ends_next guess next rounds budget possible a : ends rounds budget possible (Ask guess next)
  -> over a (part guess a possible) = false ->
  ends (pred rounds) (budget - long guess) (part guess a possible) (next a).
Proof.
  intros Ends Over secret Member. apply part_in in Member. destruct Member as [Member Scored].
  destruct (Ends secret Member) as (p & Path & AtMost & AtMost2).
  cbn in Path. destruct (may guess possible); [|easy]. rewrite Scored, Over in Path.
  destruct (path (part guess a possible) (next a) secret) as [p'|]; cbn in Path; [|easy].
  injection Path as <-.
  exists p'. cbn [length] in *; sums. sums. repeat split; lia.
Qed.

Lemma trim_good plan : forall rounds budget possible, known possible = false -> ends rounds budget
  possible plan -> good rounds budget possible (trim possible plan).
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible Kn Ends; destruct possible as
    [|t
    possible]; try easy.
  - destruct (Ends t (or_introl eq_refl)) as (p & Path & _). easy.
  - destruct (Ends t (or_introl eq_refl)) as (p & Path & AtMost & AtMost2).
    assert (May : may guess (t :: possible) = true) by (cbn in Path; now destruct (may guess (t ::
      possible))).
    cbn [trim]. destruct (useful guess (t :: possible)) eqn:Useful.
    + assert (exists p', p = guess :: p') as [p' ->].
      { rewrite path_ask in Path by easy. cbn zeta in Path.
        destruct (over _ _); [injection Path as <-; eauto|].
        destruct (path _ (next _) t); cbn in Path; [injection Path as <-; eauto|easy]. }
      cbn [length] in *; sums. destruct rounds; [lia|]. cbn [good]. repeat split; auto; [lia|].
      intros a. destruct (over a (part guess a (t :: possible))) eqn:Over; [auto|]. right.
      apply (IH a).
      * unfold Spec.over in Over. rewrite orb_false_iff in Over. easy.
      * now apply (ends_next _ _ _ _ _ a Ends).
    + destruct (useless guess _ t possible Useful eq_refl) as [Part Over].
      apply (good_mono _ (pred rounds) (budget - long guess)); [|lia|lia].
      apply (IH (score guess t)); [easy|]. rewrite <- Part at 1. apply ends_next; [easy|].
      now rewrite Part.
Qed.


Lemma paid_later p : forall depth, paid depth p <= price depth + paid (S depth) p.
Proof. induction p; intros depth; cbn; [lia|]. specialize (IHp (S depth)). lia. Qed.

Lemma trim_paid plan : forall depth possible secret p, path possible plan secret = Some p -> In
  secret possible ->
  exists p', path possible (trim possible plan) secret = Some p' /\ paid depth p' <= paid depth p.
Proof.
  induction plan as [|guess next IH]; intros depth possible secret p Path Member; [easy|].
  assert (May : may guess possible = true) by (cbn in Path; now destruct (may guess possible)).
  rewrite path_ask in Path by easy. cbn zeta in Path. cbn [trim]. destruct (useful guess possible)
    eqn:Useful.
  - rewrite path_ask by easy. cbn zeta. destruct (over _ _); [exists p; split; [easy|lia]|].
    destruct (path (part guess (score guess secret) possible) (next (score guess secret)) secret) as
      [p1|] eqn:Path2; cbn in Path; [|easy].
    injection Path as <-.
    destruct (IH _ (S depth) _ _ _ Path2) as (p2 & -> & AtMost); [now apply part_in|]. cbn.
    exists (guess :: p2).
    split; [easy|]. cbn. lia.
  - destruct possible as [|t possible]; [easy|]. destruct (useless guess _ t possible Useful
    eq_refl) as
    [Part Over].
    assert (Es : score guess secret = score guess t) by (rewrite <- Part in Member; now apply
      part_in in Member).
    rewrite Es, Part, Over in Path. destruct (path (t :: possible) (next (score guess t)) secret) as
      [p1|]
      eqn:Path2; cbn in Path;
      [|easy]. injection Path as <-.
    destruct (IH _ depth _ _ _ Path2 Member) as (p2 & Path3 & AtMost). exists p2. split; [easy|].
      cbn.
    pose proof (paid_later p1 depth). lia.
Qed.

Lemma trim_total plan rounds budget depth possible : ends rounds budget possible plan -> total depth
  possible (trim possible plan) <= total depth possible plan.
Proof.
  intros Ends. apply sum_le. intros secret Member. destruct (Ends secret Member) as (p & Path & _).
    unfold of_path.
  destruct (trim_paid plan depth possible secret p Path Member) as (p' & -> & AtMost). rewrite Path.
  now apply N.mul_le_mono_l.
Qed.
End Play.
