(** A strategy is replayed for all secrets at once, block by block. *)
From Coq Require Import List Arith NArith Bool Lia.
From Verified Require Import Spec Prices Play.
Import ListNotations.
Open Scope N_scope.

Section Replay.
Variable asked : game.
Notation part := (part asked). Notation over := (over asked). Notation may := (may asked).
Notation path := (path asked). Notation score := (score asked).

(** Each secret that the strategy finds, with its path *)
Fixpoint paths plan possible : list (nat * list nat) := match plan with
  | Stop => []
  | Ask guess next =>
      if may guess possible then flat_map (fun p =>
        if over (fst p) (snd p) then map (fun secret => (secret, [guess])) (snd p)
        else map (fun found => (fst found, guess :: snd found)) (paths (next (fst p)) (snd p)))
        (split (score guess) possible)
      else []
  end.

Lemma paths_in plan : forall possible secret p, In (secret, p) (paths plan possible) <-> In secret
  possible /\ path possible plan secret = Some p.
Proof.
  induction plan as [|guess next IH]; intros possible secret p; [cbn; split; [easy|intros [_
    [=]]]|].
  cbn [paths Spec.path]. destruct (may guess possible); [|split; [easy|intros [_ [=]]]].
  rewrite in_flat_map. cbn zeta. split.
  - intros ([a subset] & Member & Member2). cbn [fst snd] in Member2. apply split_in in Member.
  fold (part guess a possible) in Member.
    subst subset. destruct (over a (part guess a possible)) eqn:Over; apply in_map_iff in Member2.
    + destruct Member2 as (t & [= -> <-] & Member2). apply part_in in Member2. destruct Member2 as
      [Member2 <-]. now rewrite Over.
    + destruct Member2 as ([t r] & [= -> <-] & Member2). apply IH in Member2. destruct Member2 as
      [Member2 Pr].
      apply part_in in Member2. destruct Member2 as [Member2 <-]. rewrite Over, Pr. easy.
  - intros [Member Equal]. exists (score guess secret, part guess (score guess secret) possible).
  cbn [fst snd].
    assert (Member3 : In (score guess secret) (map fst (split (score guess) possible))) by (apply
      split_keys; eauto).
    apply in_map_iff in Member3. destruct Member3 as ([a subset] & Ea & Member3). cbn [fst] in Ea.
      subst a.
    pose proof (split_in _ _ _ _ Member3) as Ey. fold (part guess (score guess secret) possible) in
      Ey.
    subst subset.
    split; [easy|]. assert (Member2 : In secret (part guess (score guess secret) possible)) by now
      apply
      part_in.
    destruct (over _ _).
    + injection Equal as <-. apply in_map_iff. eauto.
    + destruct (path (part guess (score guess secret) possible) (next (score guess secret)) secret)
      as [r|] eqn:Path; [|easy].
      injection Equal as <-. apply in_map_iff. exists (secret, r). split; [easy|]. now apply IH.
Qed.

Lemma sum_map {A B} (h : B -> N) (f : A -> B) l : sum h (map f l) = sum (fun x => h (f x)) l.
Proof. induction l; cbn [map]; sums; lia. Qed.

(** A sum over all secrets that are found *)
Lemma paths_sum (w : nat -> N) plan : forall possible f,
  sum (fun found => w (fst found) * f (snd found)) (paths plan possible) =
  sum (fun secret => w secret * of_path asked possible plan secret f 0) possible.
Proof.
  assert (Each : forall possible, sum (fun secret => w secret * 0) possible = 0) by (intros
    possible;
    rewrite sum_times; lia).
  induction plan as [|guess next IH]; intros possible f; [cbn [paths]; unfold of_path; cbn
    [Spec.path]; sums;
    now rewrite Each|].
  cbn [paths]. unfold of_path. cbn [Spec.path]. destruct (may guess possible); [|sums; now rewrite
    Each].
  cbn zeta. rewrite sum_flat.
  rewrite (split_sum (fun a secret => w secret * match (if over a (part guess a possible) then Some
    [guess]
    else option_map (cons guess) (path (part guess a possible) (next a) secret)) with
    | Some p => f p | None => 0 end) (score guess)).
  apply sum_ext. intros [a subset] Member. cbn [fst snd]. apply split_in in Member.
  fold (part guess a possible) in Member.
  subst subset. destruct (over a (part guess a possible)); rewrite sum_map; cbn [fst snd]; [easy|].
  rewrite (IH a (part guess a possible) (fun p => f (guess :: p))). apply sum_ext. intros secret _.
  unfold of_path.
  now destruct (path (part guess a possible) (next a) secret).
