// SPDX-License-Identifier: Apache-2.0
//
// Runs a fuzz target (LLVMFuzzerTestOneInput) without a fuzzing engine: every seed file, then
// mutations of them, so that it can be part of the ordinary tests and of the sanitizer builds. With
// clang, link the same target with -fsanitize=fuzzer instead.
//   fuzz_x SEED_DIRECTORY                    a few seconds, always the same inputs
//   fuzz_x SEED_DIRECTORY --thorough         with SLUICE_FUZZ_SECONDS: so long
//   fuzz_x SEED_DIRECTORY --repeat S:FORM:N  the one input that a failure named
// SLUICE_FUZZ_SEED (a number, or random) chooses other inputs than those of every day.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "mutations.h"
#include "watchdog.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using sluice::fuzz::Choice;
using sluice::fuzz::Form;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kUsualSeed = 20300101;
constexpr std::uint32_t kUsualRuns = 100'000;
constexpr std::clock_t kUsualTime = 10 * CLOCKS_PER_SEC;  // of CPU; a slow target ends earlier

std::vector<std::string> read_seeds(const char* directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // inputs are chosen by number
  std::vector<std::string> seeds{""};
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

class Session {
 public:
  Session(const std::vector<std::string>& seeds, std::uint32_t seed) : seeds_(seeds), seed_(seed) {}

  // Large inputs take `share` of the CPU time.
  void go_on(double share) {
    const std::clock_t now = std::clock();
    const bool large = static_cast<double>(spent_on_large_) < share * static_cast<double>(now);
    const Choice choice{seed_, large ? Form::kLarge : Form::kSmall, large ? large_++ : small_++};
    try_one(choice);
    spent_on_large_ += large ? std::clock() - now : 0;
  }

  void try_one(const Choice& choice) const {
    const std::string input = sluice::fuzz::make_input(choice, seeds_);
    sluice::fuzz::watch_input(choice);
    run(input);
  }

  std::uint32_t small() const { return small_; }
  std::uint32_t large() const { return large_; }

 private:
  const std::vector<std::string>& seeds_;
  std::uint32_t seed_;
  std::uint32_t small_ = 0;
  std::uint32_t large_ = 0;
  std::clock_t spent_on_large_ = 0;
};

std::optional<Choice> parse_choice(const char* text) {
  Choice choice;
  char form = 0;
  if (std::sscanf(text, "%u:%c%*[a-z]:%u", &choice.seed, &form, &choice.number) != 3) {
    return std::nullopt;
  }
  choice.form = form == 'l' ? Form::kLarge : Form::kSmall;
  return choice;
}

std::uint32_t chosen_seed() {
  const char* seed = std::getenv("SLUICE_FUZZ_SEED");
  if (seed == nullptr) {
    return kUsualSeed;
  }
  return std::string_view(seed) == "random"
             ? std::random_device()()
             : static_cast<std::uint32_t>(std::strtoul(seed, nullptr, 10));
}

// 0: as usual.
long thorough_seconds(int argc, char** argv) {
  const char* seconds = std::getenv("SLUICE_FUZZ_SECONDS");
  const bool thorough = argc > 2 && std::string_view(argv[2]) == "--thorough";
  return thorough && seconds != nullptr ? std::strtol(seconds, nullptr, 10) : 0;
}

void run_all(Session& session, long seconds) {
  if (seconds > 0) {
    const auto until = Clock::now() + std::chrono::seconds(seconds);
    while (Clock::now() < until) {
      session.go_on(0.5);
    }
    return;
  }
  while (session.small() < kUsualRuns && std::clock() < kUsualTime) {
    session.go_on(0.1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s SEED_DIRECTORY [--thorough | --repeat SEED:FORM:NUMBER]\n",
                 argv[0]);
    return 2;
  }
  const std::vector<std::string> seeds = read_seeds(argv[1]);
  sluice::fuzz::watch(argv[0], argv[1]);
  if (argc > 3 && std::string_view(argv[2]) == "--repeat") {
    const auto choice = parse_choice(argv[3]);
    if (!choice) {
      std::fprintf(stderr, "expected SEED:FORM:NUMBER, not %s\n", argv[3]);
      return 2;
    }
    Session(seeds, choice->seed).try_one(*choice);
    return 0;
  }
  for (const std::string& seed : seeds) {
    run(seed);
  }
  const long seconds = thorough_seconds(argc, argv);
  const std::uint32_t seed = chosen_seed();
  std::printf("seed %u\n", seed);
  std::fflush(stdout);
  Session session(seeds, seed);
  run_all(session, seconds);
  std::printf("%u small inputs, %u large ones\n", session.small(), session.large());
  return 0;
}
