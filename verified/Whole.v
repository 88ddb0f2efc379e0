(** A whole certificate as a term, for small games: Coq itself runs the rules. *)
From Coq Require Import List Arith NArith Bool.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Count Rules Kernel Objective.
Import ListNotations.
Open Scope N_scope.

Definition table {A} (no : A) l i := nth i l no.
Definition table2 l i j := nth j (nth i l []) 0%nat.
Fixpoint by_score branches (a : nat) := match branches with
  | [] => Stop
  | (b, T) :: branches => if (a =? b)%nat then T else by_score branches a
  end.

Record permutations := Permutations { p_back : list nat; p_onto : list nat; p_name : list nat;
  p_unname : list nat; p_aim : list nat; p_unaim : list nat }.
Inductive line :=
  | Lemma (X : list nat) (made steps : nat) (money : N) (least : option N) (alike : list nat) (lines
    : list (N * N)) (ways : list (nat * way))
  | Image (of_ : nat) (by_ : list (list nat)).

Section Whole.
Variable G : game.

Fixpoint heaviest X (D : nat) := match D with
  | O => fold_right N.max 0 (map (weight G) X)
  | S D => let h := fold_right N.max 0 (map (weight G) X) in
      match D with O => h | _ => heaviest ((fix without X := match X with [] => [] | s :: X =>
        if weight G s =? h then X else s :: without X end) X) D end
  end.
Definition threshold X (D : N) := heaviest X (N.to_nat D).

Section Lines.
Variable A : arena G.
Notation fact := (fact G A).
Definition symmetry_of p := check_symmetry G A (table 0%nat (p_back p)) (table 0%nat (p_onto p))
  (table 0%nat (p_name p)) (table 0%nat (p_unname p))
  (table 0%nat (p_aim p)) (table 0%nat (p_unaim p)) None.
Fixpoint every {B C} (f : B -> option C) l := match l with
  | [] => Some []
  | x :: l => match f x, every f l with Some y, Some m => Some (y :: m) | _, _ => None end
  end.
Definition some_of {B} (l : list B) is_ := every (nth_error l) is_.

Fixpoint best (facts : list fact) X d k q : option fact := match facts with
  | [] => None
  | f :: facts => let other := best facts X d k q in
      if reaches (use G A (Some f) X d k q) (use G A other X d k q) then other else Some f
  end.
Definition find facts (deep : bool) X d k q := if deep then glance G A threshold (fun _ =>
  None) X d k q else best facts X d k q.

(** The facts so far, and those of the lines, the last one first *)
Definition step Ys (state : option (list fact * list fact)) l := match state with
  | None => None
  | Some (facts, stated) => match l with
    | Lemma X d k q need alike L ways =>
        let way g := nth g ways (0%nat, Look) in
        match some_of Ys alike with
        | None => None
        | Some Zs => match lemma G A threshold (fun _ => None) (find facts) (fun g =>
          fst (way g)) (fun g => snd (way g)) X d k q need L Zs with
            | Some f => Some (f :: facts, f :: stated)
            | None => None
            end
        end
    | Image of_ bys => match nth_error (rev stated) of_, every (some_of Ys) bys with
        | Some f, Some Zs => Some (map (image G A f) Zs ++ facts, f :: stated)
        | _, _ => None
        end
    end
  end.
End Lines.

End Whole.

Definition run G given low high ns na symmetries lines steps money T aims :=
  match survey (posed G given) low high ns na with
  | None => None
  | Some A => match every (symmetry_of (posed G given) A) symmetries with
      | None => None
      | Some Ys => match fold_left (step (posed G given) A Ys) lines (Some ([], [])) with
          | Some (facts, _) => accepts G given A (find (posed G given) A facts) steps money aims T
          | None => None
          end
      end
  end.
Theorem run_sound G given low high ns na symmetries lines steps money T aims values :
  run G given low high ns na symmetries lines steps money T aims = Some values ->
    optimal G steps money aims T values.
Proof.
  unfold run. destruct (survey _ _ _ _ _) as [A|]; [|easy]. destruct (every _ _) as [Ys|]; [|easy].
  destruct (fold_left _ _ _) as [[facts ?]|]; [|easy]. apply accepts_sound.
  exact (threshold (posed G given)). exact (fun _ => None).
Qed.
