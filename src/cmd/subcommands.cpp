// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

constexpr std::array kSubcommands{
    Subcommand{"lab", "start and stop a throw-away real Slurm on this machine", run_lab},
};

}  // namespace

std::span<const Subcommand> subcommands() { return kSubcommands; }

}  // namespace sluice::cmd
