"""Watches the processes of a program: processor time, memory and their end.

Linux only: reads /proc.
"""

import contextlib
import ctypes
import os
import signal
import sys
import time
from pathlib import Path


def adopt_orphans():
    """Makes this process the parent of orphaned descendants.

    Without this, the measurement and the cleanup would miss processes that a
    program starts as daemons.
    """
    set_child_subreaper = 36
    if ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0):
        sys.exit("prctl(PR_SET_CHILD_SUBREAPER) failed; this script needs Linux 3.4 or later")


def read_stat(process):
    """Returns the fields of /proc/PID/stat from the third on, or None if there is no
    such process."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def processor_seconds(processes):
    """Returns the processor time of processes, with all threads and reaped children."""
    stats = filter(None, map(read_stat, processes))
    ticks = sum(sum(map(int, fields[11:15])) for fields in stats)
    return ticks / os.sysconf("SC_CLK_TCK")


class Descendants:
    """All descendants of this process, except the processes in `others` and theirs."""

    def __init__(self, others):
        self.others = others

    def find(self):
        """Returns their process identifiers."""
        children = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and (fields := read_stat(entry.name)):
                children.setdefault(int(fields[1]), []).append(int(entry.name))
        found, todo = [], [os.getpid()]
        while todo:
            below = [child for child in children.get(todo.pop(), []) if child not in self.others]
            found += below
            todo += below
        return found

    def end(self):
        """Ends them with SIGTERM, or with SIGKILL after five seconds."""
        for kind in [signal.SIGTERM, signal.SIGKILL]:
            for process in self.find():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, kind)
            if self.have_ended(5):
                return
        print(f"these processes survive SIGKILL: {self.find()}", file=sys.stderr)

    def have_ended(self, patience):
        """Waits until all of them have ended, at most `patience` seconds.

        Returns whether they have.
        """
        end = time.monotonic() + patience
        while left := self.find():
            for process in left:
                # Only children of this process can be reaped here.
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process, os.WNOHANG)
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def processor_seconds(self):
        """Returns the processor time that they have used, in seconds."""
        return processor_seconds(self.find())

    def memory(self):
        """Returns the sum of their proportional set sizes, in bytes.

        A page that several processes share counts in equal parts for each of them.
        """
        total = 0
        for process in self.find():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        total += 1024 * int(line.split()[1])
        return total
