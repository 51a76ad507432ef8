#!/usr/bin/env python3
"""The same work in eqlens, NumPy and, if it is installed, PyTorch, by turns: how many times faster eqlens is, one thread each.

    python3 bench/compare/compare.py build/bench/eqlens_worker
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


def numpy_product(n, _):
    a, b = drawn(n, n), drawn(n, n)
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


def main():
    worker = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ours(name, first, second):
        worker.stdin.write(f"{name} {first} {second}\n")
        worker.stdin.flush()
        return float(worker.stdout.readline())

    print(f"{'work':<24} {'eqlens ms':>10} {'NumPy':>8} {'PyTorch':>8}   (times slower than eqlens)")
    for name, first, second in WORK:
        makers = {"NumPy": globals().get(f"numpy_{name}")}
        if torch is not None:
            makers["PyTorch"] = globals().get(f"torch_{name}")
        peers = {peer: maker(first, second) for peer, maker in makers.items() if maker}
        own, ratios = [], {peer: [] for peer in peers}
        for _ in range(ROUNDS):
            own.append(ours(name, first, second))
            for peer, work in peers.items():
                ratios[peer].append(best_of_five(work) / own[-1])
        columns = [f"{median(ratios[peer]):8.2f}" if peer in ratios else f"{'-':>8}" for peer in ("NumPy", "PyTorch")]
        print(f"{name + ' ' + str(first) + ' ' + str(second):<24} {1e3 * median(own):10.3f} {' '.join(columns)}", flush=True)


if __name__ == "__main__":
    main()
