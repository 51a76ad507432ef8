#!/usr/bin/env python3
"""The same work in eqlens, NumPy, PyTorch and hand-written Eigen, by turns: how many times faster eqlens is, one thread each.

    python3 bench/compare/compare.py build/bench/eqlens_worker build/bench/eqlens_eigen_worker
"""

import os
import subprocess
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (the threads must be set before)

try:
    import torch

    torch.set_num_threads(1)
except ImportError:
    torch = None
    print("PyTorch is not installed (Debian: python3-torch), so its column stays empty", file=sys.stderr)

ROUNDS = 5
rng = np.random.default_rng(0)


def drawn(*shape):
    return rng.standard_normal(shape, dtype=np.float32)


def numpy_attention(n, d):
    q, k, v = drawn(n, d), drawn(n, d), drawn(n, d)

    def work():
        scores = q @ k.T / np.float32(d**0.5)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ v

    return work


def torch_attention(n, d):
    q, k, v = (torch.from_numpy(drawn(n, d)) for _ in range(3))
    return lambda: torch.softmax(q @ k.T / d**0.5, dim=1) @ v


def numpy_adam(n, _):
    m, v, g, theta = drawn(n), np.abs(drawn(n)), drawn(n), drawn(n)

    def work():
        first = 0.9 * m + 0.1 * g
        second = 0.999 * v + 0.001 * g**2
        return first, second, theta - 0.001 * (first / (1 - 0.9**3)) / (np.sqrt(second / (1 - 0.999**3)) + 1e-8)

    return work


def numpy_layernorm(n, d):
    x, gamma, beta = drawn(n, d), drawn(d), drawn(d)

    def work():
        distance = x - x.mean(axis=1, keepdims=True)
        return gamma * distance / np.sqrt((distance**2).mean(axis=1, keepdims=True) + 1e-5) + beta

    return work


def torch_layernorm(n, d):
    x, gamma, beta = (torch.from_numpy(drawn(*shape)) for shape in ((n, d), (d,), (d,)))
    return lambda: torch.nn.functional.layer_norm(x, (d,), gamma, beta)


def numpy_formula(n, _):
    x = drawn(n)
    return lambda: x**2 / (1 + np.exp(-x))


def torch_formula(n, _):
    x = torch.from_numpy(drawn(n))
    return lambda: x**2 / (1 + torch.exp(-x))


def torch_adam(n, _):
    m, v, g, theta = torch.from_numpy(drawn(n)), torch.from_numpy(np.abs(drawn(n))), torch.from_numpy(drawn(n)), torch.from_numpy(drawn(n))

    def work():
        first = 0.9 * m + 0.1 * g
        second = 0.999 * v + 0.001 * g**2
        return first, second, theta - 0.001 * (first / (1 - 0.9**3)) / (torch.sqrt(second / (1 - 0.999**3)) + 1e-8)

    return work


def numpy_product(n, _):
    a, b = drawn(n, n), drawn(n, n)
    return lambda: a @ b


def torch_product(n, _):
    a, b = torch.from_numpy(drawn(n, n)), torch.from_numpy(drawn(n, n))
    return lambda: a @ b


WORK = [
    ("attention", 512, 64),
    ("attention", 2048, 64),
    ("attention", 2048, 128),
    ("adam", 1_000_000, 1),
    ("layernorm", 4096, 1024),
    ("formula", 1_000_000, 1),
    ("product", 512, 512),
]


def best_of_five(work):
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def median(values):
    return sorted(values)[len(values) // 2]


class Worker:
    """A program that reads `NAME SIZE SIZE` a line and answers with the seconds of the best of five runs."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def seconds(self, name, first, second):
        self.process.stdin.write(f"{name} {first} {second}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def peers_of(name, first, second, eigen):
    """The seconds that each of the others takes, as functions."""
    peers = {}
    for peer, makers in (("NumPy", "numpy"), ("PyTorch", "torch")):
        maker = globals().get(f"{makers}_{name}") if peer == "NumPy" or torch is not None else None
        if maker:
            work = maker(first, second)
            peers[peer] = lambda work=work: best_of_five(work)
    if eigen:
        peers["Eigen"] = lambda: eigen.seconds(name, first, second)
    return peers


def main():
    ours = Worker(sys.argv[1])
    eigen = Worker(sys.argv[2]) if len(sys.argv) > 2 else None
    names = ("NumPy", "PyTorch", "Eigen")
    print(f"{'work':<24} {'eqlens ms':>10} {' '.join(f'{name:>8}' for name in names)}   (times as long as eqlens takes)")
    for name, first, second in WORK:
        peers = peers_of(name, first, second, eigen)
        own, ratios = [], {peer: [] for peer in peers}
        for _ in range(ROUNDS):
            own.append(ours.seconds(name, first, second))
            for peer, seconds in peers.items():
                ratios[peer].append(seconds() / own[-1])
        columns = [f"{median(ratios[peer]):8.2f}" if peer in ratios else f"{'-':>8}" for peer in names]
        print(f"{f'{name} {first} {second}':<24} {1e3 * median(own):10.3f} {' '.join(columns)}", flush=True)


if __name__ == "__main__":
    main()
