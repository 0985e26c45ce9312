// SPDX-License-Identifier: Apache-2.0
// An MPI program for tests, against the binary interface that MPICH and its relatives share, so
// that no compiler of theirs is needed. By its first argument:
//   hello          each rank says who and where it is, and what all ranks together come to
//   fail RANK CODE rank RANK ends with CODE; the others wait for it
//   wait           all ranks wait for SIGTERM, tell of it and end with 0
//   product N FILE the product of two N x N matrices, again and again until FILE is there; rank 0
//                  says the sum of its elements
//   ep M           the "embarrassingly parallel" kernel of the NAS benchmarks: 2^M pairs
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
int MPI_Init(int* argc, char*** argv);
int MPI_Comm_rank(int communicator, int* rank);
int MPI_Comm_size(int communicator, int* size);
int MPI_Ssend(const void* from, int count, int type, int rank, int tag, int communicator);
int MPI_Recv(void* into, int count, int type, int rank, int tag, int communicator, int* status);
int MPI_Bcast(void* what, int count, int type, int root, int communicator);
int MPI_Reduce(const void* from, void* into, int count, int type, int operation, int root,
               int communicator);
}

namespace {

constexpr int kWorld = 0x44000000;
constexpr int kDouble = 0x4c00080b;
constexpr int kInt = 0x4c000405;
constexpr int kSum = 0x58000003;

// x(k+1) = 5^13 x(k) mod 2^46, as the benchmark defines its random numbers; 2^-46 x is in (0, 1).
constexpr std::uint64_t kMultiplier = 1220703125;
constexpr std::uint64_t kSeed = 271828183;
constexpr std::uint64_t kMask = (1ULL << 46) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b) & kMask;
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1U, base = times(base, base)) {
    result = (exponent & 1U) != 0 ? times(result, base) : result;
  }
  return result;
}

struct Sums {
  std::array<double, 12> values{};  // of x, of y, and how many deviates are in each square ring
};

// Pairs [first, last): Gaussian deviates by the acceptance-rejection method.
Sums deviates(std::uint64_t first, std::uint64_t last) {
  Sums sums;
  std::uint64_t x = times(kSeed, power(kMultiplier, 2 * first));
  const auto next = [&x] {
    x = times(x, kMultiplier);
    return 2.0 * std::ldexp(static_cast<double>(x), -46) - 1.0;
  };
  for (std::uint64_t pair = first; pair < last; ++pair) {
    const double a = next();
    const double b = next();
    const double square = a * a + b * b;
    if (square <= 1.0) {
      const double factor = std::sqrt(-2.0 * std::log(square) / square);
      sums.values[0] += a * factor;
      sums.values[1] += b * factor;
      const auto ring =
          static_cast<std::size_t>(std::max(std::fabs(a * factor), std::fabs(b * factor)));
      sums.values[2 + std::min<std::size_t>(ring, 9)] += 1;
    }
  }
  return sums;
}

Sums together(const Sums& own) {
  Sums all;
  MPI_Reduce(own.values.data(), all.values.data(), static_cast<int>(own.values.size()), kDouble,
             kSum, 0, kWorld);
  return all;
}

// In place of MPI_Finalize, in which MPICH before 4.2 over UCX may hang: a rank that still has
// connections to close waits for others who are already where they answer nobody. Here each leaves
// when nobody needs it any more.
[[noreturn]] void leave(int rank, int size) {
  int word = 0;
  std::array<int, 8> status{};  // larger than MPI_Status
  for (int other = 1; rank == 0 && other < size; ++other) {
    MPI_Recv(&word, 0, kInt, other, 0, kWorld, status.data());
  }
  for (int other = 1; rank == 0 && other < size; ++other) {
    MPI_Ssend(&word, 0, kInt, other, 0, kWorld);
  }
  if (rank != 0) {
    MPI_Ssend(&word, 0, kInt, 0, 0, kWorld);
    MPI_Recv(&word, 0, kInt, 0, 0, kWorld, status.data());
  }
  std::fflush(stdout);
  std::_Exit(0);
}

void wait_for_sigterm() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  std::puts("waiting");
  std::fflush(stdout);
  int number = 0;
  sigwait(&set, &number);
  std::puts("terminated");
}

// a(i,j) = i + j and b(i,j) = i - j: whole numbers, so that the sum is exact. Each rank has every
// size-th row.
double sum_of_rows(int n, int rank, int size) {
  double sum = 0;
  for (int i = rank; i < n; i += size) {
    for (int j = 0; j < n; ++j) {
      double element = 0;
      for (int k = 0; k < n; ++k) {
        element += static_cast<double>(i + k) * static_cast<double>(k - j);
      }
      sum += element;
    }
  }
  return sum;
}

void multiply(int n, const char* until, int rank, int size) {
  for (int last = 0; last == 0;) {
    last = rank == 0 && access(until, F_OK) == 0 ? 1 : 0;
    MPI_Bcast(&last, 1, kInt, 0, kWorld);
    const Sums all = together({{sum_of_rows(n, rank, size)}});
    if (last != 0 && rank == 0) {
      std::printf("ranks %d sum %.0f\n", size, all.values[0]);
    }
    usleep(100000);  // the machines are small ones, and share this one
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "hello";
  int rank = 0;
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(kWorld, &rank);
  MPI_Comm_size(kWorld, &size);
  if (std::strcmp(what, "hello") == 0) {
    const Sums all = together({{static_cast<double>(rank)}});
    const char* const node = std::getenv("SLURMD_NODENAME");
    const char* const word = std::getenv("WORD");
    std::printf("rank %d of %d on %s says %s as %d\n", rank, size, node,
                word == nullptr ? "nothing" : word, static_cast<int>(getuid()));
    if (rank == 0) {
      std::printf("sum of ranks %.0f\n", all.values[0]);
    }
  } else if (std::strcmp(what, "fail") == 0) {
    if (rank == std::atoi(argv[2])) {
      std::_Exit(std::atoi(argv[3]));
    }
    pause();
  } else if (std::strcmp(what, "wait") == 0) {
    wait_for_sigterm();
  } else if (std::strcmp(what, "product") == 0) {
    multiply(std::atoi(argv[2]), argv[3], rank, size);
  } else {
    const std::uint64_t pairs = 1ULL << static_cast<unsigned>(std::atoi(argv[2]));
    const auto part = [&](int n) {
      return pairs / static_cast<std::uint64_t>(size) * static_cast<std::uint64_t>(n);
    };
    const Sums all = together(deviates(part(rank), rank + 1 == size ? pairs : part(rank + 1)));
    if (rank == 0) {
      double count = 0;
      for (std::size_t i = 2; i < all.values.size(); ++i) {
        count += all.values[i];
      }
      std::printf("ranks %d pairs %.0f sx %.10e sy %.10e\n", size, count, all.values[0],
                  all.values[1]);
    }
  }
  leave(rank, size);
}
