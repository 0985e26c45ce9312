// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <thread>

namespace sluice {
namespace {

TEST(Files, AtomicWriteReplacesContentAndKeepsTheMode) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "file";
  ASSERT_TRUE(write_file_atomic(path, "one"));
  ASSERT_TRUE(write_file_atomic(path, "two"));
  EXPECT_EQ(read_file(path), "two");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(list_directory(scratch.path())->size(), 1U) << "no temporary file is left behind";
}

TEST(Files, ExclusiveCreationHasExactlyOneWinner) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "claim";
  std::atomic<int> winners = 0;
  {
    std::vector<std::jthread> racers;
    for (int i = 0; i < 8; ++i) {
      racers.emplace_back([&, i] {
        const auto created = create_file_exclusive(path, "racer " + std::to_string(i));
        if (created) {
          ++winners;
        } else {
          EXPECT_EQ(created.error().code, Code::kAlreadyExists);
        }
      });
    }
  }
  EXPECT_EQ(winners, 1);
  EXPECT_EQ(read_file(path)->substr(0, 6), "racer ");
}

TEST(Files, MissingFileIsNotFoundAndNamed) {
  const auto read = read_file("/nonexistent/file");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Code::kNotFound);
  EXPECT_NE(read.error().message.find("/nonexistent/file"), std::string::npos);
}

TEST(Files, DirectoriesAreMadeWithParentsAndPrivate) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "a/b/c";
  ASSERT_TRUE(make_directory(path));
  ASSERT_TRUE(make_directory(path)) << "an existing directory is fine";
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  ASSERT_TRUE(write_file_atomic(path / "file", ""));
  EXPECT_EQ(make_directory(path / "file").error().code, Code::kAlreadyExists);
}

}  // namespace
}  // namespace sluice