Qed.

Lemma max_in (l : list N) x : In x l -> x <= fold_right N.max 0 l.
Proof. induction l; cbn; [easy|]. intros [->|Member]; [lia|]. specialize (IHl Member). lia. Qed.
Lemma max_most (l : list N) y : (forall x, In x l -> x <= y) -> fold_right N.max 0 l <= y.
Proof.
  induction l as [|x l IH]; cbn; intros Each; [lia|]. apply N.max_lub; [apply Each; now left|].
  apply IH. intros z Member. apply Each. now right.
Qed.
Definition longest plan possible := fold_right N.max 0 (map (fun found => sum (long asked) (snd
  found))
  (paths plan possible)).
Lemma longest_ok plan possible : longest plan possible = worst asked possible plan.
Proof.
  unfold longest, worst. apply N.le_antisymm; apply max_most; intros x Found; apply in_map_iff in
    Found.
  - destruct Found as ([secret p] & <- & Found). apply paths_in in Found. destruct Found as [Found
    Path]. cbn [snd].
    apply max_in, in_map_iff. exists secret. unfold of_path. now rewrite Path.
  - destruct Found as (secret & <- & Found). unfold of_path. destruct (path possible plan secret) as
    [p|]
    eqn:Path; [|lia].
    apply max_in, in_map_iff. exists (secret, p). split; [easy|]. now apply paths_in.
Qed.

Lemma paths_all plan possible : length (paths plan possible) = length possible ->
  forall secret, In secret possible -> exists p, path possible plan secret = Some p.
Proof.
  intros Length. pose proof (paths_sum (fun _ => 1) plan possible (fun _ => 1)) as Equal.
  rewrite (sum_ext _ (fun _ => 1) (paths plan possible)), sum_const, Length in Equal by easy. clear
    Length.
  intros secret Member. destruct (path possible plan secret) as [p|] eqn:Path; [eauto|].
  exfalso. assert (Each : forall r, 1 * of_path asked possible plan r (fun _ => 1) 0 <= 1).
  { intros r. unfold of_path. destruct (path possible plan r); lia. }
  assert (Below : forall others, In secret others ->
    sum (fun r => 1 * of_path asked possible plan r (fun _ => 1) 0) others < N.of_nat (length
      others)).
  { assert (Each2 : forall others,
      sum (fun r => 1 * of_path asked possible plan r (fun _ => 1) 0) others <= N.of_nat (length
        others)).
    { induction others as [|r others IH]; cbn [length]; sums; [lia|]. specialize (Each r). lia. }
    induction others as [|r others IH]; intros Member2; [easy|]. cbn [length]. sums.
    destruct Member2 as [->|Member2].
    - specialize (Each2 others). unfold of_path at 1. rewrite Path. lia.
    - specialize (IH Member2). specialize (Each r). lia. }
  specialize (Below possible Member). lia.
Qed.

(** The value of a criterion *)
Definition replayed plan a := match a with
  | Worst => longest plan (secrets asked)
  | _ => sum (fun found => weight asked (fst found) * pay asked a (snd found)) (paths plan (secrets
    asked))
  end.
Lemma replayed_ok plan a : replayed plan a = value asked plan a.
Proof.
  destruct a; [apply paths_sum|apply longest_ok|apply (paths_sum _ plan _ (pay asked (Within
    most)))|].
  apply (paths_sum _ plan _ (pay asked (Penalty fines))).
Qed.

(** The total with prices *)
Definition priced plan := sum (fun found => weight asked (fst found) * paid asked 0 (snd found))
  (paths plan (secrets asked)).
Lemma priced_ok plan : priced plan = total asked 0 (secrets asked) plan.
Proof. apply paths_sum. Qed.
End Replay.
