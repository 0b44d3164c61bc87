"""licenses.py WASM_BUILD PACKAGE META…: a package has the terms of all that is linked or bundled in it.

PACKAGE is a folder or a .vsix. META are what esbuild says of its bundles; what the module and the programs link, the
commands that linked them say.
"""
import json
import pathlib
import re
import subprocess
import sys
import zipfile

LIBRARIES = {"yaml": "libyaml", "json-c": "json-c", "picosat": "picosat", "z": "zlib", "minizip": "zlib", "uv": "libuv"}


def texts(package):
    """By the path in the package."""
    if package.is_dir():
        return {str(file.relative_to(package)): file.read_bytes() for file in package.rglob("*") if file.is_file()}
    with zipfile.ZipFile(package) as archive:
        return {name.removeprefix("extension/"): archive.read(name) for name in archive.namelist()}


def bundled(metafile):
    for name in json.loads(metafile.read_text(encoding="utf-8"))["inputs"]:
        if "node_modules/" in name:
            words = name.rpartition("node_modules/")[2].split("/")
            yield words[1] if words[0].startswith("@") else words[0]


def linked(build):
    """Libraries of others in the last command that links the program."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "vtosca"], capture_output=True, text=True,
                              check=True).stdout
    command = [line for line in commands.split("\n") if " -o cli/vtosca" in line][-1]
    for name in re.findall(r"/lib([a-z-]+)\.(?:a|so)\b", command):
        if f"lib{name}.a" not in {f"lib{own}.a" for own in ("base", "solver", "lsp")} and not name.startswith("analyzer"):
            yield LIBRARIES[name]  # a new one has to be named above


def wanted(files, wasm_build, metas):
    bundles = {name for meta in metas for name in bundled(meta)}
    module = {*linked(wasm_build), "emscripten"}
    drawing = {"graphviz", "expat"} if "viz" in bundles else set()
    if "server/wasm/lib/vtosca.wasm" in files:
        yield from (f"server/wasm/licenses/{name}" for name in module)
    else:
        yield from (f"licenses/{name}" for name in module)
    if any(name.startswith("server/linux") for name in files):
        yield from (f"licenses/{name}" for name in linked(wasm_build.parent / "portable"))
    yield from (f"licenses/{name}" for name in bundles | drawing)


def main():
    wasm_build, package, *metas = map(pathlib.Path, sys.argv[1:])
    files = texts(package)
    needed = sorted(set(wanted(files, wasm_build, metas)))
    missing = [name for name in needed if len(files.get(name, b"")) < 300 or b"copyright" not in files[name].lower()]
    print("\n".join(f"FAIL there is no {name} in {package.name}" for name in missing)
          or f"ok   {package.name} has the terms of {len(needed)} works of others")
    return 1 if missing or len(needed) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
