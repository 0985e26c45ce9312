// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace sluice::slurm {

// Generic resources by name: {"gpu": 6, "gpu:a100": 4}. What has a type counts twice: under its
// name and with its type.
using Gres = std::map<std::string, std::int64_t>;

// Reads what Slurm says of a node: "gpu:a100:4(S:0-1),gpu:2,bandwidth:lustre:no_consume:4G". What
// cannot be read is left out. Pure.
Gres parse_gres(std::string_view text);

}  // namespace sluice::slurm
