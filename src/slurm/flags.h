// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::slurm {

// Splits like a shell: blanks separate, quotes and backslash protect; nothing is expanded. Invalid:
// a quote is not closed.
Result<std::vector<std::string>> shell_words(std::string_view text);

// The user's sbatch flags as words for sbatch's command line: each element of `flags` is split like
// a shell would ("-n 4", "--constraint='a b'"). Invalid, naming the flag, for what would take the
// job out of our hands (its script, its output, its identity, arrays, waiting, other clusters,
// another user) and for words that are no flag: sbatch would take them for the script. Flags sbatch
// does not know are left to sbatch to refuse.
Result<std::vector<std::string>> flag_words(const std::vector<std::string>& flags);

// The value that words of sbatch, those that are not allowed here too, give to a flag with this
// long and, if not 0, short name: the last one, as sbatch takes it. Beginnings of the long name
// count.
std::optional<std::string> flag_value(const std::vector<std::string>& words, std::string_view name,
                                      char letter);

}  // namespace sluice::slurm
