// SPDX-License-Identifier: Apache-2.0
#include "cmd/table.h"

#include <algorithm>

namespace sluice::cmd {
namespace {

constexpr std::size_t kGap = 3;

}  // namespace

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size() + kGap);
    }
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      text += row[i] + std::string(widths[i] - row[i].size(), ' ');
    }
    text += row.back() + "\n";
  }
  return text;
}

}  // namespace sluice::cmd
