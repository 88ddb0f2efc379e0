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
  - intros ([a subset] & I & J). cbn [fst snd] in J. apply split_in in I.
  fold (part guess a possible) in I.
    subst subset. destruct (over a (part guess a possible)) eqn:O; apply in_map_iff in J.
    + destruct J as (t & [= -> <-] & J). apply part_in in J. destruct J as [J <-]. now rewrite O.
    + destruct J as ([t r] & [= -> <-] & J). apply IH in J. destruct J as [J Pr].
      apply part_in in J. destruct J as [J <-]. rewrite O, Pr. easy.
  - intros [I E]. exists (score guess secret, part guess (score guess secret) possible).
  cbn [fst snd].
    assert (K : In (score guess secret) (map fst (split (score guess) possible))) by (apply
      split_keys; eauto).
    apply in_map_iff in K. destruct K as ([a subset] & Ea & K). cbn [fst] in Ea. subst a.
    pose proof (split_in _ _ _ _ K) as Ey. fold (part guess (score guess secret) possible) in Ey.
    subst subset.
    split; [easy|]. assert (J : In secret (part guess (score guess secret) possible)) by now apply
      part_in.
    destruct (over _ _).
    + injection E as <-. apply in_map_iff. eauto.
    + destruct (path (part guess (score guess secret) possible) (next (score guess secret)) secret)
      as [r|] eqn:R; [|easy].
      injection E as <-. apply in_map_iff. exists (secret, r). split; [easy|]. now apply IH.
Qed.

Lemma sum_map {A B} (h : B -> N) (f : A -> B) l : sum h (map f l) = sum (fun x => h (f x)) l.
Proof. induction l; cbn [map]; sums; lia. Qed.

(** A sum over all secrets that are found *)
Lemma paths_sum (w : nat -> N) plan : forall possible f,
  sum (fun found => w (fst found) * f (snd found)) (paths plan possible) =
  sum (fun secret => w secret * of_path asked possible plan secret f 0) possible.
Proof.
  assert (Z : forall possible, sum (fun secret => w secret * 0) possible = 0) by (intros possible;
    rewrite sum_times; lia).
  induction plan as [|guess next IH]; intros possible f; [cbn [paths]; unfold of_path; cbn
    [Spec.path]; sums;
    now rewrite Z|].
  cbn [paths]. unfold of_path. cbn [Spec.path]. destruct (may guess possible); [|sums; now rewrite
    Z].
  cbn zeta. rewrite sum_flat.
  rewrite (split_sum (fun a secret => w secret * match (if over a (part guess a possible) then Some
    [guess]
    else option_map (cons guess) (path (part guess a possible) (next a) secret)) with
    | Some p => f p | None => 0 end) (score guess)).
  apply sum_ext. intros [a subset] I. cbn [fst snd]. apply split_in in I.
  fold (part guess a possible) in I.
  subst subset. destruct (over a (part guess a possible)); rewrite sum_map; cbn [fst snd]; [easy|].
  rewrite (IH a (part guess a possible) (fun p => f (guess :: p))). apply sum_ext. intros secret _.
  unfold of_path.
  now destruct (path (part guess a possible) (next a) secret).
Qed.

Lemma max_in (l : list N) x : In x l -> x <= fold_right N.max 0 l.
Proof. induction l; cbn; [easy|]. intros [->|I]; [lia|]. specialize (IHl I). lia. Qed.
Lemma max_most (l : list N) y : (forall x, In x l -> x <= y) -> fold_right N.max 0 l <= y.
Proof.
  induction l as [|x l IH]; cbn; intros H; [lia|]. apply N.max_lub; [apply H; now left|].
  apply IH. intros z I. apply H. now right.
Qed.
Definition longest plan possible := fold_right N.max 0 (map (fun found => sum (long asked) (snd
  found))
  (paths plan possible)).
Lemma longest_ok plan possible : longest plan possible = worst asked possible plan.
Proof.
  unfold longest, worst. apply N.le_antisymm; apply max_most; intros x I; apply in_map_iff in I.
  - destruct I as ([secret p] & <- & I). apply paths_in in I. destruct I as [I P]. cbn [snd].
    apply max_in, in_map_iff. exists secret. unfold of_path. now rewrite P.
  - destruct I as (secret & <- & I). unfold of_path. destruct (path possible plan secret) as [p|]
    eqn:P; [|lia].
    apply max_in, in_map_iff. exists (secret, p). split; [easy|]. now apply paths_in.
Qed.

Lemma paths_all plan possible : length (paths plan possible) = length possible ->
  forall secret, In secret possible -> exists p, path possible plan secret = Some p.
Proof.
  intros E. pose proof (paths_sum (fun _ => 1) plan possible (fun _ => 1)) as Q.
  rewrite (sum_ext _ (fun _ => 1) (paths plan possible)), sum_const, E in Q by easy. clear E.
  intros secret I. destruct (path possible plan secret) as [p|] eqn:P; [eauto|].
  exfalso. assert (B : forall r, 1 * of_path asked possible plan r (fun _ => 1) 0 <= 1).
  { intros r. unfold of_path. destruct (path possible plan r); lia. }
  assert (L : forall Z, In secret Z ->
    sum (fun r => 1 * of_path asked possible plan r (fun _ => 1) 0) Z < N.of_nat (length Z)).
  { assert (M : forall Z,
      sum (fun r => 1 * of_path asked possible plan r (fun _ => 1) 0) Z <= N.of_nat (length Z)).
    { induction Z as [|r Z IH]; cbn [length]; sums; [lia|]. specialize (B r). lia. }
    induction Z as [|r Z IH]; intros J; [easy|]. cbn [length]. sums.
    destruct J as [->|J].
    - specialize (M Z). unfold of_path at 1. rewrite P. lia.
    - specialize (IH J). specialize (B r). lia. }
  specialize (L possible I). lia.
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
