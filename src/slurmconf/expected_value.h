// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "slurmconf/facts.h"
#include "slurmconf/release.h"

namespace sluice::slurmconf {

// What this value of a parameter was expected to be, in words; nothing: it is fine. Pure.
std::optional<std::string> expected(const Fact& fact, const std::string& value, Release release);

// From which release on slurmctld sends the script that a parameter names. Nothing: never.
std::optional<Release> sent_since(const Fact& fact);

}  // namespace sluice::slurmconf
