(** Games without goals: shapes by one pass over a set,
  and of 60 guesses at once by the bits of numbers. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry.
Import ListNotations.
Open Scope N_scope.

Section Count.
Variable asked : game.
Notation part := (part asked). Notation known := (known asked). Notation over := (over asked).
Notation may := (may asked).
Notation score := (score asked). Notation long := (long asked). Notation useful := (useful asked).
Notation final := (final asked).
Notation overs := (overs asked). Notation blocks := (blocks asked).

Definition free possible := forall secret, In secret possible -> goal asked secret = 0%nat.
Definition finals guess possible := sum (fun secret => one (final (score guess secret))) possible.

Lemma free_sub subset possible : sub subset possible -> free possible -> free subset.
Proof. intros Subset Free secret Member. apply Free. now apply (sub_in _ _ _ Subset). Qed.
Lemma free_known possible : free possible -> possible <> [] -> known possible = false.
Proof.
  intros Free Differ. destruct possible as [|t possible]; [easy|]. cbn [Spec.known].
  rewrite (Free t) by now left. easy.
Qed.
Lemma free_over guess possible secret : free possible -> In secret possible -> over (score guess
  secret) (part guess (score guess secret) possible) = final (score guess
  secret).
Proof.
  intros Free Member. unfold Spec.over. rewrite free_known, orb_false_r; [easy| |].
  - intros t Member2. apply part_in in Member2. now apply Free.
  - intros Part. assert (Member2 : In secret (part guess (score guess secret) possible)) by now
    apply
    part_in. now rewrite Part in Member2.
Qed.
Lemma free_overs guess possible : free possible -> overs guess possible = finals guess possible.
Proof. intros Free. apply sum_ext. intros secret Member. now rewrite free_over. Qed.
Lemma finals_sub guess subset possible : sub subset possible -> finals guess subset <= finals guess
  possible.
Proof. apply sub_sum. Qed.

(** Any list of scores that lead to blocks is no longer than the blocks. *)
Lemma blocks_keys guess possible n : (forall l, NoDup l -> (forall a, In a l -> exists secret, In
  secret possible /\
  score guess secret = a /\ over a (part guess a possible) = false) -> size l <= n) ->
  blocks guess possible <= n.
Proof.
  intros Each. unfold Bounds.blocks. set (l := filter _ _).
  replace (size l) with (size (map fst l)) by (unfold size; now rewrite map_length).
  apply Each; [apply nodup_keys, split_nodup|]. intros a Member. apply in_map_iff in Member.
  destruct Member as ([b subset] & <- & Member). cbn [fst].
  apply filter_In in Member. cbn [fst snd] in Member. destruct Member as [Member Negated].
  assert (Member2 : In b (map fst (split (score guess) possible))) by (apply in_map_iff; exists (b,
    subset); auto).
  apply split_keys in Member2. destruct Member2 as (secret & Is & Scored). exists secret. repeat
    split; auto.
  rewrite <- (split_part _ _ _ _ _ Member). now apply negb_true_iff.
Qed.

Lemma useful_blocks guess possible : free possible -> useful guess possible = true -> finals guess
  possible = 0 -> 2 <= blocks guess possible.
Proof.
  intros Free Useful Finals. destruct (N.le_gt_cases 2 (blocks guess possible)) as [|Below];
    [easy|exfalso].
  assert (Fi : forall secret, In secret possible -> final (score guess secret) = false).
  { clear - Finals. unfold finals in Finals. induction possible as [|t possible IH]; [easy|]. sums.
    intros secret [->|Member]; [destruct (final (score guess secret)); cbn [one] in *;
      [lia|easy]|apply
      IH;
      [lia|easy]]. }
  assert (useful guess possible = false); [|congruence]. apply useless_iff.
  destruct possible as [|t possible]; [now left|right]. exists (score guess t). split.
  - intros secret Member. destruct (Nat.eq_dec (score guess secret) (score guess t)) as [|Differ];
    [easy|exfalso].
    assert (It : In t (t :: possible)) by now left.
    assert (In2 : incl [score guess secret; score guess t] (map fst (filter (fun p =>
      negb (over (fst p) (snd p))) (split (score guess) (t :: possible))))).
    { intros a Ia. apply in_map_iff. assert (Found : exists r, In r (t :: possible) /\
        score guess r = a) by (destruct Ia as [<-|[<-|[]]]; eauto).
      destruct Found as (r & Ir & <-). exists (score guess r, part guess (score guess r) (t ::
        possible)). split; [easy|].
      apply filter_In. cbn [fst snd]. split.
      - apply in_split, split_keys. eauto.
      - rewrite free_over by easy. now rewrite Fi. }
    apply NoDup_incl_length in In2; [|constructor; [intros [Found|[]]; congruence|constructor;
      [easy|constructor]]].
    unfold Bounds.blocks, size in Below. rewrite map_length in In2. cbn [length] in In2. lia.
  - unfold Spec.over. rewrite free_known, orb_false_r; [apply Fi; now left|easy|easy].
Qed.

(** One guess: the scores met so far are the bits of words;
  of scores beyond the last word nothing is noted. *)
Definition width := 60%nat.
Fixpoint has (m : list N) a := match m with
  | [] => false
  | w :: m => if (a <? width)%nat then N.testbit w (N.of_nat a) else has m (a - width)%nat
  end.
Fixpoint mark (m : list N) a := match m with
  | [] => []
  | w :: m => if (a <? width)%nat then N.setbit w (N.of_nat a) :: m else w :: mark m (a - width)%nat
  end.
Definition unmarked na := repeat 0 (S (na / width)).
Lemma unmarked_has na a : has (unmarked na) a = false.
Proof.
  unfold unmarked. revert a. induction (S (na / width)) as [|n IH]; intros a; cbn [repeat has];
    [easy|].
  destruct (_ <? _)%nat; [apply N.bits_0|apply IH].
Qed.
Lemma mark_has m : forall a b, b <> a -> has (mark m a) b = has m b.
Proof.
  induction m as [|w m IH]; intros a b Differ; [easy|]. cbn [mark].
  destruct (Nat.ltb_spec a width); cbn [has]; destruct (Nat.ltb_spec b width); auto;
    [apply N.setbit_neq; lia|apply IH; lia].
Qed.

Fixpoint tally guess possible m := match possible with
  | [] => 0
  | secret :: possible => let a := score guess secret in if final a then tally guess possible m else
    if has m a then tally guess possible m
    else 1 + tally guess possible (mark m a)
  end.
Lemma tally_ok guess possible : forall m l, NoDup l ->
  (forall a, In a l -> final a = false /\ has m a = false /\ exists secret, In secret possible /\
    score guess secret = a) ->
    size l <= tally guess possible m.
Proof.
  induction possible as [|secret possible IH]; intros m l Distinct Each.
  - destruct l as [|a l]; [cbn; lia|]. destruct (Each a (or_introl eq_refl)) as (_ & _ & secret & []
    &
    _).
  - cbn [tally]. cbn zeta. set (a := score guess secret).
    assert (Each3 : forall l, NoDup l -> ~ In a l -> (forall b, In b l -> final b = false /\
      has m b = false /\ exists t, In t (secret :: possible) /\ score guess t = b) ->
      forall b, In b l -> final b = false /\ has m b = false /\ exists t, In t possible /\ score
        guess t = b).
    { intros l' _ Absent Each2 b Member. destruct (Each2 b Member) as (? & ? & t & [->|It] & <-);
      [exfalso; apply Absent;
        easy|]. repeat split; eauto. }
    destruct (final a) eqn:Fa; [|destruct (has m a) eqn:Ta].
    + apply IH; auto. apply Each3; auto. intros Member. apply Each in Member. destruct Member.
      congruence.
    + apply IH; auto. apply Each3; auto. intros Member. apply Each in Member. destruct Member as (_
      & ? & _). congruence.
    + destruct (in_dec Nat.eq_dec a l) as [Member|Absent2].
      * apply List.in_split in Member. destruct Member as (l1 & l2 & ->). assert (Both :=
        NoDup_remove _ _ _ Distinct).
        destruct Both as [Distinct2 Absent].
        transitivity (1 + size (l1 ++ l2)); [unfold size; rewrite !app_length; cbn [length]; lia|].
        apply N.add_le_mono_l. apply IH; auto.
        intros b Ib. destruct (Each3 (l1 ++ l2) Distinct2 Absent) with (b := b) as (? & Tb & Found);
          auto;
          [intros c Ic; apply Each; apply in_app_iff in Ic; apply in_app_iff; cbn; tauto|].
        repeat split; auto. rewrite mark_has; auto. intros ->. now apply Absent.
      * transitivity (tally guess possible (mark m a)); [|lia]. apply IH; auto. intros b Ib.
        destruct (Each3 l Distinct Absent2) with (b := b) as (? & Tb & Found); auto.
        repeat split; auto. rewrite mark_has; auto. intros ->. now apply Absent2.
Qed.
(** The same with the number of secrets that it ends, in one pass *)
Fixpoint scan guess possible f n m := match possible with
  | [] => (f, n)
  | secret :: possible => let a := score guess secret in if final a then scan guess possible (f + 1)
    n m else if has m a then scan guess
    possible f n m else scan guess possible f (n + 1) (mark m a)
  end.
Lemma scan_ok guess possible : forall f n m, scan guess possible f n m = (f + finals guess possible,
  n + tally guess possible m).
Proof.
  unfold finals. induction possible as [|secret possible IH]; intros f n m; cbn [scan tally]; sums;
    [f_equal; lia|].
  destruct (final _) eqn:Fits; cbn [one]; [|destruct (has _ _)]; rewrite IH; f_equal; lia.
Qed.
Lemma tally_blocks na guess possible : free possible -> blocks guess possible <= tally guess
  possible (unmarked na).
Proof.
  intros Free. apply blocks_keys. intros l Distinct Each. apply tally_ok; auto. intros a Member.
  destruct (Each a Member) as (secret & Is & <- & Over).
  rewrite free_over in Over by easy. repeat split; eauto using unmarked_has.
Qed.

Lemma blocks_size guess possible : blocks guess possible <= size possible.
Proof.
  apply blocks_keys. intros l Distinct Each. assert (AtMost : incl l (map (score guess) possible)).
  { intros a Ia. destruct (Each a Ia) as (secret & Is & <- & _). now apply in_map. }
  apply NoDup_incl_length in AtMost; [|easy]. rewrite map_length in AtMost. unfold size. lia.
Qed.
Lemma finals_some guess possible : finals guess possible <> 0 -> exists secret, In secret possible
  /\ final (score guess secret) = true.
Proof.
  unfold finals. induction possible as [|secret possible IH]; sums; [easy|].
  destruct (final (score guess secret)) eqn:Final; [exists secret; split; [now left|easy]|].
  cbn [one]. intros Differ. destruct IH as (t & Member & Final2); [lia|]. exists t. split; [now
    right|easy].
Qed.

(** The secrets that a guess ends the game for, and the number of all other scores that it gets:
    the extracted program counts them with an array. *)
Definition counts_of na guess possible := scan guess possible 0 0 (unmarked na).
Definition quick na guess possible := let (f, n) := counts_of na guess possible in Kind f f n (cost
  asked guess) (long guess).
Lemma quick_is na guess possible : quick na guess possible = Kind (finals guess possible) (finals
  guess possible) (tally guess possible (unmarked na))
  (cost asked guess) (long guess).
Proof. unfold quick, counts_of. now rewrite scan_ok. Qed.
Definition quick_counts K budget := (klong K <=? budget) && ((0 <? kover K) || (negb (only asked) &&
  (2 <=? kblocks K))).
Lemma free_fits guess possible form : free possible -> finals guess possible <= kover form -> finals
  guess
  possible <= kended form ->
  blocks guess possible <= kblocks form -> kcost form <= cost asked guess -> klong form <= long
    guess -> fits
    asked guess possible form.
Proof.
  intros Free ? ? ? ? ?. repeat split; auto; [now rewrite free_overs|..].
  - rewrite free_overs by (now apply (free_sub _ possible)).
    eapply N.le_trans; [eapply finals_sub; eassumption|lia].
  - eapply N.le_trans; [eapply blocks_sub; eassumption|lia].
Qed.
Lemma quick_fits na guess possible : free possible -> fits asked guess possible (quick na guess
  possible).
Proof. intros Free. rewrite quick_is. apply free_fits; auto; cbn; try lia. now apply tally_blocks.
  Qed.
Lemma may_finals guess possible : may guess possible = true -> only asked = true -> 0 < finals guess
  possible.
Proof.
  unfold Spec.may. intros Tested Only. rewrite Only, andb_true_iff in Tested. destruct Tested as [_
    Tested]. cbn in Tested.
  apply existsb_exists in Tested. destruct Tested as (secret & Member & Final).
  unfold finals. clear Only. induction possible as [|t possible IH]; [easy|]. sums.
  destruct Member as [->|Member]; [rewrite Final; cbn [one]; lia|]. specialize (IH Member). lia.
Qed.
Lemma counted guess possible p budget : free possible -> may guess possible = true -> useful guess
  possible = true -> long guess <= budget ->
  blocks guess possible <= p ->
  (0 < finals guess possible) \/ (only asked = false /\ finals guess possible = 0 /\ 2 <= p).
Proof.
  intros Free May Useful Affordable Blocks. destruct (N.eq_dec (finals guess possible) 0) as
    [Finals|]; [right|left; lia].
  repeat split; auto.
  - destruct (only asked) eqn:Only; [|easy]. pose proof (may_finals guess possible May Only). lia.
  - pose proof (useful_blocks guess possible Free Useful Finals). lia.
Qed.
Lemma quick_counts_ok na guess possible budget : free possible -> may guess possible = true ->
  useful guess possible = true -> long guess <= budget ->
  quick_counts (quick na guess possible) budget = true.
Proof.
  intros Free May Useful Affordable. rewrite quick_is. unfold quick_counts. cbn [klong kover
    kblocks].
  apply N.leb_le in Affordable as Affordable2. rewrite Affordable2. cbn [andb].
  destruct (counted guess possible _ budget Free May Useful Affordable (tally_blocks na guess
    possible Free)) as [Below|(Only & Finals
    & Below)].
  - apply N.ltb_lt in Below. now rewrite Below.
  - apply N.leb_le in Below. rewrite Only, Below. apply orb_true_r.
Qed.

Definition bits i := map (fun word => N.testbit word (N.of_nat i)).

(** Many guesses: bit [i] of a word is about the score of the guess at place [i] of a list. There is
    a word for each score, and one for all that end the game. *)
Fixpoint note words answer place := match words with
  | [] => []
  | word :: words => if (answer =? 0)%nat then N.setbit word (N.of_nat place) :: words
      else word :: note words (answer - 1)%nat place
  end.
Fixpoint fill ended words place answers := match answers with
  | [] => ended :: words
  | answer :: answers => if final answer
      then fill (N.setbit ended (N.of_nat place)) words (S place) answers
      else fill ended (note words answer place) (S place) answers
  end.
Lemma note_other place other : place <> other -> forall words answer,
  bits place (note words answer other) = bits place words.
Proof.
  intros Differ. induction words as [|word words IH]; intros answer; [easy|]. cbn [note].
  destruct (answer =? 0)%nat; cbn [bits map]; f_equal; [|apply IH].
  apply N.setbit_neq. lia.
Qed.
Lemma note_own place known count : forall words first answer,
  bits place words = map known (seq first count) ->
  bits place (note words answer place) =
    map (fun each => known each || (first + answer =? each)%nat) (seq first count).
Proof.
  induction count as [|count IH]; intros [|word words] first answer Before; try easy.
  cbn [bits map seq] in Before. injection Before as Head Tail. cbn [note].
  destruct (Nat.eqb_spec answer 0) as [->|Positive]; cbn [bits map seq].
  - rewrite N.setbit_eq, Nat.add_0_r, Nat.eqb_refl, orb_true_r. f_equal.
    etransitivity; [exact Tail|]. apply map_ext_in. intros each Later. apply in_seq in Later.
    destruct (Nat.eqb_spec first each); [lia|now rewrite orb_false_r].
  - rewrite Head. destruct (Nat.eqb_spec (first + answer) first); [lia|]. rewrite orb_false_r.
    f_equal. etransitivity; [exact (IH words (S first) (answer - 1)%nat Tail)|].
    apply map_ext. intros each.
    now replace (S first + (answer - 1))%nat with (first + answer)%nat by lia.
Qed.
Lemma fill_before answers : forall ended words place earlier, (earlier < place)%nat ->
  bits earlier (fill ended words place answers) =
    N.testbit ended (N.of_nat earlier) :: bits earlier words.
Proof.
  induction answers as [|answer answers IH]; intros ended words place earlier Before; [easy|].
  cbn [fill]. destruct (final answer); rewrite IH by lia.
  - f_equal. apply N.setbit_neq. lia.
  - f_equal. apply note_other. lia.
Qed.
Lemma fill_bits count answers : forall ended words place own, (own < length answers)%nat ->
  N.testbit ended (N.of_nat (place + own)) = false ->
  bits (place + own) words = map (fun _ => false) (seq 0 count) ->
  let answer := nth own answers 0%nat in
  bits (place + own) (fill ended words place answers) =
    final answer :: map (fun each => negb (final answer) && (answer =? each)%nat) (seq 0 count).
Proof.
  induction answers as [|answer answers IH]; intros ended words place own Inside Open Unmet;
    cbn [length] in Inside; [lia|].
  cbn [fill]. destruct own as [|own]; cbn [nth].
  - rewrite Nat.add_0_r in *. destruct (final answer) eqn:Final; rewrite fill_before by lia.
    + now rewrite N.setbit_eq, Unmet.
    + now rewrite Open, (note_own _ _ _ _ _ _ Unmet).
  - replace (place + S own)%nat with (S place + own)%nat in * by lia.
    destruct (final answer); apply IH; try lia; try easy.
    + rewrite N.setbit_neq by lia. easy.
    + rewrite note_other by lia. easy.
Qed.

Fixpoint map2 {A B C} (f : A -> B -> C) l m := match l, m with x :: l, y :: m =>
  f x y :: map2 f l m | _, _ => [] end.

(** Of a secret: for each group of guesses the word of final scores,
  and those of all other scores *)
Definition met guess secret a := negb (final a) && (score guess secret =? a)%nat.
Definition span w := min width (guesses asked - w * width).
Definition column na secret w := fill 0 (repeat 0 na) 0
  (map (fun guess => score guess secret) (seq (w * width) (span w))).
Definition joined (l m : list (list N)) := map2 (map2 N.lor) l m.

(** The words of all groups of a secret: the extracted program keeps them as an array. *)
Inductive flat := Flat (lists : list (list N)).
Definition lists_of f := match f with Flat lists => lists end.
Fixpoint join (fs : list flat) := match fs with
  | [] => []
  | [f] => lists_of f
  | f :: fs => joined (lists_of f) (join fs)
  end.

Lemma bits_lor i l : forall m, bits i (map2 N.lor l m) = map2 orb (bits i l) (bits i m).
Proof. induction l as [|x l IH]; intros [|y m]; cbn; auto. rewrite N.lor_spec. f_equal. apply IH.
Qed.
Lemma bits_column na secret w i : (i < span w)%nat ->
  bits i (column na secret w) = final (score (w * width + i) secret) :: map (fun a =>
    met (w * width + i) secret a) (seq 0 na).
Proof.
  intros Inside. unfold column, met. set (answers := map _ _).
  assert (Own : nth i answers 0%nat = score (w * width + i) secret).
  { unfold answers.
    rewrite (nth_indep _ _ (score 0%nat secret)) by now rewrite map_length, seq_length.
    rewrite (map_nth (fun guess => score guess secret)). now rewrite seq_nth. }
  rewrite <- Own. etransitivity; [apply (fill_bits na answers 0 (repeat 0 na) 0 i)|].
  - unfold answers. now rewrite map_length, seq_length.
  - apply N.bits_0.
  - unfold bits. generalize 0%nat at 2. induction na as [|na IH]; intros first; [easy|].
    cbn [repeat map seq]. rewrite N.bits_0. f_equal. apply IH.
  - cbn zeta. f_equal. apply map_ext. intros a.
    destruct (Nat.eqb_spec (nth i answers 0%nat) a) as [->|]; [easy|now rewrite !andb_false_r].
Qed.

(** Of a set *)
Definition seen possible guess := existsb (fun secret => final (score guess secret)) possible.
Definition reached possible guess a := existsb (fun secret => met guess secret a) possible.
Definition tells na possible w (ws : list N) := forall i, (i < span w)%nat ->
  bits i ws = seen possible (w * width + i) :: map (reached possible (w * width + i)) (seq 0 na).
Lemma map2_map {A} (f h : A -> bool) l : map2 orb (map f l) (map h l) = map (fun x => f x || h x) l.
Proof. induction l; cbn; congruence. Qed.
Lemma tells_one na secret w : tells na [secret] w (column na secret w).
Proof.
  intros i Below. rewrite bits_column by easy. unfold seen, reached. cbn [existsb]. rewrite
    orb_false_r.
  f_equal. apply map_ext. intros a. now rewrite orb_false_r.
Qed.
Lemma tells_more na possible secret w ws : tells na possible w ws -> tells na (secret :: possible) w
  (map2 N.lor (column na secret w)
  ws).
Proof. intros Tells i Below. rewrite bits_lor, Tells, bits_column by easy. cbn [map2 seen existsb].
now rewrite map2_map. Qed.

(** Counting: a number for each bit, in binary, the lowest digits first *)
Fixpoint incr c b := if b =? 0 then c else match c with [] => [b] | x :: c =>
  N.lxor x b :: incr c (N.land x b) end.
Fixpoint value i (c : list N) := match c with [] => 0 | x :: c =>
  one (N.testbit x (N.of_nat i)) + 2 * value i c end.
Definition count ws := fold_right (fun b c => incr c b) [] ws.
Lemma incr_value i c : forall b, value i (incr c b) = value i c + one (N.testbit b (N.of_nat i)).
Proof.
  induction c as [|x c IH]; intros b; cbn [incr]; destruct (N.eqb_spec b 0) as [->|];
    try (rewrite N.bits_0; cbn [one]; lia); [cbn [value]; lia|].
  cbn [value]. rewrite IH, N.lxor_spec, N.land_spec.
  destruct (N.testbit x _), (N.testbit b _); cbn [xorb andb one]; lia.
Qed.
Lemma count_value i ws : value i (count ws) = sum one (bits i ws).
Proof. induction ws as [|b ws IH]; cbn [count fold_right bits map]; sums; [easy|]. fold (count ws).
rewrite incr_value, IH. unfold bits. lia. Qed.

(** The greatest number of the bits of a mask, and those that have it *)
Fixpoint top c m := match c with
  | [] => (0, m)
  | x :: c => let (n, t) := top c m in let u := N.land x t in if u =? 0 then (2 * n,
    t) else (2 * n + 1, u)
  end.
Lemma top_ok c m i : N.testbit m (N.of_nat i) = true ->
  value i c <= fst (top c m) /\ (value i c = fst (top c m) ->
    N.testbit (snd (top c m)) (N.of_nat i) = true).
Proof.
  intros Number. induction c as [|x c [IH1 IH2]]; cbn [value top]; [cbn [fst snd]; split;
    [lia|easy]|].
  destruct (top c m) as [n t]. cbn [fst snd] in *.
  assert (Equal : N.testbit (N.land x t) (N.of_nat i) = N.testbit x (N.of_nat i) &&
    N.testbit t (N.of_nat i)) by apply N.land_spec.
  destruct (N.eqb_spec (N.land x t) 0) as [Equal2|Equal2]; cbn [fst snd].
  - rewrite Equal2, N.bits_0 in Equal. destruct (N.testbit x (N.of_nat i)), (N.testbit t (N.of_nat
    i));
      cbn [one andb] in *; try easy; split; intros; try lia;
      try (apply IH2; lia); assert (value i c <> n) by (intros Bounds; apply IH2 in Bounds; easy);
        lia.
  - rewrite Equal. destruct (N.testbit x (N.of_nat i)), (N.testbit t (N.of_nat i)); cbn [one andb]
    in *;
      split; intros; try lia; try easy;
      try (assert (value i c <> n) by (intros Bounds; apply IH2 in Bounds; easy); lia).
Qed.

(** The most blocks of the guesses of some groups: those that end no game,
  and those that end it for a secret *)
Definition crowd ws := match ws with
  | [] => (0, None)
  | f :: ws => let c := count ws in
      (fst (top c (N.lxor (N.ones (N.of_nat width)) f)),
        if f =? 0 then None else Some (fst (top c f)))
  end.
Lemma ones_bit i : (i < width)%nat -> N.testbit (N.ones (N.of_nat width)) (N.of_nat i) = true.
Proof. intros Below. apply N.ones_spec_low. lia. Qed.

Lemma reached_blocks na possible guess : free possible -> (forall secret, In secret possible ->
  (score guess secret < na)%nat) ->
  blocks guess possible <= sum one (map (reached possible guess) (seq 0 na)).
Proof.
  intros Free Sm. apply blocks_keys. intros l Distinct Each.
  assert (Equal : sum one (map (reached possible guess) (seq 0 na)) = size (filter (reached possible
    guess) (seq 0 na))).
  { rewrite size_filter. induction (seq 0 na); cbn [map]; sums; [easy|]. now rewrite IHl0. }
  rewrite Equal. assert (Member : incl l (filter (reached possible guess) (seq 0 na))).
  { intros a Ia. destruct (Each a Ia) as (secret & Is & <- & Over). rewrite free_over in Over by
    easy.
    apply filter_In. split; [apply in_seq; specialize (Sm secret Is); lia|].
    unfold reached. apply existsb_exists. exists secret. split; [easy|]. unfold met.
    now rewrite Over, Nat.eqb_refl. }
  apply NoDup_incl_length in Member; [unfold size; lia|easy].
Qed.

Lemma crowd_ok na possible w ws i : free possible -> tells na possible w ws -> (i < span w)%nat ->
  let guess :=
  (w * width + i)%nat in
  (forall secret, In secret possible -> (score guess secret < na)%nat) ->
  if seen possible guess then exists m, snd (crowd ws) = Some m /\
    blocks guess possible <= m else blocks guess possible <= fst (crowd ws).
Proof.
  intros Free plan Below guess Sm. specialize (plan i Below). fold guess in plan.
  destruct ws as [|f ws]; [easy|].
  cbn [bits map] in plan. injection plan as Tf Tw.
  pose proof (reached_blocks na possible guess Free Sm) as Blocks. unfold bits in Tw.
  fold (bits i ws) in Tw.
  rewrite <- Tw, <- count_value in Blocks. unfold crowd.
  destruct (seen possible guess).
  - destruct (N.eqb_spec f 0) as [->|_]; [now rewrite N.bits_0 in Tf|]. eexists.
    split; [reflexivity|]. cbn [snd].
    etransitivity; [exact Blocks|]. now apply top_ok.
  - cbn [fst]. etransitivity; [exact Blocks|]. apply top_ok. rewrite N.lxor_spec, ones_bit, Tf;
    [easy|].
    unfold span in Below. lia.
Qed.

(** The words of all groups *)
Fixpoint columns na secret w n := match n with O => [] | S n =>
  column na secret w :: columns na secret (S w) n end.
Fixpoint tell_from na possible w R := match R with [] => True | ws :: R => tells na possible w ws /\
  tell_from na possible (S w) R end.
Lemma columns_length na secret n : forall w, length (columns na secret w n) = n.
Proof. induction n; intros w; cbn; congruence. Qed.
Lemma columns_tell na secret n : forall w, tell_from na [secret] w (columns na secret w n).
Proof. induction n; intros w; cbn [columns tell_from]; auto using tells_one. Qed.
Lemma joined_tell na secret possible n : forall w R, length R = n -> tell_from na possible w R ->
  tell_from na (secret :: possible) w (joined (columns na secret w n) R).
Proof. induction n; intros w [|ws R] Equal plan; cbn in *; try easy. destruct plan.
split; [now apply tells_more|]. apply IHn; [lia|easy]. Qed.
Lemma joined_length l : forall m, length l = length m -> length (joined l m) = length m.
Proof. induction l; intros [|y m] Equal; cbn in *; try easy. f_equal. apply IHl. lia. Qed.

Definition most_of (a b : option N) := match a, b with None, v | v, None => v | Some a, Some b =>
  Some (N.max a b) end.
Fixpoint crowds R := match R with
  | [] => (0, None)
  | ws :: R => let (a, b) := crowd ws in let (c, depth) := crowds R in (N.max a c, most_of b depth)
  end.
Lemma crowds_ok na possible guess : free possible -> (forall secret, In secret possible -> (score
  guess secret < na)%nat) ->
  (guess < guesses asked)%nat -> forall R w, tell_from na possible w R ->
  (w * width <= guess < (w + length R) * width)%nat ->
  if seen possible guess then exists m, snd (crowds R) = Some m /\
    blocks guess possible <= m else blocks guess possible <= fst (crowds R).
Proof.
  intros Free Sm Lg. induction R as [|ws R IH]; intros w plan Below; cbn [length] in Below; [lia|].
  destruct plan as [plan Ts]. cbn [crowds].
  destruct (crowd ws) as [a b] eqn:Ec, (crowds R) as [c depth] eqn:Er. cbn [fst snd] in *.
  destruct (lt_dec guess (S w * width)) as [Lt|Ge].
  - pose proof (crowd_ok na possible w ws (guess - w * width) Free plan) as Each. cbn zeta in Each.
    replace (w * width + (guess - w * width))%nat with guess in Each by lia.
    specialize (Each ltac:(unfold span; lia) Sm). rewrite Ec in Each. cbn [fst snd] in Each.
    destruct (seen possible guess).
    + destruct Each as (m & -> & Each). destruct depth; cbn [most_of]; eexists; split; try
      reflexivity;
      lia.
    + lia.
  - specialize (IH (S w) Ts ltac:(lia)). destruct (seen possible guess).
    + destruct IH as (m & -> & Each). destruct b; cbn [most_of]; eexists; split; try reflexivity;
      lia.
    + lia.
Qed.

Fixpoint ascending possible := match possible with secret :: (t :: _) as subset => (secret <? t)%nat
  && ascending subset | _ =>
  true end.
Lemma ascending_least possible : forall secret, ascending (secret :: possible) = true -> forall t,
  In t possible -> (secret < t)%nat.
Proof.
  induction possible as [|u possible IH]; intros secret Ascending t Member; [easy|]. cbn [ascending]
    in Ascending.
  apply andb_true_iff in Ascending.
  destruct Ascending as [Tested Ascending]. apply Nat.ltb_lt in Tested.
  destruct Member as [->|Member]; [easy|]. specialize (IH u Ascending t Member). lia.
Qed.
Lemma ascending_tail secret possible : ascending (secret :: possible) = true -> ascending possible =
  true.
Proof. destruct possible; [easy|]. cbn [ascending]. rewrite andb_true_iff. tauto. Qed.

(** A guess that is final for one secret only ends the game for one secret of a set. *)
Lemma single_finals guess possible : (forall secret t, In secret possible -> In t possible -> final
  (score guess secret) = true ->
  final (score guess t) = true -> secret = t) -> ascending possible = true -> finals guess possible
    <= 1.
Proof.
  unfold finals. induction possible as [|secret possible IH]; intros Each Ascending; sums; [lia|].
  pose proof (ascending_least _ _ Ascending) as Each2. destruct (final (score guess secret))
    eqn:Final; cbn [one].
  - rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros t Member.
    destruct (final (score guess t)) eqn:Et; [|easy]. specialize (Each2 t Member).
    assert (secret = t) by (apply Each; cbn; auto). lia.
  - apply IH; [|now apply ascending_tail in Ascending]. intros; apply Each; cbn; auto.
Qed.
Lemma seen_finals guess possible : seen possible guess = false -> finals guess possible = 0.
Proof. unfold seen, finals. induction possible as [|secret possible IH]; cbn [existsb]; sums;
  [easy|].
rewrite orb_false_iff. intros [-> Found]. cbn [one]. now rewrite IH. Qed.

Lemma finals_unique guess possible : finals guess possible <= 1 -> forall secret t, In secret
  possible -> In t possible ->
  final (score guess secret) = true -> final (score guess t) = true -> secret = t.
Proof.
  unfold finals. induction possible as [|r possible IH]; [easy|]. sums.
  intros AtMost secret t Is It Fs Ft.
  assert (Each : forall u, In u possible -> final (score guess u) = true -> 1 <= sum (fun secret =>
    one (final (score guess secret))) possible).
  { clear. intros u Member Final. induction possible as [|r possible IH]; [easy|]. sums.
    destruct Member as [->|Member]; [rewrite Final; cbn [one]; lia|]. specialize (IH Member). lia. }
  destruct Is as [->|Is], It as [->|It]; auto.
  - specialize (Each t It Ft). rewrite Fs in AtMost. cbn [one] in AtMost. lia.
  - specialize (Each secret Is Fs). rewrite Ft in AtMost. cbn [one] in AtMost. lia.
  - apply IH; auto. lia.
Qed.
End Count.
