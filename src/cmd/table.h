// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sluice::cmd {

// Rows of equally many cells as lines, the columns aligned. The first row is the headings.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace sluice::cmd
