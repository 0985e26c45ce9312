// SPDX-License-Identifier: Apache-2.0
#include "pod/log_files.h"

#include <string>
#include <system_error>

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

// A piece that is not there is fine, and one that cannot be moved is written on.
void move_piece(const fs::path& from, const fs::path& to) {
  std::error_code ignored;
  fs::rename(from, to, ignored);
}

}  // namespace

fs::path log_path(const fs::path& attempt_dir, std::string_view container) {
  return attempt_dir / (std::string(container) + ".log");
}

fs::path previous_log_path(const fs::path& attempt_dir, std::string_view container) {
  return attempt_dir / (std::string(container) + ".previous.log");
}

fs::path log_piece(const fs::path& log, int age) {
  return age == 0 ? log : fs::path(log.string() + "." + std::to_string(age));
}

void rotate_log(const fs::path& log) {
  for (int age = kLogPieces - 1; age > 0; --age) {
    move_piece(log_piece(log, age - 1), log_piece(log, age));
  }
}

void keep_as_previous(const fs::path& log, const fs::path& previous) {
  for (int age = 0; age < kLogPieces; ++age) {
    std::error_code ignored;
    fs::remove(log_piece(previous, age), ignored);
    move_piece(log_piece(log, age), log_piece(previous, age));
  }
}

}  // namespace sluice::pod
