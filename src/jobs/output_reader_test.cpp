// SPDX-License-Identifier: Apache-2.0
#include "jobs/output_reader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>

namespace sluice::jobs {
namespace {

// A file that grows while it is read.
struct GrowingFile {
  std::mutex mutex;
  std::string text;
  std::atomic<bool> over = false;
  std::atomic<int> reads = 0;
  std::optional<Error> away;  // why there is no answer
  int away_at = 0;            // from this question on

  void print(const std::string& more) {
    const std::scoped_lock lock(mutex);
    text += more;
  }
  template <typename T>
  Result<T> answer(T value) {
    const bool answers = !away || reads < away_at;
    ++reads;
    return answers ? Result<T>(std::move(value)) : tl::unexpected(*away);
  }
  void fail_from(int read, Error why) {
    const std::scoped_lock lock(mutex);
    away = std::move(why);
    away_at = read;
  }
  void come_back() {
    const std::scoped_lock lock(mutex);
    away.reset();
  }
  OutputSource source() {
    return {.read =
                [this](std::int64_t offset, std::int64_t most) {
                  const std::scoped_lock lock(mutex);
                  return answer(text.substr(static_cast<std::size_t>(offset),
                                            static_cast<std::size_t>(most)));
                },
            .find_tail =
                [this](std::int64_t lines) {
                  const std::scoped_lock lock(mutex);
                  return answer(lines);
                },
            .is_over = [this] { return over.load(); }};
  }
};

class OutputReaders : public testing::Test {
 protected:
  OutputReaders() { EXPECT_TRUE(reader_.start().has_value()); }
  ~OutputReaders() override {
    reader_.request_stop();
    reader_.await_stopped(clock_.steady() + std::chrono::seconds(20));
  }

  void open(const client::LogQuery& query) {
    stream_ = reader_.open(query, file_.source());
    stream_->set_ready([this] { ready_.release(); });
  }
  // The next bytes, however long they take; nothing at the end.
  std::string next() {
    while (true) {
      std::string chunk;
      state_ = stream_->poll(chunk);
      if (state_ != Stream::State::kPending) {
        return chunk;
      }
      while (!ready_.try_acquire_for(std::chrono::milliseconds(1))) {
        clock_.advance(std::chrono::seconds(1));
      }
    }
  }
  // Returns when a question was not answered and is to be asked again.
  void await_failure() {
    std::string chunk;
    ASSERT_EQ(stream_->poll(chunk), Stream::State::kPending);
    clock_.await_waiters(1);
  }
  std::string all() {
    std::string text;
    for (std::string chunk = next(); !chunk.empty(); chunk = next()) {
      text += chunk;
    }
    return text;
  }

  FakeClock clock_;
  GrowingFile file_;
  OutputReader reader_{clock_};
  std::counting_semaphore<> ready_{0};
  std::unique_ptr<Stream> stream_;
  Stream::State state_ = Stream::State::kPending;  // what it said last
};

TEST_F(OutputReaders, WhatIsThereIsSentInPieces) {
  file_.text = std::string(3'000'000, 'x') + "end";
  open({});
  EXPECT_EQ(next().size(), 1U << 20U);
  EXPECT_LE(file_.reads, 2);  // no more than a piece ahead
  EXPECT_EQ(all().size(), 3'000'003U - (1U << 20U));
}

TEST_F(OutputReaders, AFollowedJobIsReadUntilItIsOver) {
  file_.text = "one\n";
  open({.follow = true});
  EXPECT_EQ(next(), "one\n");
  file_.print("two\n");
  EXPECT_EQ(next(), "two\n");
  file_.print("three\n");
  file_.over = true;
  EXPECT_EQ(all(), "three\n");
}

TEST_F(OutputReaders, TailAndLimitAreObeyed) {
  file_.text = "0123456789";
  open({.tail_lines = 4, .limit_bytes = 3});
  EXPECT_EQ(all(), "456");
}

TEST_F(OutputReaders, ReadingGoesOnFromTheByteReachedWhenTheClusterIsBack) {
  file_.text = std::string(1 << 20, 'x') + "end";
  file_.over = true;
  file_.fail_from(1, {Code::kUnavailable, "the connection was lost"});
  open({});
  EXPECT_EQ(next().size(), 1U << 20U);
  await_failure();
  file_.come_back();
  EXPECT_EQ(all(), "end");
  EXPECT_EQ(state_, Stream::State::kEnd);
}

TEST_F(OutputReaders, TheTailIsLookedForAgain) {
  file_.text = "0123456789";
  file_.fail_from(0, {Code::kUnavailable, "no login before its time"});
  open({.follow = true, .tail_lines = 4});
  await_failure();
  file_.come_back();
  EXPECT_EQ(next(), "456789");
}

TEST_F(OutputReaders, AClusterThatStaysAwayBreaksTheStreamAndIsNamed) {
  file_.text = std::string(1 << 20, 'x') + "end";
  file_.fail_from(1, {Code::kUnavailable, "hpc: connection refused"});
  for (const bool follow : {false, true}) {
    file_.reads = 0;
    open({.follow = follow});
    EXPECT_EQ(next().size(), 1U << 20U);
    EXPECT_EQ(all(), "sluice: the rest of the output cannot be read: hpc: connection refused\n");
    EXPECT_EQ(state_, Stream::State::kBroken);
    EXPECT_GT(file_.reads, 10);
  }
}

TEST_F(OutputReaders, WhatWillNotBeAnsweredLaterIsToldAtOnce) {
  file_.fail_from(0, {Code::kUnauthorized, "hpc does not accept the password"});
  open({.follow = true});
  EXPECT_EQ(next(),
            "sluice: the rest of the output cannot be read: hpc does not accept the password\n");
  EXPECT_EQ(next(), "");
  EXPECT_EQ(state_, Stream::State::kBroken);
  EXPECT_EQ(file_.reads, 1);
}

TEST_F(OutputReaders, NobodyReadsForAStreamThatIsGone) {
  open({.follow = true});
  std::string chunk;
  EXPECT_EQ(stream_->poll(chunk), Stream::State::kPending);
  stream_.reset();
  open({.follow = false});
  EXPECT_EQ(all(), "");
}

}  // namespace
}  // namespace sluice::jobs
