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

  void print(const std::string& more) {
    const std::scoped_lock lock(mutex);
    text += more;
  }
  OutputSource source() {
    return {.read =
                [this](std::int64_t offset, std::int64_t most) {
                  ++reads;
                  const std::scoped_lock lock(mutex);
                  return Result<std::string>(text.substr(static_cast<std::size_t>(offset),
                                                         static_cast<std::size_t>(most)));
                },
            .find_tail = [](std::int64_t lines) { return Result<std::int64_t>(lines); },
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
  // The next bytes; nothing at the end.
  std::string next() {
    while (true) {
      std::string chunk;
      switch (stream_->poll(chunk)) {
        case Stream::State::kData:
          return chunk;
        case Stream::State::kEnd:
          return "";
        case Stream::State::kPending:
          ready_.acquire();
      }
    }
  }
  std::string all() {
    std::string text;
    for (std::string chunk = next(); !chunk.empty(); chunk = next()) {
      text += chunk;
    }
    return text;
  }

  RealClock clock_;
  GrowingFile file_;
  OutputReader reader_{clock_};
  std::counting_semaphore<> ready_{0};
  std::unique_ptr<Stream> stream_;
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
