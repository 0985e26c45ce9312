// SPDX-License-Identifier: Apache-2.0
#include "pod/container_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

using testing::HasSubstr;

class Ear final : public OutputListener {
 public:
  void printed(OutputStream, std::string_view bytes) override { heard += bytes; }
  void ended(int code) override { exit_code = code; }
  bool full() const override { return is_full; }

  std::string heard;
  std::optional<int> exit_code;
  bool is_full = false;
};

class ContainerStreamsTest : public testing::Test {
 protected:
  std::string log() { return read_file(scratch_.path() / "main.log").value(); }
  static void print(const UniqueFd& fd, std::string_view text) {
    ASSERT_EQ(::write(fd.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  ContainerSpec spec_{.name = "main", .input = true};
  ContainerStreams streams_{spec_, scratch_.path(), clock_};
  Ear ear_;
};

TEST_F(ContainerStreamsTest, OutputGoesToTheLogAndToListeners) {
  const auto ends = streams_.open();
  ASSERT_TRUE(ends);
  streams_.add(ear_);
  print(ends->out, "hello\n");
  streams_.read(OutputStream::kStdout);
  EXPECT_EQ(ear_.heard, "hello\n");
  EXPECT_THAT(log(), HasSubstr("stdout F hello\n"));
}

TEST_F(ContainerStreamsTest, AFullListenerHoldsTheOutputBack) {
  const auto ends = streams_.open();
  streams_.add(ear_);
  ear_.is_full = true;
  print(ends->out, "hello\n");
  EXPECT_EQ(streams_.output_fd(OutputStream::kStdout), -1);
  streams_.read(OutputStream::kStdout);
  EXPECT_EQ(ear_.heard, "");
  ear_.is_full = false;
  EXPECT_GE(streams_.output_fd(OutputStream::kStdout), 0);
  streams_.read(OutputStream::kStdout);
  EXPECT_EQ(ear_.heard, "hello\n");
}

TEST_F(ContainerStreamsTest, WhatIsLeftAtTheEndIsHeardByEverybody) {
  auto ends = streams_.open();
  streams_.add(ear_);
  ear_.is_full = true;
  print(ends->err, "last words");
  streams_.finish(7);
  EXPECT_EQ(ear_.heard, "last words");
  EXPECT_EQ(ear_.exit_code, 7);
  EXPECT_THAT(log(), HasSubstr("stderr P last words\n"));
}

TEST_F(ContainerStreamsTest, InputReachesTheProcessUntilItEnds) {
  const auto ends = streams_.open();
  EXPECT_EQ(streams_.write_input("hi"), 2U);
  streams_.end_input();
  char buffer[8];
  EXPECT_EQ(::read(ends->in.get(), buffer, sizeof buffer), 2);
  EXPECT_EQ(::read(ends->in.get(), buffer, sizeof buffer), 0);
  EXPECT_EQ(streams_.write_input("more"), 4U);  // to nobody
}

TEST_F(ContainerStreamsTest, EveryRunHasItsOwnLogAndTheLastOneIsKept) {
  for (const char* text : {"first\n", "second\n", "third\n"}) {
    const auto ends = streams_.open();
    ASSERT_TRUE(ends);
    print(ends->out, text);
    streams_.finish(0);
  }
  EXPECT_THAT(log(), HasSubstr("stdout F third\n"));
  EXPECT_THAT(log(), testing::Not(HasSubstr("second")));
  const std::string previous = read_file(previous_log_path(scratch_.path(), "main")).value();
  EXPECT_THAT(previous, HasSubstr("stdout F second\n"));
  EXPECT_THAT(previous, testing::Not(HasSubstr("first")));
}

TEST_F(ContainerStreamsTest, AFullPipeTakesNoMoreInput) {
  const auto ends = streams_.open();
  const std::string much(1 << 20, 'x');
  EXPECT_LT(streams_.write_input(much), much.size());
  EXPECT_EQ(streams_.write_input(much), 0U);
}

TEST_F(ContainerStreamsTest, AContainerThatAsksForNoInputHasNone) {
  spec_.input = false;
  const auto ends = streams_.open();
  EXPECT_FALSE(ends->in.valid());
  EXPECT_EQ(streams_.input_fd(), -1);
}

}  // namespace
}  // namespace sluice::pod
