"""listed.py BUILD: every test is run with the WebAssembly module as well, or native_only.txt says why not."""
import fnmatch
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def main():
    build = pathlib.Path(sys.argv[1])
    found = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, check=True).stdout
    tests = json.loads(found)["tests"]
    names = {test["name"] for test in tests}
    reasons = dict(line.split(": ", 1) for line in (HERE / "native_only.txt").read_text(encoding="utf-8").splitlines()
                   if line and not line.startswith("#"))
    problems, used = [], set()
    for test in tests:
        name = test["name"]
        is_unit = "/tests/unit/" in test.get("command", [""])[0]
        if name.startswith("wasm_") or f"wasm_{name}" in names:
            continue
        match = [pattern for pattern in reasons if fnmatch.fnmatch(f"unit/{name}" if is_unit else name, pattern)]
        used.update(match)
        if not match:
            problems.append(f"{name}: neither run with the module nor listed in native_only.txt")
    # Editors that are not installed have no test.
    problems += [f"native_only.txt: there is no {pattern}" for pattern in reasons
                 if pattern not in used and not pattern.startswith("editor_")]
    print("\n".join(problems) or f"{len(tests)} tests are accounted for")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
