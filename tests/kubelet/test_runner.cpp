// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <string>
#include <string_view>

#include "pod/runner.h"
#include "pod/side_door.h"

namespace {

std::string_view value_of(std::string_view argument) {
  return argument.substr(argument.find('=') + 1);
}

}  // namespace

// Called as the job script calls it: pod --dir DIR; or as srun does: relay --pod=UID --attempt=N
// --session=ID.
int main(int argc, char** argv) {
  if (argc == 5 && std::string_view(argv[1]) == "relay") {
    const auto relayed = sluice::pod::run_relay(
        {std::string(value_of(argv[2])), std::stoll(std::string(value_of(argv[3])))},
        {.session = std::string(value_of(argv[4]))});
    return relayed ? 0 : 1;
  }
  if (argc != 4 || std::string_view(argv[1]) != "pod" || std::string_view(argv[2]) != "--dir") {
    return 2;
  }
  sluice::pod::RunnerOptions options{.attempt_dir = argv[3]};
  options.heartbeat = std::chrono::milliseconds(200);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    options.environment.emplace_back(*entry);
  }
  return sluice::pod::run(options);
}
