(** A whole certificate as a term, for small games: Coq itself runs the rules. *)
From Coq Require Import List Arith NArith Bool.
From Verified Require Import Spec Prices Play Bounds Shapes Symmetry Count Rules Kernel Objective.
Import ListNotations.
Open Scope N_scope.

Definition table {A} (no : A) l i := nth i l no.
Definition table2 l i j := nth j (nth i l []) 0%nat.
Fixpoint by_score branches (a : nat) := match branches with
  | [] => Stop
  | (b, plan) :: branches => if (a =? b)%nat then plan else by_score branches a
  end.

Record permutations := Permutations { p_back : list nat; p_onto : list nat; p_name : list nat;
  p_unname : list nat; p_aim : list nat; p_unaim : list nat }.
Inductive line :=
  | Lemma (possible : list nat) (made steps : nat) (money : N) (least : option N) (alike : list nat)
    (lines
    : list (N * N)) (ways : list (nat * way))
  | Image (of_ : nat) (by_ : list (list nat)).

(** No line rests on the statements of others. *)
Definition unstated (line : nat) := Statement [] 0 0 0 None.

Section Whole.
Variable asked : game.

Fixpoint heaviest possible (D : nat) := match D with
  | O => fold_right N.max 0 (map (weight asked) possible)
  | S D => let h := fold_right N.max 0 (map (weight asked) possible) in
      match D with O => h | _ => heaviest ((fix without possible := match possible with [] => [] |
        secret :: possible =>
        if weight asked secret =? h then possible else secret :: without possible end) possible) D
          end
  end.
Definition threshold possible (D : N) := heaviest possible (N.to_nat D).

Section Lines.
Variable A : arena asked.
Notation fact := (fact asked A unstated).
Definition symmetry_of p := check_symmetry asked A (table 0%nat (p_back p)) (table 0%nat (p_onto p))
  (table 0%nat (p_name p)) (table 0%nat (p_unname p))
  (table 0%nat (p_aim p)) (table 0%nat (p_unaim p)) None.
Fixpoint every {B C} (f : B -> option C) l := match l with
  | [] => Some []
  | x :: l => match f x, every f l with Some y, Some m => Some (y :: m) | _, _ => None end
  end.
Definition some_of {B} (l : list B) is_ := every (nth_error l) is_.

Fixpoint best (facts : list fact) possible depth rounds budget : option fact := match facts with
  | [] => None
  | f :: facts => let other := best facts possible depth rounds budget in
      if reaches (use asked A unstated 0 (Some f) possible depth rounds budget) (use asked A
        unstated 0 other possible depth rounds budget) then other else Some f
  end.
Definition find facts (deep : bool) possible depth rounds budget := if deep then glance asked A
  unstated threshold (fun _ =>
  None) possible depth rounds budget else best facts possible depth rounds budget.

(** The facts so far, and those of the lines, the last one first *)
Definition step Ys (state : option (list fact * list fact)) l := match state with
  | None => None
  | Some (facts, stated) => match l with
    | Lemma possible depth rounds budget need alike L ways =>
        let way guess := nth guess ways (0%nat, Look) in
        match some_of Ys alike with
        | None => None
        | Some Zs => match lemma asked A unstated threshold (fun _ => None) 0 (find facts) (fun
          guess =>
          fst (way guess)) (fun guess => snd (way guess)) possible depth rounds budget need L Zs
            with
            | Some f => Some (f :: facts, f :: stated)
            | None => None
            end
        end
    | Image of_ bys => match nth_error (rev stated) of_, every (some_of Ys) bys with
        | Some f, Some Zs => Some (map (image asked A unstated f) Zs ++ facts, f :: stated)
        | _, _ => None
        end
    end
  end.
End Lines.

End Whole.

Definition run asked given low high ns na symmetries lines steps money plan aims :=
  match survey (posed asked given) low high ns na with
  | None => None
  | Some A => match every (symmetry_of (posed asked given) A) symmetries with
      | None => None
      | Some Ys => match fold_left (step (posed asked given) A Ys) lines (Some ([], [])) with
          | Some (facts, _) => accepts asked given A unstated 0 (find (posed asked given) A facts)
            steps money aims plan
          | None => None
          end
      end
  end.
Theorem run_sound asked given low high ns na symmetries lines steps money plan aims values :
  run asked given low high ns na symmetries lines steps money plan aims = Some values ->
    optimal asked steps money aims plan values.
Proof.
  unfold run. destruct (survey _ _ _ _ _) as [A|]; [|easy]. destruct (every _ _) as [Ys|]; [|easy].
  destruct (fold_left _ _ _) as [[facts ?]|]; [|easy]. apply accepts_sound.
Qed.
