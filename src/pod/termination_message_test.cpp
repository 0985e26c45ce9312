// SPDX-License-Identifier: Apache-2.0
#include "pod/termination_message.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

TEST(TerminationMessage, IsTheEndOfItsFile) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "message";
  EXPECT_EQ(read_message(path), "");
  ASSERT_TRUE(make_message_file(path).has_value());
  EXPECT_EQ(read_message(path), "");
  ASSERT_TRUE(append_to_file(path, "why").has_value());
  EXPECT_EQ(read_message(path), "why");
  ASSERT_TRUE(append_to_file(path, std::string(5000, 'x') + "end").has_value());
  const std::string cut = read_message(path);
  EXPECT_EQ(cut.size(), 4096u);
  EXPECT_TRUE(cut.ends_with("xend"));
  ASSERT_TRUE(make_message_file(path).has_value());
  EXPECT_EQ(read_message(path), "") << "a new run starts without the message of the last one";
}

TEST(TerminationMessage, EveryUserMayWriteIt) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "message";
  ASSERT_TRUE(make_message_file(path).has_value());
  struct stat facts {};
  ASSERT_EQ(::stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0666u);
}

TEST(TerminationMessage, OfAnotherTimeIsNotOurs) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "message";
  ASSERT_TRUE(write_file_atomic(path, "old").has_value());
  const WallTime now = RealClock().now();
  EXPECT_EQ(read_message(path, now + std::chrono::hours(1)), "");
  EXPECT_EQ(read_message(path, now - std::chrono::hours(1)), "old");
}

TEST(TerminationMessage, OnlyAPlainFileIsRead) {
  const TemporaryDirectory scratch;
  ASSERT_EQ(::mkfifo((scratch.path() / "fifo").c_str(), 0600), 0);
  ASSERT_TRUE(write_file_atomic(scratch.path() / "secret", "s").has_value());
  std::filesystem::create_symlink(scratch.path() / "secret", scratch.path() / "link");
  for (const char* name : {"fifo", "link", ".", "none"}) {
    EXPECT_EQ(read_message(scratch.path() / name), "") << name;
  }
}

TEST(OutputTail, KeepsTheLastLinesAndBytes) {
  OutputTail tail;
  EXPECT_EQ(tail.text(), "");
  for (int i = 0; i < 100; ++i) {
    tail.add(std::to_string(i) + "\n");
  }
  EXPECT_TRUE(tail.text().starts_with("20\n21\n"));
  EXPECT_TRUE(tail.text().ends_with("99\n"));
  tail.add("cut off");
  EXPECT_TRUE(tail.text().starts_with("21\n"));
  EXPECT_TRUE(tail.text().ends_with("99\ncut off"));
  tail.add(std::string(3000, 'x'));
  EXPECT_EQ(tail.text(), std::string(2048, 'x'));
  tail.clear();
  EXPECT_EQ(tail.text(), "");
}

}  // namespace
}  // namespace sluice::pod
