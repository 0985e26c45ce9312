// SPDX-License-Identifier: Apache-2.0
#include "cmd/subcommand.h"

namespace sluice::cmd {

int run_lab(const std::vector<std::string>&) { return kExitUsage; }

}  // namespace sluice::cmd
