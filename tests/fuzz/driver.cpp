// SPDX-License-Identifier: Apache-2.0
//
// Runs a fuzz target (LLVMFuzzerTestOneInput) without a fuzzing engine: every seed file, then
// mutations of them from a fixed random sequence, so that it can be part of the ordinary tests and
// of the sanitizer builds; a slow target ends early, after a time of its own. With clang, link the
// same target with -fsanitize=fuzzer instead.
//   fuzz_x SEED_DIRECTORY [ITERATIONS]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// Of CPU time, when no number of runs was asked for.
constexpr std::clock_t kEnough = 10 * CLOCKS_PER_SEC;

std::vector<std::string> read_seeds(const char* directory) {
  std::vector<std::string> seeds{""};
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::ifstream file(entry.path(), std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

std::string mutate(std::string text, const std::vector<std::string>& seeds, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (auto changes = 1 + below(6); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0:
        text.insert(at, 1, static_cast<char>(random()));
        break;
      case 1:
        text.erase(at, below(8));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), below(32)));
        break;
      case 3:
        if (!text.empty()) {
          text[below(text.size())] = static_cast<char>(random());
        }
        break;
      default: {
        const std::string& other = seeds[below(seeds.size())];
        text.insert(at, other.substr(below(other.size() + 1), below(64)));
      }
    }
  }
  return text.substr(0, 1 << 16);
}

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s SEED_DIRECTORY [ITERATIONS]\n", argv[0]);
    return 2;
  }
  const std::vector<std::string> seeds = read_seeds(argv[1]);
  for (const std::string& seed : seeds) {
    run(seed);
  }
  std::mt19937 random(20300101);
  const long iterations = argc > 2 ? std::atol(argv[2]) : 100'000;
  const std::clock_t until = argc > 2 ? std::numeric_limits<std::clock_t>::max() : kEnough;
  for (long i = 0; i < iterations && std::clock() < until; ++i) {
    run(mutate(seeds[random() % seeds.size()], seeds, random));
  }
  return 0;
}
