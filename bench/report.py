"""How benchmarks tell what they found: each figure beside its limit, as a ratio; below 1 is within it."""
import pathlib


def line(what, value, unit, limit):
    show(what, value, unit, "at most", limit, value / limit)


def at_least(what, value, unit, limit):
    show(what, value, unit, "at least", limit, limit / value)


def show(what, value, unit, bound, limit, ratio):
    print(f"{what:58} {value:9.2f} {unit:4}  {bound:8} {limit:8.2f}  ratio {ratio:5.2f}", flush=True)


def resident_mib(*pids):
    statuses = (pathlib.Path(f"/proc/{pid}/status").read_text() for pid in pids)
    return sum(int(status.split("VmRSS:")[1].split()[0]) for status in statuses) / 1024
