(** Huffman's code is shortest: a lower bound of what it takes to distinguish goals. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Verified Require Import Spec Prices Play Bounds.
Import ListNotations.
Open Scope N_scope.

Fixpoint insert x (l : list N) := match l with [] => [x] | y :: m =>
  if x <=? y then x :: l else y :: insert x m end.
Fixpoint insert_down x (l : list N) := match l with [] => [x] | y :: m =>
  if y <=? x then x :: l else y :: insert_down x m end.
Definition sorted (l : list N) := fold_right insert [] l.
Definition sorted_down (l : list N) := fold_right insert_down [] l.
Fixpoint dot (u v : list N) := match u, v with x :: u, y :: v => x * y + dot u v | _, _ => 0 end.

Fixpoint up l := match l with x :: (y :: _) as m => x <= y /\ up m | _ => True end.
Fixpoint down l := match l with x :: (y :: _) as m => y <= x /\ down m | _ => True end.
Lemma up_tail x l : up (x :: l) -> up l.
Proof. destruct l; cbn; tauto. Qed.
Lemma down_tail x l : down (x :: l) -> down l.
Proof. destruct l; cbn; tauto. Qed.
Lemma insert_first x l : up (x :: l) -> insert x l = x :: l.
Proof. destruct l as [|y l]; cbn [up insert]; [easy|]. intros [AtMost _]. apply N.leb_le in AtMost.
now rewrite AtMost. Qed.
Lemma insert_down_first x l : down (x :: l) -> insert_down x l = x :: l.
Proof. destruct l as [|y l]; cbn [down insert_down]; [easy|]. intros [AtMost _]. apply N.leb_le in
  AtMost.
now rewrite AtMost. Qed.
Lemma insert_up x l : up l -> up (insert x l).
Proof.
  induction l as [|y l IH]; intros Ascending; cbn [insert]; [easy|].
  destruct (N.leb_spec x y); [cbn [up]; auto|].
  specialize (IH (up_tail _ _ Ascending)). destruct l as [|z l]; cbn [insert] in *; [cbn [up];
    split;
    [lia|easy]|].
  destruct (x <=? z); cbn [up] in *; split; try tauto; lia.
Qed.
Lemma insert_down_down x l : down l -> down (insert_down x l).
Proof.
  induction l as [|y l IH]; intros Descending; cbn [insert_down]; [easy|].
  destruct (N.leb_spec y x); [cbn [down]; auto|].
  specialize (IH (down_tail _ _ Descending)). destruct l as [|z l]; cbn [insert_down] in *; [cbn
    [down];
    split; [lia|easy]|].
  destruct (z <=? x); cbn [down] in *; split; try tauto; lia.
Qed.
Lemma sorted_up l : up (sorted l).
Proof. induction l; cbn; [easy|]. now apply insert_up. Qed.
Lemma sorted_down_down l : down (sorted_down l).
Proof. induction l; cbn; [easy|]. now apply insert_down_down. Qed.
Lemma insert_perm x l : Permutation (insert x l) (x :: l).
Proof. induction l as [|y l IH]; cbn; [easy|]. destruct (x <=? y); [easy|].
eapply perm_trans; [apply perm_skip, IH|apply perm_swap]. Qed.
Lemma insert_down_perm x l : Permutation (insert_down x l) (x :: l).
Proof. induction l as [|y l IH]; cbn; [easy|]. destruct (y <=? x); [easy|].
eapply perm_trans; [apply perm_skip, IH|apply perm_swap]. Qed.
Lemma sorted_down_perm l : Permutation (sorted_down l) l.
Proof. induction l; cbn; [easy|]. eapply perm_trans; [apply insert_down_perm|]. now apply perm_skip.
Qed.
Lemma sorted_perm l : Permutation (sorted l) l.
Proof. induction l; cbn; [easy|]. eapply perm_trans; [apply insert_perm|]. now apply perm_skip. Qed.

(** The light ones are best given the long words. *)
Lemma insert_dot w l : forall u v, length u = length v -> up u -> down v ->
  dot (insert w u) (insert_down l v) <= w * l + dot u v.
Proof.
  intros u. revert w l. induction u as [|a u IH]; intros w l [|b v] Length Ascending Descending; try
    easy.
  injection Length as Length. pose proof (up_tail _ _ Ascending) as Ascending2. pose proof
    (down_tail _ _ Descending) as Descending2.
  cbn [insert insert_down].
  destruct (N.leb_spec w a), (N.leb_spec b l); cbn [dot].
  - lia.
  - pose proof (IH a l v Length Ascending2 Descending2) as AtMost. rewrite (insert_first _ _
    Ascending) in AtMost. cbn [dot] in AtMost.
    destruct (insert_down l v); nia.
  - pose proof (IH w b v Length Ascending2 Descending2) as AtMost. rewrite (insert_down_first _ _
    Descending) in AtMost.
    destruct (insert w u); cbn [dot] in *; nia.
  - specialize (IH w l v Length Ascending2 Descending2). lia.
Qed.
Lemma sorted_length l : length (sorted l) = length l.
Proof. apply Permutation_length, sorted_perm. Qed.
Lemma sorted_down_length l : length (sorted_down l) = length l.
Proof. apply Permutation_length, sorted_down_perm. Qed.
Lemma rearranged (P : list (N * N)) : dot (sorted (map fst P)) (sorted_down (map snd P)) <= sum (fun
  p => fst p * snd p) P.
Proof.
  induction P as [|[w l] P IH]; cbn [map sorted sorted_down fold_right]; sums; [cbn; lia|].
  fold (sorted (map fst P)). fold (sorted_down (map snd P)).
  assert (Length : length (sorted (map fst P)) = length (sorted_down (map snd P))) by (rewrite
    sorted_length, sorted_down_length; now rewrite !map_length).
  pose proof (insert_dot w l _ _ Length (sorted_up _) (sorted_down_down _)). lia.
Qed.

Lemma perm_sum {A} (f : A -> N) u v : Permutation u v -> sum f u = sum f v.
Proof. induction 1; sums; lia. Qed.
Lemma sum_app {A} (f : A -> N) u v : sum f (u ++ v) = sum f u + sum f v.
Proof. induction u; cbn [app]; sums; lia. Qed.
Lemma dot_app u v u' v' : length u = length v -> dot (u ++ u') (v ++ v') = dot u v + dot u' v'.
Proof. revert v. induction u; intros [|y v] Equal; cbn in *; try easy. rewrite IHu by lia. lia. Qed.
Lemma dot_repeat L u : dot u (repeat L (length u)) = L * sum (fun x => x) u.
Proof. induction u; cbn [length repeat dot]; sums; lia. Qed.
Lemma up_skip n l : up l -> up (skipn n l).
Proof. revert l. induction n; intros l Ascending; cbn; [easy|]. destruct l; [easy|]. apply IHn.
now apply up_tail in Ascending. Qed.
Lemma down_skip n l : down l -> down (skipn n l).
Proof. revert l. induction n; intros l Descending; cbn; [easy|]. destruct l; [easy|]. apply IHn.
now apply down_tail in Descending. Qed.

Lemma repeat_add {A} (x : A) a b : repeat x (a + b) = repeat x a ++ repeat x b.
Proof. induction a; cbn; congruence. Qed.
Lemma zeros_up c l : up l -> up (repeat 0 c ++ l).
Proof. intros Ascending. induction c as [|c IH]; [easy|]. cbn [repeat app].
destruct (repeat 0 c ++ l) eqn:Equal; [easy|]. cbn [up]. split; [lia|easy]. Qed.
(** Huffman's code *)
Section Letters.
Variable D : nat.
Hypothesis Two : (2 <= D)%nat.
Notation M := (N.of_nat D).

Fixpoint greedy n l := match n with
  | O => 0
  | S n => match l with
      | [] | [_] => 0
      | _ => let g := sum (fun x => x) (firstn D l) in g + greedy n (insert g (skipn D l))
      end
  end.

Definition kraft b ls := sum (fun l => M ^ (b - l)) ls.
Definition below b ls := forall l, In l ls -> l <= b.

Lemma power_mod k : 0 < k -> M ^ k mod M = 0.
Proof. intros. replace k with (N.succ (k - 1)) by lia. rewrite N.pow_succ_r', N.mul_comm.
apply N.mod_mul. lia. Qed.

Lemma kraft_mod L ls : below L ls -> kraft L ls mod M = sum (fun l => one (l =? L)) ls mod M.
Proof.
  unfold kraft. induction ls as [|l ls IH]; intros Shorter; sums; [easy|].
  rewrite N.add_mod, IH, <- N.add_mod_idemp_r by (try lia; intros x Member; apply Shorter; now
    right).
  destruct (N.eqb_spec l L) as [->|Ne]; cbn [one].
  - rewrite N.sub_diag, N.pow_0_r, N.add_mod_idemp_l by lia. rewrite N.mod_mod by lia.
    now rewrite N.add_mod_idemp_r by lia.
  - rewrite power_mod by (specialize (Shorter l (or_introl eq_refl)); lia). rewrite N.mod_mod by
    lia.
    now rewrite !N.add_0_l, N.mod_mod by lia.
Qed.

Lemma kraft_scale b L ls : below L ls -> L <= b -> kraft b ls = M ^ (b - L) * kraft L ls.
Proof.
  intros Shorter Lb. unfold kraft. induction ls as [|l ls IH]; sums; [lia|].
  rewrite IH by (intros x Member; apply Shorter; now right).
  rewrite N.mul_add_distr_l, <- N.pow_add_r. do 2 f_equal. specialize (Shorter l (or_introl
    eq_refl)).
  lia.
Qed.

Lemma down_below x l : down (x :: l) -> below x (x :: l).
Proof.
  revert x. induction l as [|y l IH]; intros x Descending z [->|Member]; try lia; [easy|]. cbn
    [down] in Descending.
  destruct Descending as [AtMost Descending]. specialize (IH y Descending z Member). lia.
Qed.

(** In descending order, the longest come first. *)
Lemma longest_first L ls c : down ls -> below L ls -> N.of_nat c <= sum (fun l =>
  one (l =? L)) ls -> firstn c ls = repeat L c.
Proof.
  revert c. induction ls as [|l ls IH]; intros c Dn Shorter AtMost; sums.
  - assert (c = 0%nat) as -> by lia. easy.
  - destruct c as [|c]; [easy|]. cbn [firstn repeat].
    destruct (N.eqb_spec l L) as [->|Ne]; cbn [one] in AtMost.
    + f_equal. apply IH; [now apply down_tail in Dn|intros x Member; apply Shorter; now right|lia].
    + exfalso. assert (sum (fun l => one (l =? L)) ls = 0); [|lia].
      pose proof (down_below _ _ Dn) as Bl. pose proof (Shorter l (or_introl eq_refl)).
      rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|].
      intros x Member. specialize (Bl x (or_intror Member)). destruct (N.eqb_spec x L); [lia|easy].
Qed.

Lemma greedy_least n : forall ws ls b, length ws = length ls -> (length ws <= n)%nat -> up ws ->
  down ls -> below b ls -> kraft b ls = M ^ b ->
  greedy n ws <= dot ws ls.
Proof.
  induction n as [|n IH]; intros ws ls b Length Ln Ascending Dn Shorter Equal; [cbn; lia|]. cbn
    [greedy].
  destruct ws as [|w ws]; [lia|]. destruct ws as [|w' ws]; [lia|].
  set (weights := w :: w' :: ws) in *. destruct ls as [|longest ls0]; [easy|].
  destruct ls0 as [|next_length ls0]; [easy|]. set (ls := longest :: next_length :: ls0) in *.
  assert (Bl : below longest ls) by now apply down_below. pose proof (Shorter longest (or_introl
    eq_refl)) as
    Lb.
  assert (KL : kraft longest ls = M ^ longest).
  { rewrite (kraft_scale b longest ls Bl Lb) in Equal. replace b with (b - longest + longest) in
    Equal at 2 by lia.
    rewrite N.pow_add_r in Equal.
    apply N.mul_cancel_l in Equal; [easy|]. apply N.pow_nonzero. lia. }
  assert (Each : forall x, 1 <= M ^ x) by (intros x; assert (M ^ x <> 0) by (apply N.pow_nonzero;
    lia); lia).
  assert (Below : 0 < longest).
  { destruct (N.eq_0_gt_0_cases longest) as [->|]; [|easy]. exfalso. unfold kraft, ls in KL. sums.
    rewrite !N.sub_0_l, !N.pow_0_r in KL.
    lia. }
  assert (AtMost : M <= sum (fun l => one (l =? longest)) ls).
  { pose proof (kraft_mod longest ls Bl) as Equal2. rewrite KL, power_mod in Equal2 by easy.
    set (c := sum _ ls) in *.
    assert (1 <= c) by (unfold c, ls; sums; rewrite N.eqb_refl; cbn [one]; lia).
    destruct (N.le_gt_cases M c); [easy|].
    rewrite N.mod_small in Equal2 by easy. lia. }
  pose proof (longest_first longest ls D Dn Bl AtMost) as Equal3.
  assert (Dl : (D <= length ls)%nat).
  { assert (sum (fun l => one (l =? longest)) ls <= N.of_nat (length ls)); [|lia].
    change (N.of_nat (length ls)) with (size ls). rewrite size_sum.
    apply sum_le. intros. destruct (_ =? _); cbn [one]; lia. }
  set (g := sum (fun x => x) (firstn D weights)). set (ws' := skipn D weights). set (ls' := skipn D
    ls).
  assert (Lf : length (firstn D weights) = D) by (rewrite firstn_length; lia).
  assert (Dot : dot weights ls = longest * g + dot ws' ls').
  { rewrite <- (firstn_skipn D weights), <- (firstn_skipn D ls), dot_app by (rewrite !firstn_length;
    lia).
    rewrite Equal3. unfold g, ws', ls'.
    rewrite <- Lf at 2. now rewrite dot_repeat. }
  assert (Ew : length ws' = length ls') by (unfold ws', ls'; rewrite !skipn_length; lia).
  assert (Shorter2 : below b ls') by (intros x AtMost2; apply Shorter; rewrite <- (firstn_skipn D
    ls);
    apply in_or_app; now right).
  assert (AtMost2 : greedy n (insert g ws') <= dot (insert g ws') (insert_down (longest - 1) ls')).
  { apply (IH _ _ b).
    - rewrite (Permutation_length (insert_perm _ _)), (Permutation_length (insert_down_perm _ _)).
      cbn [length]. lia.
    - rewrite (Permutation_length (insert_perm _ _)). unfold ws'. cbn [length].
      rewrite skipn_length. lia.
    - now apply insert_up, up_skip.
    - now apply insert_down_down, down_skip.
    - intros x Member. apply (Permutation_in _ (insert_down_perm _ _)) in Member.
      destruct Member as [<-|Member]; [lia|now apply Shorter2].
    - unfold kraft. rewrite (perm_sum _ _ _ (insert_down_perm _ _)). sums. rewrite <- Equal.
      unfold kraft at 1.
      rewrite <- (firstn_skipn D ls) at 1. rewrite sum_app, Equal3. f_equal.
      assert (Each2 : forall c, sum (fun l => M ^ (b - l)) (repeat longest c) = N.of_nat c * M ^ (b
        - longest))
        by
        (induction c; cbn [repeat]; sums; lia).
      rewrite Each2, <- N.pow_succ_r'. f_equal. lia. }
  pose proof (insert_dot g (longest - 1) ws' ls' Ew (up_skip _ _ Ascending) (down_skip _ _ Dn)) as
    Equal2.
    rewrite Dot.
  nia.
Qed.

(** Words of weight 0 do not make it less. *)
Lemma greedy_zeros n l : up l -> (1 <= length l)%nat ->
  greedy n l <= greedy (S n) (repeat 0 (D - 1) ++ l).
Proof.
  intros Ascending AtMost. destruct l as [|x l]; [easy|]. destruct D as [|[|d]] eqn:ED; try lia.
  cbn [Nat.sub repeat app].
  cbn [greedy]. rewrite ED. replace (repeat 0 d ++ x :: l) with ((repeat 0 d ++ [x]) ++ l) by now
    rewrite <- app_assoc.
  assert (Ld : length (0 :: repeat 0 d ++ [x]) = S (S d)) by (cbn [length];
    rewrite app_length, repeat_length; cbn [length]; lia).
  destruct (repeat 0 d ++ [x]) as [|y m] eqn:Em; [now destruct d|]. cbn [app].
  change (0 :: y :: m ++ l) with ((0 :: y :: m) ++ l).
  rewrite firstn_app, skipn_app, <- Ld, firstn_all, skipn_all, Nat.sub_diag. cbn [firstn skipn app].
  rewrite app_nil_r. assert (Sx : sum (fun x => x) (0 :: y :: m) = x).
  { rewrite <- Em. sums. rewrite sum_app. sums.
    assert (forall c, sum (fun x : N => x) (repeat 0 c) = 0) as -> by (induction c; cbn [repeat];
      sums; lia). lia. }
  rewrite Sx, (insert_first _ _ Ascending). lia.
Qed.
Lemma greedy_more j : forall n l, up l -> (1 <= length l)%nat ->
  greedy n l <= greedy (j + n) (repeat 0 (j * (D - 1)) ++ l).
Proof.
  induction j as [|j IH]; intros n l Ascending AtMost; [cbn; lia|]. etransitivity; [now apply IH|].
  cbn [Nat.add Nat.mul]. rewrite repeat_add, <- app_assoc.
  apply greedy_zeros; [now apply zeros_up|rewrite app_length; lia].
Qed.

(** A greater bound of the number of steps changes nothing. *)
Lemma greedy_fuel n : forall m l, (length l <= n)%nat -> (n <= m)%nat -> greedy m l = greedy n l.
Proof.
  induction n as [|n IH]; intros m l AtMost AtMost2.
  - destruct l; [now destruct m|cbn in AtMost; lia].
  - destruct m as [|m]; [lia|]. cbn [greedy]. destruct l as [|x [|y l]]; auto. f_equal.
    apply IH; [|lia].
    rewrite (Permutation_length (insert_perm _ _)). cbn [length] in *. rewrite skipn_length.
    cbn [length]. lia.
Qed.

Lemma greedy_mono n : forall m l, (n <= m)%nat -> greedy n l <= greedy m l.
Proof.
  induction n as [|n IH]; intros m l AtMost; [cbn; lia|]. destruct m as [|m]; [lia|]. cbn [greedy].
  destruct l as [|x [|y l]]; try lia.
  apply N.add_le_mono_l, IH. lia.
Qed.

Definition pad n := let r := ((n - 1) mod (D - 1))%nat in if (r =? 0)%nat then 0%nat else (D - 1 -
  r)%nat.

(** The same without insertions into a long list: sums come in order, so they wait in a queue,
    [front] and then [back] from its end. No waiting sum is more than [most]. *)
Definition pop (given front back : list N) := match front, back with
  | [], _ :: _ => (given, rev_append back [], [])
  | _, _ => (given, front, back)
  end.
Definition next (given front back : list N) := match pop given front back with
  | (x :: given, y :: front, back) =>
      if x <=? y then Some (x, given, y :: front, back) else Some (y, x :: given, front, back)
  | (x :: given, [], back) => Some (x, given, [], back)
  | ([], y :: front, back) => Some (y, [], front, back)
  | ([], [], _) => None
  end.
Fixpoint take n given front back total := match n with
  | O => (total, given, front, back)
  | S n => match next given front back with
      | None => (total, given, front, back)
      | Some (x, given, front, back) => take n given front back (total + x)
      end
  end.
Definition few {Item} (given front back : list Item) := match given, front, back with
  | [], [], ([] | [_]) | [], [_], [] | [_], [], [] => true
  | _, _, _ => false
  end.
Fixpoint queued n given front back most total := match n with
  | O => total
  | S n => if few given front back then total else
      let '(g, given, front, back) := take D given front back 0 in
      if most <=? g then queued n given front (g :: back) g (total + g)
      else total + g + greedy n (insert g (sorted (given ++ front ++ rev back)))
  end.

Lemma up_head x l : up (x :: l) -> forall y, In y l -> x <= y.
Proof.
  revert x. induction l as [|z l IH]; intros x Ascending y Member; [easy|]. cbn [up] in Ascending.
    destruct Ascending as [AtMost Ascending].
  destruct Member as [->|Member]; [easy|]. specialize (IH z Ascending y Member). lia.
Qed.
Lemma up_same l : forall m, up l -> up m -> Permutation l m -> l = m.
Proof.
  induction l as [|x l IH]; intros m Ascending Ascending2 Permuted; [now apply Permutation_nil in
    Permuted|].
  destruct m as [|y m]; [now apply Permutation_sym, Permutation_nil in Permuted|].
  assert (x = y) as ->.
  { assert (Ix : In x (y :: m)) by (apply (Permutation_in _ Permuted); now left).
    assert (Iy : In y (x :: l)) by (apply (Permutation_in _ (Permutation_sym Permuted)); now left).
    destruct Ix as [|Ix]; [easy|]. destruct Iy as [|Iy]; [easy|].
    pose proof (up_head _ _ Ascending y Iy). pose proof (up_head _ _ Ascending2 x Ix). lia. }
  f_equal. apply IH; [now apply up_tail in Ascending|now apply up_tail in Ascending2|].
  now apply Permutation_cons_inv in Permuted.
Qed.
Lemma sorted_same l m : Permutation l m -> sorted l = sorted m.
Proof.
  intros Permuted. apply up_same; auto using sorted_up. eapply perm_trans; [apply sorted_perm|].
  eapply perm_trans; [exact Permuted|]. apply Permutation_sym, sorted_perm.
Qed.
Lemma sorted_first x l : (forall y, In y l -> x <= y) -> sorted (x :: l) = x :: sorted l.
Proof.
  intros Each. apply up_same; [apply sorted_up| |].
  - pose proof (sorted_up l) as Ascending. destruct (sorted l) as [|y m] eqn:Sorted; [easy|]. cbn
    [up].
    split; [|easy]. apply Each. apply (Permutation_in _ (sorted_perm l)). rewrite Sorted. now left.
  - eapply perm_trans; [apply sorted_perm|]. apply perm_skip, Permutation_sym, sorted_perm.
Qed.
Lemma up_app l m : up l -> up m -> (forall x y, In x l -> In y m -> x <= y) -> up (l ++ m).
Proof.
  induction l as [|x l IH]; intros Ascending Ascending2 Each; [easy|]. cbn [app].
  assert (Ascending3 : up (l ++ m)) by (apply IH; [now apply up_tail in Ascending|easy|]; intros;
    apply Each; cbn;
    auto).
  destruct l as [|y l]; cbn [app up] in *; [|tauto].
  destruct m as [|y m]; [easy|]. cbn [up]. split; [apply Each; now left|easy].
Qed.

Lemma next_ok given front back : up given -> up (front ++ rev back) ->
  match next given front back with
  | None => given ++ front ++ rev back = []
  | Some (x, given', front', back') => up given' /\ up (front' ++ rev back') /\
      sorted (given ++ front ++ rev back) = x :: sorted (given' ++ front' ++ rev back') /\
      incl (front' ++ rev back') (front ++ rev back)
  end.
Proof.
  intros Ascending Ascending2. unfold next.
  assert (Equal : exists f b, pop given front back = (given, f, b) /\
    f ++ rev b = front ++ rev back /\ (f = [] -> b = [])).
  { unfold pop. destruct front as [|y front]; [destruct back as [|y back]|].
    - exists [], []. auto.
    - exists (rev (y :: back)), []. rewrite <- rev_alt, app_nil_r. repeat split; auto.
    - exists (y :: front), back. repeat split; auto. easy. }
  destruct Equal as (f & b & -> & Equal & Each). rewrite <- Equal in *. clear Equal front back.
    revert Ascending2.
  destruct given as [|x given], f as [|y f]; intros Ascending2.
  - now rewrite Each.
  - cbn [app] in *. repeat split; auto; [now apply up_tail in Ascending2| |intros z Member; now
    right].
    now apply sorted_first, up_head.
  - rewrite Each in * by easy. cbn [app rev] in *. rewrite !app_nil_r. repeat split; auto.
    + now apply up_tail in Ascending.
    + now apply sorted_first, up_head.
    + easy.
  - cbn [app] in Ascending2. destruct (N.leb_spec x y) as [AtMost|AtMost].
    + cbn [app]. repeat split; auto; [now apply up_tail in Ascending| |easy].
      apply sorted_first. intros z Member. apply in_app_iff in Member.
      destruct Member as [Member|[<-|Member]]; [now apply (up_head _ _ Ascending)|easy|].
      pose proof (up_head _ _ Ascending2 z Member). lia.
    + repeat split; auto; [now apply up_tail in Ascending2| |intros z Member; now right].
      rewrite (sorted_same _ (y :: (x :: given) ++ f ++ rev b)) by
        (apply Permutation_sym, Permutation_middle).
      apply sorted_first. intros z Member. apply in_app_iff in Member.
      destruct Member as [[<-|Member]|Member]; [lia| |now apply (up_head _ _ Ascending2)].
      pose proof (up_head _ _ Ascending z Member). lia.
Qed.
Lemma take_ok n : forall given front back total, up given -> up (front ++ rev back) ->
  match take n given front back total with
  | (g, given', front', back') => up given' /\ up (front' ++ rev back') /\
      g = total + sum (fun x => x) (firstn n (sorted (given ++ front ++ rev back))) /\
      sorted (given' ++ front' ++ rev back') = skipn n (sorted (given ++ front ++ rev back)) /\
      incl (front' ++ rev back') (front ++ rev back)
  end.
Proof.
  induction n as [|n IH]; intros given front back total Ascending Ascending2; cbn [take].
  - cbn [firstn skipn]. sums. repeat split; auto; [lia|easy].
  - pose proof (next_ok given front back Ascending Ascending2) as Cases.
    destruct (next given front back) as [[[[x g'] f'] b']|].
    + destruct Cases as (Ascending3 & Ascending4 & -> & Included). specialize (IH g' f' b' (total +
      x) Ascending3 Ascending4).
      destruct (take n g' f' b' (total + x)) as [[[g g2] f2] b2].
      destruct IH as (Ascending5 & Ascending6 & -> & Sorted & Included2). cbn [firstn skipn]. sums.
      repeat split; auto; [lia|]. now apply incl_tran with (f' ++ rev b').
    + rewrite Cases. cbn [sorted fold_right firstn skipn]. sums. repeat split; auto; [lia|easy].
Qed.
Lemma few_ok {Item} (given front back : list Item) :
  few given front back = true <-> (length (given ++ front ++ rev back) <= 1)%nat.
Proof.
  rewrite !app_length, rev_length.
  destruct given as [|? [|? ?]], front as [|? [|? ?]], back as [|? [|? ?]]; cbn;
    split; intros; try easy; lia.
Qed.
Lemma queued_ok n : forall given front back most total, up given -> up (front ++ rev back) ->
  (forall x, In x (front ++ rev back) -> x <= most) ->
  queued n given front back most total = total + greedy n (sorted (given ++ front ++ rev back)).
Proof.
  induction n as [|n IH]; intros given front back most total Ascending Ascending2 Each; cbn [queued
    greedy]; [lia|].
  set (l := given ++ front ++ rev back) in *.
  destruct (few given front back) eqn:Few.
  - apply few_ok in Few. fold l in Few. pose proof (sorted_length l) as Length.
    destruct (sorted l) as [|x [|y m]]; cbn [length] in *; lia.
  - assert (Length : (2 <= length (sorted l))%nat).
    { rewrite sorted_length. destruct (le_lt_dec (length l) 1) as [AtMost|AtMost]; [|lia].
      apply few_ok in AtMost. congruence. }
    pose proof (take_ok D given front back 0 Ascending Ascending2) as Both. fold l in Both.
    destruct (take D given front back 0) as [[[g g'] f'] b'].
    destruct Both as (Ascending3 & Ascending4 & Equal & Sorted & Included). rewrite N.add_0_l in
      Equal.
    destruct (sorted l) as [|x [|y m]]; cbn [length] in Length; [lia|lia|].
    rewrite <- Equal, <- Sorted. destruct (N.leb_spec most g) as [AtMost2|AtMost2].
    + assert (Each2 : forall z, In z (f' ++ rev b') -> z <= g) by (intros z Member; specialize (Each
      z (Included z Member));
        lia).
      rewrite IH; [|easy| |].
      * cbn [rev]. rewrite (sorted_same _ (g :: g' ++ f' ++ rev b')); [|].
        -- cbn [sorted fold_right]. fold (sorted (g' ++ f' ++ rev b')). lia.
        -- rewrite !app_assoc. apply Permutation_sym, Permutation_cons_append.
      * cbn [rev]. rewrite app_assoc. apply up_app; [easy|easy|]. intros a b Ia [<-|[]]. auto.
      * cbn [rev]. intros z. rewrite app_assoc, in_app_iff. intros [Member|[<-|[]]]; [auto|lia].
    + lia.
Qed.

Definition padded ws := repeat 0 (pad (length ws)) ++ sorted ws.
Definition huffman ws := let l := padded ws in queued (length l) l [] [] 0 0.
Lemma huffman_greedy ws : huffman ws = greedy (length (padded ws)) (padded ws).
Proof.
  unfold huffman. cbn zeta. assert (Ascending : up (padded ws)) by apply zeros_up, sorted_up.
  rewrite queued_ok; [|easy|easy|easy]. cbn [rev app]. rewrite app_nil_r, N.add_0_l. f_equal.
  apply up_same; [apply sorted_up|easy|apply sorted_perm].
Qed.

Lemma power_one k : exists j, M ^ k = 1 + j * (M - 1).
Proof.
  induction k as [|k [j IH]] using N.peano_ind; [exists 0; rewrite N.pow_0_r; lia|].
  rewrite N.pow_succ_r', IH. exists (1 + j * M). nia.
Qed.
Lemma kraft_one b ls : exists j, kraft b ls = N.of_nat (length ls) + j * (M - 1).
Proof.
  unfold kraft. induction ls as [|l ls [j IH]]; sums; [exists 0; easy|].
  destruct (power_one (b - l)) as [i Equal]. rewrite IH, Equal. exists (i + j). cbn [length]. lia.
Qed.

Lemma pad_ok n x : (1 <= n)%nat -> (exists j, (n + x = 1 + j * (D - 1))%nat) -> exists j,
  x = (pad n + j * (D - 1))%nat.
Proof.
  intros AtMost [j Holds]. unfold pad. set (d := (D - 1)%nat) in *. assert (Positive : d <> 0%nat)
    by (unfold
    d; lia).
  pose proof (Nat.div_mod (n - 1) d Positive) as Holds2. pose proof (Nat.mod_upper_bound (n - 1) d
    Positive) as
    Below.
  set (r := ((n - 1) mod d)%nat) in *. set (k := ((n - 1) / d)%nat) in *.
  destruct (Nat.eqb_spec r 0) as [Equal|Equal].
  - exists (j - k)%nat. assert (x + d * k = j * d)%nat by lia. assert (k <= j)%nat by nia.
    rewrite Nat.mul_sub_distr_r. lia.
  - exists (j - k - 1)%nat. assert (x + d * k + r = j * d)%nat by lia.
    assert (k + 1 <= j)%nat by nia. rewrite !Nat.mul_sub_distr_r. nia.
Qed.

Theorem huffman_least (P : list (N * N)) b : P <> [] -> below b (map snd P) ->
  kraft b (map snd P) <= M ^ b ->
  huffman (map fst P) <= sum (fun p => fst p * snd p) P.
Proof.
  intros Ne Shorter AtMost. set (n := length P). set (x := N.to_nat (M ^ b - kraft b (map snd P))).
  assert (n1 : (1 <= n)%nat) by (destruct P; cbn; [easy|unfold n; cbn; lia]).
  destruct (pad_ok n x n1) as [j Equal3].
  { destruct (kraft_one b (map snd P)) as [i1 Equal]. destruct (power_one b) as [i2 Equal2].
    rewrite map_length in Equal. fold n in Equal.
    exists (N.to_nat (i2 - i1)). assert (N.of_nat (n + x) = 1 + (i2 - i1) * (M - 1)); [|nia].
    rewrite N.mul_sub_distr_r. unfold x. rewrite Nat2N.inj_add, N2Nat.id. lia. }
  set (filled := repeat (0, b) x ++ P).
  assert (AtMost2 : greedy (length filled) (sorted (map fst filled)) <= dot (sorted (map fst
    filled)) (sorted_down
    (map
    snd filled))).
  { apply greedy_least with b.
    - now rewrite sorted_length, sorted_down_length, !map_length.
    - now rewrite sorted_length, map_length.
    - apply sorted_up.
    - apply sorted_down_down.
    - intros l Member. apply (Permutation_in _ (sorted_down_perm _)) in Member. unfold filled in
      Member.
      rewrite map_app in Member. apply in_app_or in Member. destruct Member as [Member|Member];
        [|now apply Shorter].
      apply in_map_iff in Member. destruct Member as (p & <- & Member). apply repeat_spec in Member.
        subst. cbn. lia.
    - unfold kraft. rewrite (perm_sum _ _ _ (sorted_down_perm _)). unfold filled.
      rewrite map_app, sum_app. fold (kraft b (map snd P)).
      assert (Each : forall c, sum (fun l => M ^ (b - l)) (map snd (repeat (0, b) c)) = N.of_nat c).
      { induction c; cbn [repeat map]; sums; [easy|]. rewrite IHc. cbn [snd].
        rewrite N.sub_diag, N.pow_0_r. lia. }
      rewrite Each. unfold x. lia. }
  assert (Sorted : sorted (map fst filled) = repeat 0 x ++ sorted (map fst P)).
  { unfold filled. rewrite map_app. clear.
    induction x as [|x IH]; cbn [repeat map app sorted fold_right]; [easy|].
    fold (sorted (map fst (repeat (0, b) x) ++ map fst P)).
    cbn [fst]. rewrite IH. apply insert_first. apply (zeros_up (S x)), sorted_up. }
  etransitivity; [|etransitivity; [exact AtMost2|]].
  - rewrite huffman_greedy. unfold padded. rewrite map_length. fold n. rewrite Sorted, Equal3.
    set (l := sorted (map fst P)).
    assert (Ll : length l = n) by (unfold l, n; now rewrite sorted_length, map_length).
    rewrite Nat.add_comm, repeat_add, <- app_assoc. set (m := repeat 0 (pad n) ++ l).
    assert (Lm : length m = (pad n + n)%nat) by (unfold m; rewrite app_length, repeat_length; lia).
    assert (Lfilled : length filled = (j * (D - 1) + length m)%nat) by (unfold filled;
      rewrite app_length, repeat_length, Equal3, Lm; unfold n; lia).
    etransitivity; [apply (greedy_more j (length m) m)|].
    + unfold m. apply zeros_up, sorted_up.
    + lia.
    + rewrite Lfilled. rewrite <- (greedy_fuel (j * (D - 1) + length m) (j + length m + (j * (D - 1)
      +
        length m))).
      * apply greedy_mono. lia.
      * rewrite app_length, repeat_length. lia.
      * lia.
  - etransitivity; [apply rearranged|]. unfold filled. rewrite sum_app.
    assert (Each : forall c, sum (fun p => fst p * snd p) (repeat (0, b) c) = 0) by (induction c;
      cbn [repeat]; sums; cbn [fst snd]; lia).
    rewrite Each. lia.
Qed.
End Letters.
