"""What trials of random templates share: the arguments, a folder for each seed, and how what is wrong is told."""
import argparse
import os
import tempfile


def run(what, count, wrong, once_wrong=(), summary=lambda: ()):
    """The exit code of a trial of seeds, by default `count` from 1 and those `once_wrong`.

    `wrong(vtosca, seed, folder)` yields a line for whatever is not as it should be; `summary()` yields what is told at the end.
    """
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("vtosca")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="leave the templates there")
    arguments = parser.parse_args()
    seeds = list(range(arguments.seed, arguments.seed + arguments.count))
    print(f"seeds {seeds[0]} to {seeds[-1]}", flush=True)
    seeds += once_wrong if arguments.seed == 1 else ()
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        for seed in seeds:
            folder = os.path.join(arguments.keep or temporary, f"{seed:06}")
            os.makedirs(folder, exist_ok=True)
            lines = list(wrong(arguments.vtosca, seed, folder))
            failed += bool(lines)
            for line in lines[:8]:
                print(f"seed {seed}: {line}", flush=True)
    for line in summary():
        print(line)
    print(f"{len(seeds) - failed} passed, {failed} failed")
    return 1 if failed else 0
