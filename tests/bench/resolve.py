#!/usr/bin/env python3
"""Measures `vtosca resolve`.

usage: resolve.py VTOSCA [--nodes N]... [--ring N]...

(a) Generated templates under rc_3, one preset, with every pruning mode; (b) the ring that the
reference implementation publishes figures for. The whole command counts, from its start to
its exit; the best of several runs. libyaml is the time its events alone take for the same text.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = ["manual", "consistent-strict", "consistent-loose", "default", "semantic-strict",
         "semantic-loose"]


def generate(program, path, *arguments):
    with open(path, "wb") as file:
        subprocess.run([sys.executable, os.path.join(HERE, program), *arguments], stdout=file,
                       check=True)


def run(command):
    """Wall time in ms, memory in MB, and how it ended."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read().decode().strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (time.perf_counter() - start) * 1000, usage.ru_maxrss / 1024, message


def measure(name, vtosca, libyaml, path, *arguments):
    runs = [run([vtosca, "resolve", path, *arguments]) for _ in range(5)]
    wall, memory, message = min(runs)
    floor = float(subprocess.run([libyaml, path], stdout=subprocess.PIPE, check=True).stdout)
    size = os.path.getsize(path) / 1e6
    print(f"{name:32} {size:7.2f} MB {wall:9.1f} ms {memory:7.0f} MB {floor:9.2f} ms "
          f"{wall / floor:6.1f}x  {message}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("--nodes", type=int, action="append")
    parser.add_argument("--ring", type=int, action="append")
    arguments = parser.parse_args()
    binaries = os.path.dirname(os.path.dirname(os.path.abspath(arguments.vtosca)))
    libyaml = os.path.join(binaries, "tests", "bench", "bench_libyaml")
    print(f"{'':32} {'text':>10} {'resolve':>12} {'memory':>10} {'libyaml':>12}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "template.yaml")
        for nodes in arguments.nodes or [50, 200, 1000, 5000]:
            for mode in MODES:
                generate("generate_template.py", path, str(nodes), "--mode", mode)
                measure(f"{nodes} nodes, {mode}", arguments.vtosca, libyaml, path,
                        "--preset", "prod")
        for n in arguments.ring or [10, 100, 1000, 10000]:
            generate("generate_ring.py", path, str(n))
            measure(f"ring of {n}", arguments.vtosca, libyaml, path, "--input", "mode=present")


if __name__ == "__main__":
    main()
