#!/usr/bin/env python3
"""How long a document of 300 one-line equations takes from the start of the process: the median of some runs.

    python3 bench/document.py build/eqlens
"""

import os
import subprocess
import sys
import tempfile
import time

LINES = [
    r"y = W x + b",
    r"p = \operatorname{softmax}(z)",
    r"L = -\sum_{i=1}^{n} y_i \log p_i",
    r"h_t = \tanh(W h_{t-1} + U x_t + b)",
    r"A = \frac{Q K^\top}{\sqrt{d_k}}",
    r"\sigma^2 = \frac{1}{n} \sum_{i=1}^{n} (x_i - \mu)^2",
    r"\theta_{t+1} = \theta_t - \eta \nabla_\theta L(\theta_t)",
    r"C_{ij} = \sum_{k=1}^{m} A_{ik} B_{kj}",
    r"f(x) = \frac{1}{1 + e^{-x}}",
    r"r = \|u - v\|_2",
    r"q_j = \frac{e^{z_j}}{\sum_{k} e^{z_k}}",
    r"D = \max(0, a - b)",
]
COUNT = 300


def document():
    return "# Three hundred lines\n\n" + "".join(f"Line {n}:\n\n$${LINES[n % len(LINES)]}$$\n\n" for n in range(COUNT))


def run(command):
    """Seconds on the clock and of the processor."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def main():
    program = sys.argv[1]
    with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
        file.write(document())
        file.flush()
        for words, rounds in ((["--version"], 15), (["check", file.name], 15), (["decode", "--json", file.name], 5)):
            times = [run([program, *words]) for _ in range(rounds)]
            wall, processor = (sorted(column)[rounds // 2] * 1e3 for column in zip(*times))
            print(f"{' '.join(words[:-1]) or words[0]:<14} {wall:8.1f} ms, {processor:.1f} of the processor")


if __name__ == "__main__":
    main()
