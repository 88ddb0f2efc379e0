"""The program is the one of this version, and its facts are about one game."""

from __future__ import annotations

import re
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from errors import one_line
from forged import PROGRAM
from proofs import SOURCE, run

import mastermind_core as mc
from mastermind_core.cli.verified import SOURCES, program, run_verified

#: A client that mixes the facts of two games. Each of the two is right by itself.
CLIENT = """
module type AIMS = sig val prices : int list end
module Problem (Of : AIMS) = struct
  let game = Kernel.mastermind 1 2
  let prices = Of.prices and secrets = 2 and scores = 3
  let steps = None and money = None and aims = [ Rules.Mean ]
  let stated _ = Rules.{ sset = [ 0; 1 ]; smade = 0; ssteps = 2; smoney = 2; sleast = Some 4 }
  let divided _ = false
end
module Light = Proven.Make (Problem (struct let prices = [ 1 ] end)) ()
module Heavy = Proven.Make (Problem (struct let prices = [ 1000 ] end)) ()
let fact = MODULE.glance (fun _ _ -> 0) (fun _ -> None) [ 0; 1 ] 0 2 2
let tree = Rules.(Ask (0, fun _ -> Ask (1, fun _ -> Stop)))
let () =
  match Light.accepts 0 (fun _ _ _ _ _ -> fact) tree with
  | Some [ least ] -> print_int least
  | _ -> print_string "no"
"""

#: A client that states the exchange of two colours as a product: of nothing, itself, and twice it.
MULTIPLIED = """
module Problem = struct
  let game = Kernel.mastermind 1 2
  let prices = [ 1 ] and secrets = 2 and scores = 3
  let steps = None and money = None and aims = [ Rules.Mean ]
  let stated _ = Rules.{ sset = [ 0; 1 ]; smade = 0; ssteps = 2; smoney = 2; sleast = Some 4 }
  let divided _ = false
end
module Proof = Proven.Make (Problem) ()
let same at = at
let other at = 1 - at
let stated image = Proof.check_symmetry image image same same same same
let said = function Some _ -> "yes " | None -> "no "
let () =
  let exchange = Option.get (stated other None) in
  let products = [ []; [ exchange ]; [ exchange; exchange ] ] in
  List.iter (fun product -> print_string (said (stated other (Some product)))) products;
  List.iter (fun product -> print_string (said (stated same (Some product)))) products
"""

#: A client of which one process only says that two secrets take four guesses.
SUPPOSED = """
module Problem = struct
  let game = Kernel.mastermind 1 2
  let prices = [ 1 ] and secrets = 2 and scores = 3
  let steps = None and money = None and aims = [ Rules.Mean ]
  let stated _ = Rules.{ sset = [ 0; 1 ]; smade = 0; ssteps = 2; smoney = 2; sleast = Some LEAST }
  let divided _ = false
end
module Proof = Proven.Make (Problem) ()
let shown = Proof.glance (fun _ _ -> 0) (fun _ -> None) [ 0; 1 ] 0 2 2
let tree = Rules.(Ask (0, fun _ -> Ask (1, fun _ -> Stop)))
let said = function Some _ -> "yes " | None -> "no "
let () =
  let believe found now = Proof.accepts now (fun _ _ _ _ _ -> found) tree in
  print_string (said (believe (Proof.suppose 0) 0));
  print_string (said (believe (Proof.suppose 0) 1));
  print_string (said (believe (Proof.suppose 1) 1));
  let advance own = Proof.advance 2 own (Proof.start 2 own) in
  List.iter (fun found -> print_string (said (advance 0 found))) [ None; Proof.suppose 0; shown ];
  print_string (said (advance 1 None))
"""

#: A client of which each process proves a line for one of the two first guesses.
DIVIDED = SUPPOSED[: SUPPOSED.index("let shown")].replace("divided _ = false", "divided _ = true")
DIVIDED += """
let said = function Some _ -> "yes " | None -> "no "
let fact = Proof.glance (fun _ _ -> 0) (fun _ -> None) [ 0; 1 ] 0 2 2
let portion line many own =
  Proof.portion_of (fun _ _ -> 0) (fun _ -> None) line (fun _ _ _ _ _ -> None) [] many own
let advance own portion = Option.bind portion (Proof.advance_part 2 own (Proof.start 2 own))
let () =
  let portions = [ portion 0 2 0; portion 0 2 1; portion 1 2 0; portion 0 1 0 ] in
  List.iter (fun portion -> print_string (said portion)) portions;
  let next own = List.iter (fun portion -> print_string (said (advance own portion))) portions in
  next 0;
  next 1;
  print_string (said (Proof.advance 2 0 (Proof.start 2 0) fact));
  print_string (said (Proof.advance 2 1 (Proof.start 2 1) None))
"""

