"""Runs a notebook from the first cell to the last, in place, and makes a page of it.

nbconvert and papermill hide the error of a cell and keep nothing when one fails; this does neither.
Usage: run_notebook.py NOTEBOOK.ipynb PAGE.html FOLDER
Exit codes: 0 good, 1 a cell failed, 70 the kernel or the machine failed, 130 interrupted.
"""

import signal

SIGNALS = (signal.SIGINT, signal.SIGTERM)
interrupted = []


def interrupt(*_):
    interrupted.append(True)


def only_note_signals():
    """What was run is kept, and a page made of it, however early or late somebody ends this."""
    for number in SIGNALS:
        signal.signal(number, interrupt)


# The imports below take a second.
only_note_signals()

import asyncio
import os
import re
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

from report import page

GOOD, CELL_FAILED, FAILED, INTERRUPTED = 0, 1, 70, 130
SECONDS_TO_END = 60
USUAL_COLUMNS = 80
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Progress:
    """On a terminal one line that changes, and otherwise a line a cell."""

    def __init__(self, notebook):
        self.cells = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
        self.headings = self.find_headings(notebook)
        self.live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.now = ""
        self.said = ""

    @staticmethod
    def find_headings(notebook):
        headings, last = [], ""
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                found = re.findall(r"(?m)^#+ +(.+?)\s*$", cell.source)
                last = found[-1] if found else last
            headings.append(last)
        return headings

    def cell(self, index):
        number = self.cells.index(index) + 1
        heading = self.headings[index]
        self.now = f"cell {number} of {len(self.cells)}" + (f", {heading}" if heading else "")
        self.said = ""
        if self.live:
            self.draw()
        else:
            print(f"lab: {self.now}", file=sys.stderr, flush=True)

    def say(self, text):
        lines = text.strip().splitlines()
        self.said = lines[-1].strip() if lines else ""
        if self.live:
            self.draw()

    def draw(self):
        line = "  " + self.now + (f": {self.said}" if self.said else "")
        # A terminal that does not know its width says 0.
        width = os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
        print("\r\033[K" + line[: width - 1], end="", file=sys.stderr, flush=True)

    def clear(self):
        if self.live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Run(NotebookClient):
    """Shows what the command that a cell started says, which is an output that changes."""

    def __init__(self, notebook, progress, **traits):
        super().__init__(notebook, **traits)
        self.progress = progress

    def process_message(self, msg, cell, cell_index):
        if (msg["content"].get("transient") or {}).get("display_id"):
            self.progress.say(msg["content"].get("data", {}).get("text/plain", ""))
        return super().process_message(msg, cell, cell_index)


async def execute(client, log):
    """Until its end, or until it was interrupted; the kernel has then ended what its cell began."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(client.async_execute(stdout=log, stderr=log))

    def stop():
        if not interrupted:
            interrupt()
            task.cancel()

    def own_signals(notebook=None):
        # The client sets handlers of its own while it starts the kernel.
        for number in SIGNALS:
            loop.add_signal_handler(number, stop)

    client.on_notebook_start = own_signals
    own_signals()
    if interrupted:
        task.cancel()
    try:
        await task
    except BaseException:
        # While the kernel starts, its end is the client's own answer to a signal.
        end = getattr(client, "_async_cleanup_kernel_future", None)
        if end:
            interrupt()
            await asyncio.gather(end, return_exceptions=True)
        # The client takes whatever comes of it for the kernel's death.
        if not interrupted:
            raise
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
        only_note_signals()


def forget(notebook):
    """The client clears a cell when it gets there; what stands behind one that fails would pass for this run's."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None


def tell(notebook, failure, coloured):
    """The error as the cell shows it. That of the reply has a stack of the kernel's own, which helps nobody."""
    errors = [o for cell in notebook.cells for o in cell.get("outputs", []) if o.output_type == "error"]
    text = ("\n".join(errors[-1].traceback) if errors else str(failure)).rstrip()
    print(text if coloured else COLOURS.sub("", text), file=sys.stderr)


def main(file, html, folder):
    try:
        return run(file, html, folder)
    except Exception as e:
        why = (str(e).splitlines() or [""])[0]
        print(
            f"lab: {os.path.basename(file)} could not be run and kept: {type(e).__name__}: {why}",
            file=sys.stderr,
        )
        return FAILED


def run(file, html, folder):
    notebook = nbformat.read(file, 4)
    forget(notebook)
    progress = Progress(notebook)
    client = Run(
        notebook,
        progress,
        kernel_name="kvlab",
        timeout=None,
        startup_timeout=120,
        coalesce_streams=True,
        resources={"metadata": {"path": folder}},
        on_cell_start=lambda cell, cell_index: progress.cell(cell_index) if cell.cell_type == "code" else None,
    )
    client.km = client.create_kernel_manager()
    client.km.shutdown_wait_time = SECONDS_TO_END
    log = file + ".log"
    code = GOOD
    begin = time.monotonic()
    try:
        with open(log, "w") as out:
            asyncio.run(execute(client, out))
    except CellExecutionError as e:
        progress.clear()
        print(f"lab: {progress.now} failed:", file=sys.stderr)
        tell(notebook, e, progress.live)
        code = CELL_FAILED
    except (DeadKernelError, RuntimeError) as e:
        progress.clear()
        print(f"lab: the Java kernel failed: {e}", file=sys.stderr)
        with open(log) as said:
            print("".join(line for line in said if not line.startswith("[I ")), end="", file=sys.stderr)
        code = FAILED
    finally:
        progress.clear()
    os.remove(log)
    nbformat.write(notebook, file)
    with open(html, "w", encoding="utf-8") as out:
        out.write(page(notebook))
    if interrupted:
        # Whoever started this ends as soon as this does, and tells nothing any more.
        print(f"lab: interrupted; what was run until then is kept in {os.path.dirname(file)}", file=sys.stderr)
        return INTERRUPTED
    if code == GOOD:
        print(f"lab: all {len(progress.cells)} cells, {time.monotonic() - begin:.0f} s", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
