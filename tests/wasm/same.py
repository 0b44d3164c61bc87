"""same.py NATIVE WASM: both print the same about every fixture, byte for byte.

Fixtures say what is expected in comments that unit programs of the native build read. What they have in common
with the module is the analyzer, so here the question is whether it comes to the same in both.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
AT_ONCE = 40  # files of one command


def output(program, words):
    done = subprocess.run([program, *words], capture_output=True, cwd=TOP, check=False)
    return done.returncode, done.stdout, done.stderr


def differences(native, wasm, words):
    expected, found = output(native, words), output(wasm, words)
    for what, a, b in zip(("exit code", "output", "errors"), expected, found):
        if a != b:
            yield f"vtosca {' '.join(words)[:200]}: {what} differs: {str(a)[:200]} and {str(b)[:200]}"


def questions():
    files = sorted(
        str(path.relative_to(TOP))
        for folder in ("tests/fixtures", "tests/rules", "tests/variability", "editors/demo")
        for path in (TOP / folder).rglob("*.yaml")
    )
    for start in range(0, len(files), AT_ONCE):
        yield ["check", "--format", "json", *files[start : start + AT_ONCE]]
    templates = [f for f in files if b"variability:" in (TOP / f).read_bytes()]
    for file in templates[:: max(1, len(templates) // 60)]:
        yield ["presence", "--format", "json", "--all", file]
        yield ["resolve", file]
        yield ["graph", file]


def main():
    native, wasm = sys.argv[1:]
    asked = list(questions())
    found = [d for words in asked for d in differences(native, wasm, words)]
    print("\n".join(found) or f"{len(asked)} commands say the same")
    return 1 if found or len(asked) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
