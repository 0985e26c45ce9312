// SPDX-License-Identifier: Apache-2.0
#include "kubelet/log_stream.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"
#include "base/timestamp.h"
#include "pod/log_files.h"

namespace sluice::kubelet {
namespace {

class LogStreamTest : public ::testing::Test {
 protected:
  void append(const std::string& text) { std::ofstream(path_, std::ios::app) << text; }
  void line(int second, const std::string& text, char tag = 'F') {
    append("2030-01-01T00:00:0" + std::to_string(second) + ".000000000Z stdout " + tag + " " +
           text + "\n");
  }
  std::unique_ptr<Stream> open(const client::LogQuery& options,
                               std::optional<WallTime> since = std::nullopt) {
    auto stream = LogStream::open(
        options,
        {.path = path_, .since = since, .is_over = [this] { return over_; }, .waker = waker_});
    EXPECT_TRUE(stream.has_value());
    return std::move(*stream);
  }
  static std::string read_all(Stream& stream, Stream::State last) {
    std::string all;
    std::string chunk;
    Stream::State state{};
    while ((state = stream.poll(chunk)) == Stream::State::kData) {
      all += chunk;
    }
    EXPECT_EQ(state, last);
    return all;
  }
  std::string shown(const client::LogQuery& options, std::optional<WallTime> since = std::nullopt) {
    return read_all(*open(options, since), Stream::State::kEnd);
  }

  TemporaryDirectory scratch_;
  std::filesystem::path path_ = scratch_.path() / "main.log";
  FakeClock clock_;
  std::shared_ptr<LogWaker> waker_ = std::make_shared<LogWaker>(clock_);
  bool over_ = false;
};

TEST_F(LogStreamTest, LinesAreUnwrappedAndPartsJoined) {
  line(1, "one");
  line(2, "two ", 'P');
  line(2, "and a half");
  line(3, "no end", 'P');
  EXPECT_EQ(shown({}), "one\ntwo and a half\nno end");
  EXPECT_EQ(shown({.timestamps = true}),
            "2030-01-01T00:00:01.000000000Z one\n2030-01-01T00:00:02.000000000Z two and a half\n"
            "2030-01-01T00:00:03.000000000Z no end");
}

TEST_F(LogStreamTest, TailCountsWholeLines) {
  for (int i = 1; i <= 5; ++i) {
    line(i, "line " + std::to_string(i));
  }
  line(6, "six ", 'P');
  line(6, "six");
  EXPECT_EQ(shown({.tail_lines = 2}), "line 5\nsix six\n");
  EXPECT_EQ(shown({.tail_lines = 0}), "");
  EXPECT_EQ(shown({.tail_lines = 100}).substr(0, 7), "line 1\n");
}

TEST_F(LogStreamTest, TailOfALargeFileIsExact) {
  std::string expected;
  for (int i = 0; i < 20000; ++i) {
    line(1, "number " + std::to_string(i));
    if (i >= 15000) {
      expected += "number " + std::to_string(i) + "\n";
    }
  }
  EXPECT_EQ(shown({.tail_lines = 5000}), expected);
}

TEST_F(LogStreamTest, SinceAndLimitCut) {
  line(1, "old");
  line(5, "new");
  EXPECT_EQ(shown({}, *parse_rfc3339("2030-01-01T00:00:03Z")), "new\n");
  EXPECT_EQ(shown({.limit_bytes = 5}), "old\nn");
}

TEST_F(LogStreamTest, FollowEndsAfterTheContainerWithEverythingSent) {
  line(1, "first");
  const auto stream = open({.follow = true});
  EXPECT_EQ(read_all(*stream, Stream::State::kPending), "first\n");
  append("2030-01-01T00:00:02.000000000Z stdout F half");
  EXPECT_EQ(read_all(*stream, Stream::State::kPending), "");
  append(" a line\n");
  over_ = true;
  EXPECT_EQ(read_all(*stream, Stream::State::kEnd), "half a line\n");
}

TEST_F(LogStreamTest, AMissingFileIsNotFound) {
  const auto stream = LogStream::open({}, {.path = scratch_.path() / "none.log"});
  ASSERT_FALSE(stream.has_value());
  EXPECT_EQ(stream.error().code, Code::kNotFound);
}

TEST_F(LogStreamTest, OlderPiecesComeFirst) {
  line(1, "one");
  line(2, "two");
  pod::rotate_log(path_);
  line(3, "three");
  pod::rotate_log(path_);
  line(4, "four");
  EXPECT_EQ(shown({}), "one\ntwo\nthree\nfour\n");
  EXPECT_EQ(shown({.tail_lines = 1}), "four\n");
  EXPECT_EQ(shown({.tail_lines = 3}), "two\nthree\nfour\n");
  EXPECT_EQ(shown({.tail_lines = 9}), "one\ntwo\nthree\nfour\n");
  EXPECT_EQ(shown({.limit_bytes = 9}), "one\ntwo\nt");
  EXPECT_EQ(shown({}, *parse_rfc3339("2030-01-01T00:00:03Z")), "three\nfour\n");
}

TEST_F(LogStreamTest, AFollowerGoesOnWithNewPieces) {
  line(1, "one");
  const auto stream = open({.follow = true});
  EXPECT_EQ(read_all(*stream, Stream::State::kPending), "one\n");
  line(2, "two");
  pod::rotate_log(path_);
  line(3, "three");
  pod::rotate_log(path_);
  line(4, "four");
  EXPECT_EQ(read_all(*stream, Stream::State::kPending), "two\nthree\nfour\n");
  over_ = true;
  EXPECT_EQ(read_all(*stream, Stream::State::kEnd), "");
}

TEST_F(LogStreamTest, AFollowerThatWasOvertakenGoesOnWithWhatThereIs) {
  line(1, "one");
  const auto stream = open({.follow = true});
  EXPECT_EQ(read_all(*stream, Stream::State::kPending), "one\n");
  for (int i = 0; i < pod::kLogPieces; ++i) {
    pod::rotate_log(path_);
    line(i, std::to_string(i));
  }
  EXPECT_EQ(read_all(*stream, Stream::State::kPending), "0\n1\n2\n3\n4\n");
}

}  // namespace
}  // namespace sluice::kubelet
