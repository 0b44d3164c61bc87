"""What commands write and where: whole or not at all, never over what was read, never lost in silence.

usage: output.py VTOSCA
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

DEMO = pathlib.Path(__file__).resolve().parents[2] / "editors/demo"
COMMANDS = [
    ["check", "broken.yaml"],
    ["check", "web-shop.yaml", "--format", "json"],
    ["check", "web-shop.yaml", "--format", "sarif"],
    ["explain", "web-shop.yaml", "node.cache"],
    ["graph", "web-shop.yaml"],
    ["help"],
    ["presence", "web-shop.yaml"],
    ["presence", "web-shop.yaml", "--format", "csv"],
    ["presence", "web-shop.yaml", "--format", "json"],
    ["resolve", "web-shop.yaml"],
    ["test", "."],
    ["version"],
]


class Runs:
    def __init__(self, vtosca, folder):
        self.vtosca, self.folder, self.failed = vtosca, folder, 0

    def run(self, *words, environment=None, **more):
        return subprocess.run(
            [self.vtosca, *words], cwd=self.folder, text=True, check=False, timeout=60,
            stdout=more.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})}, **more)

    def expect(self, what, holds, result=None):
        if not holds:
            self.failed += 1
            print(f"not so: {what}", result or "", sep="\n")

    def refuses(self, *words, saying, **more):
        """Ends with 2 and one message; all files are as they were."""
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        result = self.run(*words, **more)
        after = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        self.expect(f"{words} ends with 2", result.returncode == 2, result)
        self.expect(f"{words} says {saying}", saying in result.stderr, result)
        self.expect(f"{words} leaves all files alone", before == after)


def protected_files(runs):
    """What is read is not written over, whatever it is called."""
    folder = runs.folder
    (folder / "inputs.yaml").write_text("traffic: 10\n")
    os.link(folder / "web-shop.yaml", folder / "hard.yaml")
    (folder / "soft.yaml").symlink_to("web-shop.yaml")
    resolve = ["resolve", "web-shop.yaml", "-p", "peak", "--inputs", "inputs.yaml", "-o"]
    for name in ("web-shop.yaml", "./web-shop.yaml", "hard.yaml", "soft.yaml", "inputs.yaml",
                 "types/shop.yaml", str(folder / "types/monitoring.yaml")):
        runs.refuses(*resolve, name, saying="read for the result")
        if name != "inputs.yaml":
            runs.refuses("resolve", "web-shop.yaml", "-o", name, saying="read for the result")
    runs.refuses(*resolve, "types", saying="Is a directory")
    runs.refuses(*resolve, "nowhere/out.yaml", saying="No such file")
    with open(folder / "web-shop.yaml", "r+", encoding="utf-8") as same:
        runs.refuses("resolve", "web-shop.yaml", stdout=same, saying="read for the result")


def redirected_files(runs):
    """Standard input is a file, too."""
    folder = runs.folder
    (folder / "inputs.yaml").write_text("traffic: 10\n")
    for words, name in [(["-"], "web-shop.yaml"), (["/dev/stdin"], "web-shop.yaml"),
                        (["web-shop.yaml", "-I", "-"], "inputs.yaml")]:
        with open(folder / name, encoding="utf-8") as file:
            runs.refuses("resolve", *words, "-o", name, stdin=file, saying="read for the result")


def baselines(runs):
    """A baseline is written over no other file."""
    folder = runs.folder
    (folder / "empty.yaml").write_text("")
    for name in ("web-shop.yaml", "./types/shop.yaml", "empty.yaml"):
        runs.refuses("check", "web-shop.yaml", "-b", name, "--update-baseline", saying="is no baseline")
    for _ in range(2):
        result = runs.run("check", "web-shop.yaml", "-b", "known.yaml", "--update-baseline")
        runs.expect("a baseline is written, and again", result.returncode == 0, result)
    if os.geteuid() != 0:
        (folder / "locked").mkdir(mode=0o555)
        runs.refuses("check", "web-shop.yaml", "-b", "locked/known.yaml", "--update-baseline", saying="cannot be written")


def whole_files(runs):
    folder = runs.folder
    plain = runs.run("resolve", "web-shop.yaml", "-p", "peak").stdout
    (folder / "old.yaml").write_text("old")
    os.chmod(folder / "old.yaml", 0o640)
    (folder / "link.yaml").symlink_to("old.yaml")
    result = runs.run("resolve", "web-shop.yaml", "-ppeak", "-o", "link.yaml")
    runs.expect("a link stays one", (folder / "link.yaml").is_symlink(), result)
    runs.expect("it leads to the result", (folder / "old.yaml").read_text() == plain)
    runs.expect("rights stay", (folder / "old.yaml").stat().st_mode & 0o777 == 0o640)
    runs.expect("nothing else is left behind", not list(folder.glob(".*")))
    result = runs.run("resolve", "web-shop.yaml", "-i", "traffic=[1", "-o", "old.yaml")
    runs.expect("a failure leaves the old result", (folder / "old.yaml").read_text() == plain, result)
    with open(folder / "fifo.txt", "w+", encoding="utf-8") as file:
        runs.run("resolve", "web-shop.yaml", "-ppeak", "-o", "/dev/stdout", stdout=file)
        file.seek(0)
        runs.expect("a device is written to", file.read() == plain)


def moved_paths(runs):
    """A result elsewhere still finds its files."""
    (runs.folder / "a b/c").mkdir(parents=True)
    for target in ("a b/c/out.yaml", "../elsewhere.yaml"):
        result = runs.run("resolve", "web-shop.yaml", "-p", "production", "-o", target)
        runs.expect("resolving elsewhere", result.returncode == 0, result)
        text = runs.run("check", target)
        runs.expect(f"imports of {target} exist", "does not exist" not in text.stdout, text.stdout)
    before = runs.run("resolve", "web-shop.yaml", "-p", "production").stdout
    runs.expect("standard output is verbatim", "- types/shop.yaml" in before, before)
    back = runs.run("resolve", "a b/c/out.yaml", "-o", "back.yaml")
    runs.expect("and back again", "types/shop.yaml" in (runs.folder / "back.yaml").read_text(), back)
    (runs.folder.parent / "elsewhere.yaml").unlink()


def unwritten_files(runs):
    """Nothing is said to be changed that was not: here no file may have a byte."""
    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    (runs.folder / "wide.yaml").write_text("a:    1\n")
    result = runs.run("format", "wide.yaml", preexec_fn=full)
    runs.expect("nothing is formatted", result.returncode == 2 and "0 of 1 file changed" in result.stderr, result)
    runs.expect("the file is as it was", (runs.folder / "wide.yaml").read_text() == "a:    1\n")


def lost_output(runs):
    if not os.path.exists("/dev/full"):
        return
    (runs.folder / "broken.yaml").write_text("tosca_definitions_version: [\n")
    for words in COMMANDS:
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = runs.run(*words, stdout=full)
        runs.expect(f"{words} on a full disk ends with 2", result.returncode == 2, result)
        runs.expect(f"{words} says so", "standard output: " in result.stderr, result)
    runs.refuses("resolve", "web-shop.yaml", "-o", "/dev/full", saying="cannot be written")


def readers_that_leave(runs):
    """Who has seen enough, as head has, is no error: commands end as if by SIGPIPE, without a word about it."""
    (runs.folder / "broken.yaml").write_text("a: [")
    for words in COMMANDS:
        reading, writing = os.pipe()
        os.close(reading)
        result = runs.run(*words, stdout=writing)
        os.close(writing)
        runs.expect(f"{words} ends when nobody reads", result.returncode in (-signal.SIGPIPE, 128 + signal.SIGPIPE), result)
        runs.expect(f"{words} says nothing about it", "standard output" not in result.stderr, result)


def wrong_inputs(runs):
    """Warned of, the result being that of the reference; or refused where there is no reading."""
    (runs.folder / "wrong.yaml").write_text("trafic: 5\n")
    (runs.folder / "cut.xml").write_text("<configuration><feature")
    for words, warning in [
        (["-i", "environmnt=laptop"], 'input "environmnt"; did you mean "environment"?'),
        (["-i", "environment=moon"], "violates the constraint"),
        (["-i", "traffic=abc"], "must be an integer"),
        (["-I", "wrong.yaml"], 'did you mean "traffic"?'),
    ]:
        result = runs.run("resolve", "web-shop.yaml", *words)
        runs.expect(f"{words} is resolved", result.returncode == 0 and result.stdout, result)
        runs.expect(f"{words} is warned of", warning in result.stderr, result)
    fine = runs.run("resolve", "web-shop.yaml", "-i", "traffic=5", "-p", "peak")
    runs.expect("what is right is not warned of", fine.stderr == "", fine)
    for words, saying in [
        (["-i", "traffic=[1"], "no YAML"),
        (["-i", "traffic"], "NAME=VALUE"),
        (["-I", "cut.xml"], "no valid XML"),
        (["-I", "none.yaml"], "does not exist"),
        (["-p", "peek"], 'did you mean "peak"?'),
        (["-V", "peak", "-V", "laptop"], "one variant"),
        (["-V", "peak", "-p", "laptop"], "exclude each other"),
        (["-V", "peek"], 'did you mean "peak"?'),
    ]:
        runs.refuses("resolve", "web-shop.yaml", *words, saying=saying)
    runs.refuses("resolve", "web-shop.yaml", environment={"VTOSCA_VARIABILITY_PRESETS": "peak"},
                 saying="JSON list")
    unused = runs.run("resolve", "web-shop.yaml",
                      environment={"VTOSCA_VARIABILITY_INPUT_TRAFFIC": "5"})
    runs.expect("inputs of the environment are told to have no effect",
                "no effect without --inputs" in unused.stderr, unused)


def standard_input(runs):
    text = (runs.folder / "web-shop.yaml").read_text(encoding="utf-8")
    named = runs.run("presence", "web-shop.yaml", "-V", "peak", "-k", "nodes")
    for words in (["-"], ["/dev/stdin"]):
        piped = runs.run("presence", *words, "-V", "peak", "-k", "nodes", input=text)
        runs.expect(f"{words} is read", piped.stdout == named.stdout, piped)
    piped = runs.run("presence", "-", "--stdin-name", "web-shop.yaml", "-V", "christmas", input=text)
    runs.expect("tests beside its name count", piped.returncode == 0, piped)


def main(vtosca):
    failed = 0
    for scene in (protected_files, redirected_files, baselines, whole_files, unwritten_files, moved_paths, lost_output,
                  readers_that_leave, wrong_inputs, standard_input):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary) / "work"
            shutil.copytree(DEMO, folder)
            runs = Runs(vtosca, folder)
            scene(runs)
            failed += runs.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
