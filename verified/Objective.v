(** Objectives as prices: criteria in order become one sum,
  in which an earlier one counts more than all later ones can. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play Replay Bounds Shapes Symmetry Rules Kernel.
Import ListNotations.
Open Scope N_scope.

Section Objective.
Variable asked : game.
Variable given : list N.  (* prices: a hint *)
Notation possible0 := (secrets asked).

(** Guesses have costs of their own, or prices by their places. *)
Definition plain := forallb (fun guess => long asked guess =? 1) (seq 0 (guesses asked)).
Definition posed := Game (guesses asked) (secrets asked) (score asked) (final asked) (goal asked)
  (weight asked) (long asked)
  (only asked)
  (if plain then fun _ => 0 else long asked) (if plain then given else [0]).
Notation P := posed.

Lemma plain_long p : plain = true -> (forall guess, In guess p -> (guess < guesses asked)%nat) ->
  sum (long asked) p = N.of_nat (length p).
Proof.
  unfold plain. rewrite forallb_forall. intros Each. induction p as [|guess p IH]; intros Each2;
    sums;
    [easy|].
  rewrite IH by (intros; apply Each2; now right). specialize (Each guess). rewrite in_seq, N.eqb_eq
    in Each.
  rewrite Each; [cbn [length]; lia|]. split; [lia|]. apply Each2. now left.
Qed.

Lemma path_guesses plan : forall possible secret p, path asked possible plan secret = Some p ->
  forall guess, In guess p ->
  (guess < guesses asked)%nat.
Proof.
  induction plan as [|guess next IH]; intros possible secret p Hp h Member; cbn in Hp; [easy|].
  destruct (may asked guess possible) eqn:May; [|easy]. apply may_guess in May.
  destruct (over _ _ _); [injection Hp as <-; destruct Member as [<-|[]]; easy|].
  destruct (path _ _ _ _) as [r|] eqn:Path; cbn in Hp; [|easy]. injection Hp as <-.
  destruct Member as [<-|Member]; [easy|]. now apply (IH _ _ _ _ Path).
Qed.

(** Paths of strategies without useless guesses are no longer, in any sense. *)
Lemma trim_long plan possible secret p : path asked possible plan secret = Some p -> In secret
  possible ->
  exists r, path asked possible (trim asked possible plan) secret = Some r /\ sum (long asked) r <=
    sum (long asked) p /\
    (length r <= length p)%nat.
Proof.
  intros Hp Member.
  pose (by_long := Game (guesses asked) (secrets asked) (score asked) (final asked) (goal asked)
    (weight asked) (long asked)
    (only asked) (long asked) [0]).
  pose (by_step := Game (guesses asked) (secrets asked) (score asked) (final asked) (goal asked)
    (weight asked) (long asked)
    (only asked) (fun _ => 0) [1]).
  assert (Each : forall budget depth, paid by_long depth budget = sum (long asked) budget).
  { induction budget as [|guess budget IH]; intros depth; cbn [paid]; sums; [easy|]. rewrite IH.
  unfold price.
    cbn [prices by_long length pred cost]. rewrite Nat.min_0_r. cbn [nth]. lia. }
  assert (Each2 : forall budget depth, paid by_step depth budget = N.of_nat (length budget)).
  { induction budget as [|guess budget IH]; intros depth; cbn [paid length]; [easy|]. rewrite IH.
  unfold price.
    cbn [prices by_step length pred cost]. rewrite Nat.min_0_r. cbn [nth]. lia. }
  destruct (trim_paid by_long plan 0 possible secret p Hp Member) as (r & Path & AtMost).
  destruct (trim_paid by_step plan 0 possible secret p Hp Member) as (r' & Path2 & AtMost2).
  assert (Equal : r = r') by (assert (Some r = Some r') by exact (eq_trans (eq_sym Path) Path2);
    congruence).
  subst r'.
  rewrite !Each in AtMost. rewrite !Each2 in AtMost2. exists r. repeat split; [exact Path|easy|lia].
Qed.

Lemma nth_rising fines : forallb (fun i => nth i fines 0 <=? nth (Datatypes.S i) fines 0) (seq 0
  (pred (length fines))) = true ->
  forall i j, (i <= j)%nat -> (j < length fines)%nat -> nth i fines 0 <= nth j fines 0.
Proof.
  rewrite forallb_forall. intros Each i j AtMost. induction AtMost as [|j AtMost IH]; intros Below;
    [lia|].
  specialize (Each j). rewrite in_seq, N.leb_le in Each.
  assert (nth i fines 0 <= nth j fines 0) by (apply IH; lia). lia.
Qed.
Definition rising a := match a with
  | Penalty fines => forallb (fun i => nth i fines 0 <=? nth (Datatypes.S i) fines 0) (seq 0 (pred
    (length fines)))
  | _ => true
  end.
Lemma pay_mono a p r : rising a = true -> sum (long asked) r <= sum (long asked) p ->
  (length r <= length p)%nat -> pay asked a r <= pay asked a p.
Proof.
  intros Rising AtMost AtMost2. destruct a as [| |most|fines]; cbn [pay]; [easy|lia| |].
  - destruct (Nat.leb_spec (length r) most), (Nat.leb_spec (length p) most); lia.
  - destruct fines as [|f fines]; [now rewrite !Nat.min_0_r|]. apply nth_rising; [easy|lia|].
    cbn [length]. lia.
Qed.

Definition wins plan := forall secret, In secret possible0 -> exists p, path asked possible0 plan
  secret = Some p.
Lemma allowed_wins steps m plan : allowed asked steps m plan -> wins plan.
Proof. intros Allowed secret Member. destruct (Allowed secret Member) as (p & ? & _). eauto. Qed.

Lemma max_le f guess (others : list nat) : (forall secret, In secret others -> f secret <= guess
  secret) ->
  fold_right N.max 0 (map f others) <= fold_right N.max 0 (map guess others).
Proof.
  induction others as [|secret others IH]; cbn [map fold_right]; intros Each; [easy|].
  assert (f secret <= guess secret) by (apply Each; now left).
  assert (fold_right N.max 0 (map f others) <= fold_right N.max 0 (map guess others)) by (apply IH;
    intros;
    apply Each; now right).
  lia.
Qed.
Lemma value_trim a plan : rising a = true -> wins plan -> value asked (trim asked possible0 plan) a
  <= value asked plan a.
Proof.
  intros Rising Wins. assert (Each : forall b, rising b = true -> sum (fun secret =>
    weight asked secret * of_path asked possible0 (trim asked possible0 plan) secret (pay asked b)
      0) possible0
    <= sum (fun secret => weight asked secret * of_path asked possible0 plan secret (pay asked b) 0)
      possible0).
  { intros b Rb. apply sum_le. intros secret Member. apply N.mul_le_mono_l.
  destruct (Wins secret Member) as (p & Hp).
    destruct (trim_long plan possible0 secret p Hp Member) as (r & Hr & AtMost & AtMost2). unfold
      of_path.
    rewrite Hp, Hr.
    now apply pay_mono. }
  destruct a; try apply (Each _ Rising). cbn [value]. unfold worst. apply max_le. intros secret
    Member.
  destruct (Wins secret Member) as (p & Hp).
  destruct (trim_long plan possible0 secret p Hp Member) as (r & Hr & AtMost & AtMost2). unfold
    of_path.
  now rewrite Hp, Hr.
Qed.

Lemma better_le u v w : Forall2 N.le u v -> better v w -> better u w.
Proof.
  intros Pairwise. revert w. induction Pairwise as [|x y u v AtMost Pairwise IH]; intros w Better;
    [now destruct w|].
  destruct w as [|z w]; cbn [better] in *; [easy|]. destruct Better as [Better|[Equal Better]];
    [left; lia|].
  destruct (N.eq_dec x z); [right; auto|left; lia].
Qed.

(** One sum of several criteria *)
Section Scales.
Variable W : N.  (* the weight of all secrets *)
Variable most : nat.  (* the guesses of a path are at most so many *)

Definition is_sum a := match a with Worst => false | _ => true end.
Definition sums_of aims := filter is_sum aims.
Definition fee a n := match a with
  | Mean => N.of_nat n
  | Worst => 0
  | Within rounds => if (n <=? rounds)%nat then 0 else 1
  | Penalty fines => nth (pred (min n (length fines))) fines 0
  end.
Fixpoint cap r := match r with
  | [] => 0
  | a :: r => let c := cap r in if is_sum a then (W * c + 1) * fee a most + c else c
  end.
Definition scale r := W * cap r + 1.
Fixpoint fees r n := match r with
  | [] => 0
  | a :: r => if is_sum a then scale r * fee a n + fees r n else fees r n
  end.
Fixpoint pays r p := match r with
  | [] => 0
  | a :: r => if is_sum a then scale r * pay asked a p + pays r p else pays r p
  end.
Definition all r plan := sum (fun secret => weight asked secret * of_path asked possible0 plan
  secret (pays r) 0) possible0.

Lemma fee_mono a n : rising a = true -> (n <= most)%nat -> fee a n <= fee a most.
Proof.
  intros Rising AtMost. destruct a as [| |rounds|fines]; cbn [fee]; [lia|lia| |].
  - destruct (Nat.leb_spec n rounds), (Nat.leb_spec most rounds); lia.
  - destruct fines as [|f fines]; [now rewrite !Nat.min_0_r|]. apply nth_rising; [easy|lia|].
    cbn [length]. lia.
Qed.
Lemma fees_cap r n : forallb rising r = true -> (n <= most)%nat -> fees r n <= cap r.
Proof.
  intros Each AtMost. induction r as [|a r IH]; [easy|]. cbn [forallb] in Each. rewrite
    andb_true_iff in Each.
  destruct Each as [Ra Rr].
  specialize (IH Rr). cbn [fees cap]. cbn zeta. destruct (is_sum a); [|easy].
  apply N.add_le_mono; [|easy]. apply N.mul_le_mono_l. now apply fee_mono.
Qed.

Lemma all_cons a r plan : is_sum a = true -> all (a :: r) plan = scale r * value asked plan a + all
  r plan.
Proof.
  intros IsSum. assert (Valued : value asked plan a = sum (fun secret =>
    weight asked secret * of_path asked possible0 plan secret (pay asked a) 0) possible0) by
      (destruct a; easy).
  rewrite Valued, N.mul_comm, <- sum_times. unfold all. rewrite <- sum_plus. apply sum_ext.
  intros secret _.
  unfold of_path.
  cbn [pays]. rewrite IsSum. destruct (path _ _ _ _); ring.
Qed.
Lemma all_worst r plan : all (Worst :: r) plan = all r plan.
Proof. easy. Qed.
Lemma pays_none r p : sums_of r = [] -> pays r p = 0.
Proof. induction r as [|a r IH]; [easy|]. cbn [sums_of filter pays]. fold (sums_of r).
destruct (is_sum a); easy. Qed.
Lemma cap_none r : sums_of r = [] -> cap r = 0.
Proof. induction r as [|a r IH]; [easy|]. cbn [sums_of filter cap]. fold (sums_of r).
destruct (is_sum a); easy. Qed.

(** What the total of a strategy says of the criteria *)
Definition fees_of r n := match n with O => 0 | _ => fees r n end.
Definition fair aims := match sums_of aims with
  | [] => true
  | [Mean] => if plain then forallb (fun depth => fees_of aims (S depth) =? fees_of aims depth +
    price P depth) (seq
    0 most) else true
  | _ => plain && forallb (fun depth => fees_of aims (S depth) =? fees_of aims depth + price P
    depth) (seq 0 most)
  end.
Definition short plan := forall secret p, In secret possible0 -> path asked possible0 plan secret =
  Some p -> (length p <= most)%nat.

Lemma paid_plain aims : plain = true -> forallb (fun depth =>
  fees_of aims (S depth) =? fees_of aims depth + price P depth) (seq 0 most) = true ->
  forall p depth, (depth + length p <= most)%nat -> fees_of aims depth + paid P depth p = fees_of
    aims (depth + length
    p).
Proof.
  intros Pl. rewrite forallb_forall. intros Each p.
  induction p as [|guess p IH]; intros depth AtMost; cbn [paid length] in *; [rewrite Nat.add_0_r;
    lia|].
  specialize (Each depth). rewrite in_seq, N.eqb_eq in Each. specialize (IH (S depth)).
  rewrite Nat.add_succ_r, <- Nat.add_succ_l, <- IH by lia.
  rewrite Each by lia. unfold posed at 2. cbn [cost]. rewrite Pl. lia.
Qed.
Lemma paid_priced : plain = false -> forall p depth, paid P depth p = sum (long asked) p.
Proof.
  intros Pl p. induction p as [|guess p IH]; intros depth; cbn [paid]; sums; [easy|]. rewrite IH.
  unfold price, posed. cbn [prices cost]. rewrite Pl. cbn [length pred]. rewrite Nat.min_0_r.
  cbn [nth]. lia.
Qed.
Lemma pays_plain r p : sum (long asked) p = N.of_nat (length p) -> pays r p = fees r (length p).
Proof.
  intros Equal. induction r as [|a r IH]; [easy|]. cbn [pays fees]. rewrite IH.
  destruct (is_sum a); [|easy].
  replace (pay asked a p) with (fee a (length p)) by (destruct a; cbn [pay fee]; congruence). easy.
Qed.

Lemma fair_plain aims : plain = true -> fair aims = true -> sums_of aims <> [] ->
  forallb (fun depth => fees_of aims (S depth) =? fees_of aims depth + price P depth) (seq 0 most) =
    true.
Proof. unfold fair. intros -> Cases Differ. destruct (sums_of aims) as [|[| | |] [|? ?]]; easy. Qed.
Lemma fair_priced aims : plain = false -> fair aims = true -> sums_of aims <> [] ->
  sums_of aims = [Mean].
Proof. unfold fair. intros -> Cases Differ. destruct (sums_of aims) as [|[| | |] [|? ?]]; easy. Qed.

Lemma pays_mean aims p : sums_of aims = [Mean] -> pays aims p = sum (long asked) p.
Proof.
  induction aims as [|a r IH]; [easy|]. cbn [sums_of filter pays]. fold (sums_of r).
  destruct (is_sum a); [|easy].
  intros [= -> Equal]. unfold scale. rewrite (pays_none r p Equal), (cap_none r Equal). cbn [pay].
    lia.
Qed.
Lemma total_all aims plan : fair aims = true -> sums_of aims <> [] -> short plan ->
  total P 0 possible0 plan = all aims plan.
Proof.
  intros Fair Differ Sh. unfold total, all. apply sum_ext. intros secret Member. f_equal. unfold
    of_path.
  change (path P possible0 plan secret) with (path asked possible0 plan secret).
  destruct (path asked possible0 plan secret) as [p|] eqn:Hp; [|easy].
  destruct plain eqn:Pl.
  - rewrite pays_plain by (apply plain_long; [easy|]; now apply (path_guesses _ _ _ _ Hp)).
    pose proof (paid_plain aims Pl (fair_plain aims Pl Fair Differ) p 0 (Sh secret p Member Hp)) as
      Equal.
    cbn [fees_of Nat.add] in Equal.
    rewrite N.add_0_l in Equal. rewrite Equal. destruct p; [|easy]. exfalso. clear - Hp.
    destruct plan as [|guess next]; cbn in Hp; [easy|]. destruct (may _ _ _); [|easy].
    destruct (over _ _ _); [easy|].
    destruct (path _ _ _ _); easy.
  - rewrite (paid_priced Pl). symmetry. apply pays_mean. now apply fair_priced.
Qed.

Fixpoint fits r plan := match r with
  | [] => True
  | a :: r => (is_sum a = true -> all r plan < scale r) /\ fits r plan
  end.
Lemma fits_ok aims plan : W = sum (weight asked) possible0 -> forallb rising aims = true -> fair
  aims = true ->
  short plan -> fits aims plan.
Proof.
  intros EW Each Fair Sh. assert (Each2 : forall r, forallb rising r = true ->
    plain = true \/ sums_of r = [] -> all r plan < scale r).
  { intros r Rr Either. unfold scale. assert (all r plan <= W * cap r); [|lia]. unfold all.
    rewrite EW, <- sum_times.
    apply sum_le. intros secret Member. apply N.mul_le_mono_l. unfold of_path.
    destruct (path asked possible0 plan secret) as [p|] eqn:Hp; [|lia].
    destruct Either as [Pl|Equal]; [|rewrite (pays_none r p Equal); lia].
    rewrite pays_plain by (apply plain_long; [easy|]; now apply (path_guesses _ _ _ _ Hp)).
    apply fees_cap; [easy|]. now apply (Sh secret). }
  destruct plain eqn:Pl.
  - clear Fair. induction aims as [|a r IH]; cbn [fits]; [easy|]. cbn [forallb] in Each.
    rewrite andb_true_iff in Each. split; [|now apply IH].
    intros _. apply Each2; [easy|now left].
  - destruct (sums_of aims) eqn:Equal.
    + clear Fair. induction aims as [|a r IH]; cbn [fits]; [easy|]. cbn [forallb] in Each.
      rewrite andb_true_iff in Each.
      cbn [sums_of filter] in Equal. fold (sums_of r) in Equal. destruct (is_sum a); [easy|].
      split; [easy|]. now apply IH.
    + apply (fair_priced aims Pl) in Fair; [|congruence]. rewrite Fair in Equal. clear - Each2 Each
      Fair.
      induction aims as [|a r IH]; cbn [fits]; [easy|]. cbn [forallb] in Each.
      rewrite andb_true_iff in Each.
      cbn [sums_of filter] in Fair. fold (sums_of r) in Fair. destruct (is_sum a) eqn:Sa.
      * injection Fair as -> Fair. split; [intros _; apply Each2; [easy|now right]|].
        assert (forall budget, sums_of budget = [] -> fits budget plan); [|auto]. clear.
        induction budget as [|b budget IH]; cbn [fits]; [easy|].
        cbn [sums_of filter]. fold (sums_of budget). destruct (is_sum b); [easy|]. intros.
        split; [easy|auto].
      * split; [easy|]. apply IH; easy.
Qed.
End Scales.

(** The facts decide: each sum is at least as large, and no path can be shorter. They rest on no
    line from [now] on. *)
Section Decide.
Variable A : arena P.
Variable stated : nat -> statement.
Variable now : nat.
Variable find : bool -> list nat -> nat -> nat -> N -> option (fact P A stated).
Variables steps money : option N.
Variable aims : list aim.
Variable plan0 : strategy.
Notation bound := (bound P A stated now find steps).

Fixpoint decide W most w0 r m low least := match r with
  | [] => true
  | a :: r =>
      if is_sum a then
        let u := scale W most r in let low := low + u * replayed asked plan0 a in
        reaches (Some low) (bound m) && decide W most w0 r m low (Some (low + u))
      else reaches least (bound (Some (w0 - 1))) && decide W most w0 r (Some w0) low least
  end.

Definition inb (m : option N) n := match m with None => true | Some m => n <=? m end.
Definition plays most := let found := paths asked plan0 possible0 in
  (length found =? length possible0)%nat && forallb (fun one => let p := snd one in
    (length p <=? most)%nat && inb steps (N.of_nat (length p)) && inb money (sum (long asked) p))
      found.
Definition accepts : option (list N) :=
  let W := sum (weight asked) possible0 in let most := most_steps P steps in let w0 := replayed
    asked plan0 Worst in
  if negb (known asked possible0) && plays most && forallb rising aims && fair W most aims &&
    decide W most w0 aims money 0 None
  then Some (map (replayed asked plan0) aims) else None.

Lemma inb_ok m n : inb m n = true -> within m n.
Proof. destruct m; cbn; [apply N.leb_le|easy]. Qed.
Lemma plays_ok most : plays most = true -> allowed asked steps money plan0.
Proof.
  unfold plays. cbn zeta. rewrite andb_true_iff, forallb_forall. intros [Length Each] secret Member.
  apply Nat.eqb_eq in Length. destruct (paths_all asked plan0 possible0 Length secret Member) as (p
    & Hp).
  exists p.
  specialize (Each (secret, p)). cbn [snd] in Each. rewrite !andb_true_iff in Each.
  destruct Each as [[_ Limited] Limited2]; [now apply paths_in|]. auto using inb_ok.
Qed.

Variables (threshold : list nat -> N -> N) (planes : nat -> option (plane P A)).
Hypothesis Hold : all_hold P stated now.
Lemma decide_ok W most : known asked possible0 = false -> forall r m low least plan,
  decide W most (worst asked possible0 plan0) r m low least = true -> allowed asked steps m plan ->
    fits W most r plan ->
  (sums_of r <> [] -> total P 0 possible0 plan = low + all W most r plan) -> (forall l, least = Some
    l ->
    total P 0 possible0 plan < l) ->
  ~ better (map (value asked plan) r) (map (value asked plan0) r).
Proof.
  intros Kn. induction r as [|a r IH]; intros m low least plan Decide Allowed Fi Each Each2; cbn
    [map better];
    [easy|].
  cbn [decide] in Decide. cbn [fits] in Fi. destruct Fi as [Sm Fi]. cbn [sums_of filter] in Each.
  fold (sums_of r) in Each.
  destruct (is_sum a) eqn:Sa.
  - cbn zeta in Decide. rewrite replayed_ok, andb_true_iff in Decide. destruct Decide as [Reaches
    Decide2].
  specialize (Each ltac:(easy)).
    specialize (Sm eq_refl).
    rewrite (all_cons _ _ _ _ _ Sa) in Each.
    pose proof (reaches_ok _ _ _ Reaches (bound_ok P A stated threshold planes now find steps m plan
      Hold Kn Allowed)) as Bounded.
    cbn [ole] in Bounded.
    set (u := scale W most r) in *. set (v := value asked plan a) in *. set (v0 := value asked plan0
      a) in *.
    change (secrets P) with possible0 in Bounded.
    intros [Lt|[Ev Bt]]; [assert (u * (v + 1) <= u * v0) by (apply N.mul_le_mono_l; lia); lia|].
    revert Bt. apply (IH m (low + u * v0) (Some (low + u * v0 + u))); auto.
    + intros _. rewrite Each, Ev. lia.
    + intros l [= <-]. rewrite Each, Ev. lia.
  - destruct a; try easy. rewrite andb_true_iff in Decide. destruct Decide as [Reaches Decide2]. cbn
    [value].
    intros [Lt|[Ev Bt]].
    + assert (Hw : allowed P steps (Some (worst asked possible0 plan0 - 1)) plan) by (apply
      (allowed_worst P steps
        m); [exact Allowed|]; change (worst asked possible0 plan <= worst asked possible0 plan0 -
          1);
          lia).
      pose proof (reaches_ok _ _ _ Reaches (bound_ok P A stated threshold planes now find steps _
        plan
        Hold Kn Hw)) as Bounded.
      destruct least as [l|]; [|easy]. specialize (Each2 l eq_refl). cbn [ole] in Bounded.
      change (secrets P) with possible0 in Bounded. lia.
    + revert Bt. apply (IH (Some (worst asked possible0 plan0)) low least); auto.
      apply (allowed_worst P steps m); [exact Allowed|]. change (worst asked possible0 plan <= worst
        asked
        possible0 plan0). lia.
Qed.

Lemma good_length plan : forall rounds budget possible secret p, good asked rounds budget possible
  plan ->
  path asked possible plan secret = Some p -> In secret possible ->
  (length p <= rounds)%nat.
Proof.
  induction plan as [|guess next IH]; intros rounds budget possible secret p Gd Hp Member; [easy|].
  cbn [good] in Gd.
  destruct rounds; [tauto|]. destruct Gd as (_ & May & _ & _ & Each).
  rewrite path_ask in Hp by easy. cbn zeta in Hp.
  destruct (over _ _ _) eqn:Over; [injection Hp as <-; cbn [length]; lia|].
  destruct (path _ _ _ _) as [r|] eqn:Path; cbn [option_map] in Hp; [|easy]. injection Hp as <-.
  cbn [length].
  destruct (Each (score asked guess secret)) as [?|Ha]; [congruence|]. apply le_n_S.
  apply (IH _ _ _ _ _ _ Ha Path).
  now apply part_in.
Qed.

Lemma trimmed plan : known asked possible0 = false -> allowed asked steps money plan ->
  allowed asked steps money (trim asked possible0 plan) /\ short (most_steps P steps) (trim asked
    possible0 plan).
Proof.
  intros Kn Allowed. split.
  - intros secret Member. destruct (Allowed secret Member) as (p & Hp & Limited & Limited2).
    destruct (trim_long plan possible0 secret p Hp Member) as (r & Hr & AtMost & AtMost2).
    exists r. split; [easy|]. split; [destruct steps; cbn [within] in *; [lia|easy]|destruct money;
      cbn [within] in *; [lia|easy]].
  - destruct (allowed_ends asked steps money plan Allowed) as (rounds & budget & Ends & Rounds &
    AtMost3).
  intros secret p Member Hp.
    apply trim_good in Ends; [|easy]. apply good_steps in Ends.
    pose proof (good_length _ _ _ _ _ _ Ends Hp Member).
    unfold most_steps. change (secrets P) with possible0. destruct steps; lia.
Qed.

Theorem accepts_if values : accepts = Some values -> optimal asked steps money aims plan0 values.
Proof.
  unfold accepts. destruct (_ && _) eqn:Negated; [|easy]. intros [= <-].
  cbn [replayed] in Negated. rewrite longest_ok in Negated.
  assert (Equal : map (replayed asked plan0) aims = map (value asked plan0) aims) by
    (apply map_ext; intros a; apply replayed_ok).
  rewrite Equal. clear Equal.
  rewrite !andb_true_iff, negb_true_iff in Negated.
  destruct Negated as [[[[Kn Pl] Each] Fair] Decide]. split; [now apply (plays_ok _ Pl)|]. split;
    [easy|].
  intros plan Allowed Better.
  destruct (trimmed plan Kn Allowed) as [Ht Sh].
  refine (decide_ok _ _ Kn aims money 0 None (trim asked possible0 plan) Decide Ht _ _ _ _).
  - now apply fits_ok.
  - intros Differ. rewrite N.add_0_l. now apply total_all.
  - easy.
  - apply (better_le _ (map (value asked plan) aims)); [|exact Better]. clear - Each Allowed.
    induction aims as [|a r IH]; cbn [map]; constructor.
    + cbn [forallb] in Each. rewrite andb_true_iff in Each. apply value_trim; [apply Each|].
      now apply (allowed_wins steps money).
    + apply IH. cbn [forallb] in Each. rewrite andb_true_iff in Each. apply Each.
Qed.
End Decide.

(** Facts that rest on no statements of other processes: those before line 0 *)
Theorem accepts_sound A stated find steps money aims plan0 values :
  accepts A stated 0 find steps money aims plan0 = Some values ->
  optimal asked steps money aims plan0 values.
Proof.
  apply accepts_if; [exact (fun _ _ => 0)|exact (fun _ => None)|]. intros line Below.
  now apply Nat.nlt_0_r in Below.
Qed.
End Objective.
