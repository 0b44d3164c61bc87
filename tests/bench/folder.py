#!/usr/bin/env python3
"""Measures `vtosca check` of a folder against libyaml alone.

usage: folder.py VTOSCA BENCH_LIBYAML CORPUS [--files N] [--rounds N] [--jobs N]

Copies the TOSCA files of the folder CORPUS, with all that stands beside them, again and again until there are N of them, and
has all of them checked. In the same rounds, libyaml reads the same files on one thread, for their events and nothing else. Reported
are the least of all rounds: CPU and clock of both, the peak of memory, and the ratios. What counts is the clock, unless something else
runs on the machine: then it is the CPU, shared by all processors.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

MOST_TIMES = 4


def measure(command):
    """(seconds by the clock, CPU of all threads, peak of memory in bytes)"""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def tosca_files(folder):
    return [path for path in sorted(folder.rglob("*")) if path.suffix in (".yaml", ".yml", ".tosca")
            and path.is_file() and b"tosca_definitions_version" in path.read_bytes()]


def copy(corpus, folder, wanted):
    """So many TOSCA files at least; names of all of them."""
    count = len(tosca_files(corpus))
    if count == 0:
        sys.exit(f"{corpus} has no TOSCA files")
    for number in range(-(-wanted // count)):
        shutil.copytree(corpus, folder / f"copy-{number:04}")
    return tosca_files(folder)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("vtosca", type=pathlib.Path)
    parser.add_argument("bench_libyaml", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    is_busy = os.getloadavg()[0] > 0.5
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        names = folder / "names.txt"
        files = copy(arguments.corpus, folder / "files", arguments.files)
        names.write_text("".join(f"{path}\n" for path in files), encoding="utf-8")
        size = sum(path.stat().st_size for path in files)
        check = [arguments.vtosca.resolve(), "check", "--jobs", str(arguments.jobs), folder / "files"]
        read = [arguments.bench_libyaml.resolve(), "--list", names]
        rounds = [(measure(check), measure(read)) for _ in range(arguments.rounds)]
    clock, cpu, memory = (min(found[0][i] for found in rounds) for i in range(3))
    floor = min(found[1][1] for found in rounds)
    print(f"{len(files)} files, {size / 1e6:.1f} MB, {arguments.jobs} jobs")
    print(f"libyaml alone: {floor:.2f} s of CPU")
    print(f"vtosca check: {clock:.2f} s by the clock, {cpu:.2f} s of CPU ({cpu / clock:.1f} processors busy), "
          f"{memory / 1e6:.0f} MB at most")
    times = (cpu / arguments.jobs if is_busy else clock) / floor
    print(f"{'✓' if times <= MOST_TIMES else '✗'} at most {MOST_TIMES} times what libyaml takes"
          f"{', by CPU of each processor, as the machine is busy' if is_busy else ''}: {times:.1f}; "
          f"by the clock {clock / floor:.1f}, by CPU of all {cpu / floor:.1f}")
    return 0 if times <= MOST_TIMES else 1


if __name__ == "__main__":
    sys.exit(main())
