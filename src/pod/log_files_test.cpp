// SPDX-License-Identifier: Apache-2.0
#include "pod/log_files.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

class LogFiles : public testing::Test {
 protected:
  void put(const std::filesystem::path& path, std::string_view text) {
    ASSERT_TRUE(write_file_replacing(path, text));
  }
  static std::string get(const std::filesystem::path& path) {
    return read_file(path).value_or("-");
  }

  TemporaryDirectory scratch_;
  const std::filesystem::path log_ = log_path(scratch_.path(), "main");
  const std::filesystem::path previous_ = previous_log_path(scratch_.path(), "main");
};

TEST_F(LogFiles, EveryPieceBecomesOlderAndTheOldestGoes) {
  for (int age = 0; age < kLogPieces; ++age) {
    put(log_piece(log_, age), std::to_string(age));
  }
  rotate_log(log_);
  EXPECT_EQ(get(log_), "-");
  EXPECT_EQ(get(log_piece(log_, 1)), "0");
  EXPECT_EQ(get(log_piece(log_, kLogPieces - 1)), std::to_string(kLogPieces - 2));
  EXPECT_EQ(get(log_piece(log_, kLogPieces)), "-");
}

TEST_F(LogFiles, OnlyTheRunBeforeIsKept) {
  put(log_, "second");
  put(log_piece(log_, 1), "second, older");
  put(previous_, "first");
  put(log_piece(previous_, 2), "first, oldest");
  keep_as_previous(log_, previous_);
  EXPECT_EQ(get(log_), "-");
  EXPECT_EQ(get(previous_), "second");
  EXPECT_EQ(get(log_piece(previous_, 1)), "second, older");
  EXPECT_EQ(get(log_piece(previous_, 2)), "-");
}

}  // namespace
}  // namespace sluice::pod
