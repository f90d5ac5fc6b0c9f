# SPDX-License-Identifier: MIT
"""Counts how often secrets stand in the writable memory of a process (Linux).

    memscan.py PID FILE…

Each file holds one secret as it is: a device key, for example. Prints a line a file, and the sum as the last one.
"""
import pathlib
import sys


def count(process, secret):
    found = 0
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            span, rights, *_ = line.split()
            if not rights.startswith("rw"):
                continue
            start, end = (int(number, 16) for number in span.split("-"))
            try:
                memory.seek(start)
                part = memory.read(end - start)
            except (OSError, ValueError, OverflowError):
                continue
            at = part.find(secret)
            while at >= 0:
                found += 1
                at = part.find(secret, at + 1)
    return found


def main():
    process, *files = sys.argv[1:]
    total = 0
    for name in files:
        found = count(process, pathlib.Path(name).read_bytes())
        total += found
        print(f"{name}: {found}")
    print(total)


if __name__ == "__main__":
    main()
