// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <string_view>

#include "pod/runner.h"

// Called as the job script calls it: pod --dir DIR.
int main(int argc, char** argv) {
  if (argc != 4 || std::string_view(argv[1]) != "pod" || std::string_view(argv[2]) != "--dir") {
    return 2;
  }
  sluice::pod::RunnerOptions options{.attempt_dir = argv[3]};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    options.environment.emplace_back(*entry);
  }
  return sluice::pod::run(options);
}