#: A client that counts the scores of random sets by a list, and as the kernel does it.
COUNTED = """
let final score = score mod 7 = 3
let count score guess secrets =
  let scores = List.map (score guess) secrets in
  let ended, others = List.partition final scores in
  List.length ended, List.length (List.sort_uniq compare others)
let kernel = Kernel.mastermind 1 2
let compare (guesses, secrets, scores) =
  let judge guess secret = (guess * 31 + secret * secret * 17 + guess * secret) mod scores in
  let table = Scores.table guesses secrets scores judge in
  let called guess secret = judge guess secret in
  let game score = { kernel with Rules.guesses; score; final } in
  for _ = 1 to 40 do
    let one_of = 1 + Random.int 40 in
    let set = List.filter (fun _ -> Random.int one_of = 0) (List.init secrets Fun.id) in
    for guess = 0 to guesses - 1 do
      let right = count judge guess set in
      let counted score = Kernel.counts_of (game score) scores guess set = right in
      if not (counted table && counted called && counted table) then print_string "no "
    done
  done
let () =
  let games = [ 3, 40, 5; 20, 300, 64; 20, 300, 65; 9, 700, 243; 9, 700, 256; 9, 700, 257 ] in
  List.iter compare games;
  let set = List.init 30 Fun.id in
  let judges = List.map (fun step guess secret -> (guess + secret / step) mod 60) [ 1; 2; 3 ] in
  let counted set judge =
    let score = Scores.table 50 30 60 judge in
    Kernel.counts_of { kernel with score; final } 60 4 set in
  let is_wrong judge = counted set judge <> count judge 4 set in
  if List.exists is_wrong judges then print_string "no ";
  try ignore (counted [ 30 ] (List.hd judges)) with
  | Scores.Outside -> print_string "yes"
"""

#: The sources of a client, in their order.
PARTS = (
    "amount.ml sha256.ml scores.ml tally.ml flat.ml kernel.mli kernel.ml "
    "rules.ml proven.mli proven.ml client.ml"
)


def client(folder, text):
    (folder / "client.ml").write_text(text)
    run("ocamlopt", "-w", "-a", *PARTS.split(), "-o", "client", folder=folder)
    return run("./client", folder=folder)


def test_a_fact_about_one_game_is_not_one_about_another(program_folder):
    assert client(program_folder, CLIENT.replace("MODULE", "Light")) == "3"
    with pytest.raises(CalledProcessError) as refused:
        client(program_folder, CLIENT.replace("MODULE", "Heavy"))
    assert "Heavy.fact" in refused.value.stderr


def test_scores_are_counted_right(program_folder):
    """In tables of each size of a score, in small and large sets, and one table after another."""
    assert client(program_folder, COUNTED) == "yes"


def test_a_symmetry_that_is_not_the_stated_product_is_refused(program_folder):
    assert client(program_folder, MULTIPLIED).split() == ["no", "yes", "no", "yes", "no", "yes"]


@pytest.mark.parametrize(("least", "shown"), [(3, "yes"), (4, "no")])
def test_what_another_process_says_is_no_fact_by_itself(program_folder, least, shown):
    """It is one for what rests on that line. A process proves its own lines by earlier ones."""
    said = client(program_folder, SUPPOSED.replace("LEAST", str(least))).split()
    assert said[:3] == ["no", "yes", "no"]
    assert said[3:] == ["no", "no", shown, "yes"]


@pytest.mark.parametrize(
    ("least", "proven", "first", "second"),
    [
        (3, "yes yes yes yes", "yes no no no", "no yes no no"),
        (4, "no no no no", "no no no no", "no no no no"),
    ],
)
def test_a_divided_line_is_proven_by_the_own_guesses(program_folder, least, proven, first, second):
    """No portion of another process or line will do, and no fact: others rely on the portion."""
    said = client(program_folder, DIVIDED.replace("LEAST", str(least)))
    assert said.strip() == f"{proven} {first} {second} no no"


def test_the_program_is_built_from_the_sources_that_the_package_knows(program_folder):
    said = run("./mastermind-core-checker", "--version", folder=program_folder)
    assert said == f"mastermind-core-checker {SOURCES}\n"


def test_a_program_of_another_version_is_refused(tmp_path, monkeypatch):
    other = tmp_path / "mastermind-core-checker"
    other.write_text("#!/bin/sh\necho mastermind-core-checker 0123\ncat > /dev/null\n")
    other.chmod(0o755)
    monkeypatch.setattr(PROGRAM, lambda: other)
    mc.optimal(mc.TwoD(2)).write_certificate(tmp_path / "c")
    with one_line(mc.errors.BadArgument, "another version", "verified/build"):
        run_verified(mc.TwoD(2), tmp_path / "c")


def test_a_program_that_was_not_built_is_named(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(program.__globals__, "_SOURCE", Path("/nowhere"))
    with one_line(mc.errors.BadArgument, "sh verified/build"):
        program()


def test_all_sources_are_in_the_digest():
    named = re.search(r'sources="(.*)"', (SOURCE / "build").read_text())[1].split()
    made = {"version.ml", "client.ml"}
    written = {file.name for kind in ("*.ml", "*.mli") for file in SOURCE.glob(kind)}
    assert written - made == set(named)
