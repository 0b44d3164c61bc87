"""One grammar for all commands: every command that is about variants takes the same options, in all their spellings,
and files in all their forms; what a command does not take it refuses, and says who does.

usage: grammar.py VTOSCA [--with-zip]
"""

import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

VTOSCA = pathlib.Path(sys.argv[1]).resolve()
WITH_ZIP = "--with-zip" in sys.argv
TOP = pathlib.Path(__file__).resolve().parents[2]
VARIANT_OPTIONS = {"variant", "preset", "input", "inputs"}
ELEMENT = "node.cache"

# Commands about variants, with what they take besides the template.
ABOUT_VARIANTS = {
    "check": ["-f", "json"],
    "difference": ["-f", "json"],
    "explain": [ELEMENT, "-f", "json"],
    "graph": ["-f", "dot"],
    "presence": ["-f", "json"],
    "resolve": [],
    "variants": ["-f", "json"],
}
# Those that take several files.
MANY_FILES = ("check", "format", "test")
META = "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: us\nEntry-Definitions: web-shop.yaml\n"
FEATURES = ('<configuration><extendedFeature name="unknown" value="9"/>'
            '<feature name="search" manual="selected"/></configuration>')


class Grammar(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "demo"
        shutil.copytree(TOP / "editors/demo", self.folder)
        (self.folder / "peak.yaml").write_text("traffic: 2000\n", encoding="utf-8")

    def run_it(self, *words, code=None, **more):
        result = subprocess.run([VTOSCA, *words], cwd=self.folder, text=True, capture_output=True,
                                check=False, timeout=60, **more)
        if code is not None:
            self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        else:
            self.assertIn(result.returncode, (0, 1), (words, result.stdout, result.stderr))
        return result

    def said(self, command, *words, file="web-shop.yaml", **more):
        """What the command says of the demo, whatever that is called, and with which code."""
        result = self.run_it(command, file, *ABOUT_VARIANTS[command], *words, **more)
        text = re.sub(r'"(file|name|variant)": "[^"]*"', "", result.stdout)
        return result.returncode, re.sub(r'label="[^"]*(defaults|peak|production|christmas)[^"]*"', "", text)

    def options_of(self, command):
        text = self.run_it(command, "--help", code=0).stdout
        return set(re.findall(r"^  (?:-\w, |    )--([\w-]+)", text, re.M))

    def commands(self):
        listing = self.run_it("help", code=0).stdout.split("commands:\n")[1].split("\n\n")[0]
        return [line.split()[0] for line in listing.splitlines()]

    # ---- options

    def test_commands_about_variants_are_those_with_all_four_options(self):
        for command in self.commands():
            found = self.options_of(command) & VARIANT_OPTIONS
            self.assertEqual(found, VARIANT_OPTIONS if command in ABOUT_VARIANTS else set(), command)

    def test_spellings_of_an_option_mean_the_same(self):
        spellings = {
            "variant": ("-V", "production"), "preset": ("-p", "peak"),
            "input": ("-i", "traffic=2000"), "inputs": ("-I", "peak.yaml"),
        }
        for command, (name, (letter, value)) in itertools.product(ABOUT_VARIANTS, spellings.items()):
            if command == "difference" and name in ("variant", "preset"):
                continue  # of two
            wanted = self.said(command, f"--{name}", value)
            for words in ([f"--{name}={value}"], [letter, value], [letter + value], [f"{letter}={value}"]):
                self.assertEqual(self.said(command, *words), wanted, (command, words))
            # In front of the file, and all behind "--".
            more = ABOUT_VARIANTS[command]
            options, operands = ([], more) if more[:1] and more[0][0] != "-" else (more, [])
            options, operands = (more[1:], more[:1]) if operands else (more, [])
            result = self.run_it(command, letter, value, *options, "--", "web-shop.yaml", *operands)
            plain = self.run_it(command, "web-shop.yaml", *more, letter, value)
            self.assertEqual(result.stdout, plain.stdout, command)

    def test_a_variant_is_named_in_several_ways(self):
        same = [("-V", "peak"), ("-V", "preset peak"), ("-p", "peak")]
        tests = [("-V", "christmas"), ("-V", "test christmas")]
        for command, group in itertools.product(ABOUT_VARIANTS, (same, tests)):
            if command in ("check", "difference"):
                continue  # "-V" leaves a file what it is, and "-p" makes another variant; of two
            said = [self.said(command, *words) for words in group]
            self.assertEqual(said[1:], said[:-1], (command, group))

    def test_assignments_are_laid_over_each_other_in_one_order(self):
        (self.folder / "features.xml").write_text(FEATURES, encoding="utf-8")
        for command in ABOUT_VARIANTS:
            def said(*words, command=command):
                return self.said(command, *words)[1].replace(caption(words), "it")

            if command in ("check", "difference"):
                continue  # words messages by the variant; of the same with less
            for words, same in [
                (["-p", "staging", "-p", "peak"], ["-p", "peak"]),
                (["-p", "peak", "-i", "traffic=1", "-i", "traffic=2000"], ["-p", "peak", "-i", "traffic=2000"]),
                (["-p", "peak", "-I", "peak.yaml", "-i", "traffic=3"], ["-p", "peak", "-i", "traffic=3"]),
                (["-I", "features.xml", "-I", "peak.yaml"], ["-i", "search=true", "-i", "traffic=2000"]),
                (["-p", "peak", "-I", "peak.yaml"], ["-p", "peak", "-i", "traffic=2000"]),
            ]:
                self.assertEqual(strip(said(*words)), strip(said(*same)), (command, words))

    def test_inputs_are_warned_of_alike(self):
        for command in ABOUT_VARIANTS:
            for word, warning in [("trafic=1", 'did you mean "traffic"?'), ("traffic=abc", "must be an integer"),
                                  ("environment=moon", "violates the constraint")]:
                result = self.run_it(command, "web-shop.yaml", *ABOUT_VARIANTS[command], "-i", word)
                self.assertIn(warning, result.stderr, (command, word))
            for words, refusal in [
                (["-i", "traffic"], "NAME=VALUE"), (["-i", "traffic=[1"], "no YAML"), (["-I", "none"], "does not exist"),
                (["-p", "peek"], 'did you mean "peak"?'), (["-V", "peek"], 'did you mean "peak"?'),
                (["-V", "peak", "-p", "peak"], "exclude each other"),
                (["--preset"], "needs a value"), (["--varaint", "x"], 'did you mean "--variant"?'),
            ]:
                if command == "difference" and words[0] == "-V" and len(words) == 2:
                    words = words + words
                result = self.run_it(command, "web-shop.yaml", *ABOUT_VARIANTS[command], *words, code=2)
                self.assertIn(refusal, result.stderr, (command, words))

    def test_inputs_for_many_files_are_read_once(self):
        shutil.copy(self.folder / "web-shop.yaml", self.folder / "other.yaml")
        result = self.run_it("check", "web-shop.yaml", "other.yaml", "-I", "-", input="trafic: 1\n")
        for name in ("web-shop.yaml", "other.yaml"):
            self.assertIn(f'{name}: warning: Unknown variability input "trafic"', result.stderr)
        result = self.run_it("check", ".", "-i", "traffic", code=2)
        self.assertEqual(result.stderr.count("NAME=VALUE"), 1, result.stderr)
        self.assertNotIn("warning:", self.run_it("check", ".", "-i", "trafic=1").stderr)

    def test_inputs_narrow_what_can_become(self):
        def inputs(*words):
            found = json.loads(self.run_it("variants", "web-shop.yaml", "-f", "json", *words).stdout)
            return {item["name"]: item["classes"] for item in found["inputs"]}, found

        whole, everything = inputs()
        self.assertGreater(len(whole["environment"]), 1)
        fixed, narrow = inputs("-i", "environment=laptop")
        self.assertEqual(fixed, {**whole, "environment": ["laptop"]})
        self.assertEqual(narrow["assignments"] * len(whole["environment"]), everything["assignments"])
        self.assertNotIn("input.environment", narrow["unused"])
        when = {element["id"]: element["when"] for element in narrow["elements"]}
        self.assertEqual((when["node.laptop"], when["node.load_balancer"]), ("always", "never"))
        preset, one = inputs("-p", "peak")
        self.assertTrue(all(len(preset[name]) == 1 for name in ("environment", "traffic", "payment", "search")))
        self.assertLess(one["assignments"], everything["assignments"])
        self.assertIn("within one variant", self.run_it(
            "variants", "web-shop.yaml", "-V", "peak", "-V", "laptop", code=2).stderr)
        self.assertNotEqual(*(self.run_it("variants", "web-shop.yaml", "--coverage", *words).stdout
                              for words in ([], ["-V", "peak"])))
        for kind in ("conditions", "pairs"):
            cover = json.loads(self.run_it("variants", "web-shop.yaml", "-f", "json", "--cover", kind, "-i",
                                           "environment=laptop").stdout)
            self.assertEqual({preset["inputs"]["environment"] for preset in cover["presets"]}, {"laptop"})

    def test_inputs_narrow_what_differs_between_templates(self):
        text = (self.folder / "web-shop.yaml").read_text(encoding="utf-8")
        (self.folder / "new.yaml").write_text(text.replace("1000]", "3000]", 1), encoding="utf-8")
        self.assertNotEqual(text, (self.folder / "new.yaml").read_text(encoding="utf-8"))

        def differing(*words, code):
            return json.loads(self.run_it("difference", "web-shop.yaml", "new.yaml", "-f", "json", *words,
                                          code=code).stdout)

        self.assertGreater(differing(code=1)["changed"]["count"], 0)
        self.assertEqual(differing("-i", "traffic=5", code=0)["changed"]["count"], 0)
        self.assertGreater(differing("-i", "traffic=2000", code=1)["changed"]["count"], 0)
        self.assertLess(differing("-p", "peak", code=1)["assignments"], differing(code=1)["assignments"])

    def test_what_a_command_does_not_take_it_refuses(self):
        options = {command: self.options_of(command) for command in self.commands()}
        for command, name in itertools.product(options, set.union(*options.values())):
            if name in options[command]:
                continue
            result = self.run_it(command, f"--{name}", code=2)
            self.assertIn("is no option of this command, but of ", result.stderr, (command, name))
            others = result.stderr.strip().split("but of ")[1].split(", ")
            self.assertEqual(others, [other for other in options if name in options[other]])

    # ---- files

    def test_forms_of_a_template_mean_the_same(self):
        text = (self.folder / "web-shop.yaml").read_text(encoding="utf-8")
        unpacked = self.folder / "unpacked"
        shutil.copytree(TOP / "editors/demo", unpacked)
        (unpacked / "TOSCA.meta").write_text(META, encoding="utf-8")
        customary = self.folder / "customary"
        shutil.copytree(TOP / "editors/demo", customary)
        (customary / "web-shop.yaml").rename(customary / "service-template.yaml")
        (self.folder / "link").symlink_to("web-shop.yaml")
        (self.folder / "日本 語.yaml").write_text(text, encoding="utf-8")
        (self.folder / "-odd.yaml").write_text(text, encoding="utf-8")
        forms = ["link", "./web-shop.yaml", "tests/../web-shop.yaml", str(self.folder / "web-shop.yaml"),
                 "日本 語.yaml", "./-odd.yaml", "unpacked", "unpacked/TOSCA.meta"]
        if WITH_ZIP:
            with zipfile.ZipFile(self.folder / "packed.csar", "w") as archive:
                for path in sorted(unpacked.rglob("*")):
                    if path.is_file():
                        archive.write(path, path.relative_to(unpacked))
            forms.append("packed.csar")
        for command in ABOUT_VARIANTS:
            choice = ["-p", "peak"] if command != "difference" else ["-V", "peak", "-V", "laptop"]
            wanted = self.said(command, *choice)
            for form in forms + ([] if command == "check" else ["customary"]):
                found = self.said(command, *choice, file=form)
                if command == "check":  # of archives, also the TOSCA.meta
                    found = (found[0], "".join(part for part in found[1].split("{") if "diagnostics" not in part))
                    self.assertEqual(found[0], wanted[0], form)
                elif command != "resolve" or "packed" not in form:
                    self.assertEqual(found, wanted, (command, form))
            self.assertEqual(self.said(command, *choice, file="-", input=text)[0], wanted[0])
            self.assertEqual(self.said(command, *choice, "--stdin-name", "web-shop.yaml", file="-", input=text), wanted)
            self.assertEqual(self.said(command, *choice, file="/dev/stdin", input=text)[0], wanted[0])

    def test_files_that_never_end(self):
        for words in (["check", "/dev/zero"], ["presence", "/dev/zero"], ["resolve", "web-shop.yaml", "-I", "/dev/zero"]):
            self.assertIn("is larger than 64 MiB", self.run_it(*words, code=2).stderr)

    def test_archives_are_named(self):
        """Nobody wants to be told what is no YAML in them."""
        for command in ("check", "format", "presence", "resolve"):
            result = self.run_it(command, "-", input="PK\3\4\24\0", code=2)
            self.assertIn("standard input is an archive", result.stderr)
            self.assertEqual(result.stdout, "")

    def test_files_that_cannot_be_read(self):
        (self.folder / "no.csar").write_bytes(b"PK\3\4 and nothing else")
        (self.folder / "nothing").mkdir()
        (self.folder / "loop").symlink_to("loop")
        files = {"none.yaml": "none.yaml", "nothing": "nothing", "loop": "loop", "web-shop.yaml/x": "web-shop.yaml/x"}
        if WITH_ZIP:
            files["no.csar"] = "no.csar"
        for command, (file, name) in itertools.product([*ABOUT_VARIANTS, "format", "test"], files.items()):
            if command in ("check", "format") and file == "no.csar":
                continue  # an archive with an error; bytes that are no YAML
            result = self.run_it(command, file, *ABOUT_VARIANTS.get(command, []), code=2)
            self.assertIn(name, result.stderr, command)

    def test_several_files(self):
        for command in self.commands():
            usage = self.run_it(command, "--help", code=0).stdout.splitlines()[0]
            self.assertEqual("…" in usage.split("[OPTION]…")[1], command in MANY_FILES, usage)
            if command in ABOUT_VARIANTS and command not in MANY_FILES:
                result = self.run_it(command, "web-shop.yaml", *ABOUT_VARIANTS[command], "types/shop.yaml", "x", code=2)
                self.assertIn("is too much", result.stderr)
            first = usage.split("[OPTION]…")[1].strip().split(" ")[0].rstrip("…")
            if first in ("FILE", "PATH"):
                self.assertIn(f"{first} is missing", self.run_it(command, code=2).stderr)

    # ---- names

    def test_what_is_nearly_right_is_suggested(self):
        for words, meant in [
            (["presense"], "presence"), (["variant"], "variants"), (["--varsion"], None), (["diference"], "difference"),
            (["presence", "web-shop.yaml", "--formt", "json"], "--format"),
            (["check", "web-shop.yaml", "--bogus"], None),
            (["presence", "web-shop.yaml", "-f", "jsn"], "json"),
            (["check", "web-shop.yaml", "--fail-on", "warnings"], "warning"),
            (["check", "web-shop.yaml", "-s", "unknown-tpye=off"], "unknown-type"),
            (["presence", "web-shop.yaml", "-k", "noode"], "node"),
            (["explain", "web-shop.yaml", "node.cahce"], "node.cache"),
            (["explain", "web-shop.yaml", "cahce"], "cache"),
            (["help", "chek"], "check"),
        ]:
            result = self.run_it(*words, code=2)
            if meant:
                self.assertIn("did you mean", result.stderr, words)
                self.assertIn(meant, result.stderr.split("did you mean")[1], words)

    def test_every_command_tells_all_exit_codes(self):
        for command in self.commands():
            text = self.run_it(command, "--help", code=0).stdout.split("ends with:\n")[1]
            self.assertEqual(re.findall(r"^  (\d+) ", text, re.M), ["0", "1", "2", "70"], command)


def caption(words):
    """What the variant is called."""
    given = list(zip(words[::2], words[1::2]))
    names = [[value for option, value in given if option == wanted] for wanted in ("-p", "-I", "-i")]
    return " + ".join((names[0] or ["defaults"]) + names[1] + names[2])


def strip(text):
    return re.sub(r"\s", "", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
