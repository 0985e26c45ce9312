// SPDX-License-Identifier: Apache-2.0
#include "apiserver/worker_stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <semaphore>
#include <vector>

namespace sluice::apiserver {
namespace {

using State = Stream::State;

// Says what it is told to, and waits in poll() until it is let go on.
class SlowStream final : public Stream {
 public:
  struct Script {
    std::vector<std::pair<State, std::string>> answers;
    std::counting_semaphore<> allowed{0};
    std::function<void()> ready;
    std::latch gone{1};
  };
  explicit SlowStream(Script& script) : script_(script) {}
  ~SlowStream() override { script_.gone.count_down(); }

  State poll(std::string& chunk) override {
    script_.allowed.acquire();
    const auto& [state, text] = script_.answers.at(next_++);
    chunk = text;
    return state;
  }
  void set_ready(std::function<void()> ready) override { script_.ready = std::move(ready); }

 private:
  Script& script_;
  std::size_t next_ = 0;
};

class WorkerStreamTest : public testing::Test {
 protected:
  std::unique_ptr<WorkerStream> open(std::vector<std::pair<State, std::string>> answers) {
    script_.answers = std::move(answers);
    auto stream =
        std::make_unique<WorkerStream>(std::make_unique<SlowStream>(script_), workers_);
    stream->set_ready([this] { woken_.release(); });
    return stream;
  }

  SlowStream::Script script_;
  std::counting_semaphore<> woken_{0};
  WorkerPool workers_{"test", 1, 1};
};

TEST_F(WorkerStreamTest, NeverWaitsAndHandsOutWhatAWorkerFound) {
  const auto stream = open({{State::kData, "a"},
                            {State::kData, "b"},
                            {State::kPending, ""},
                            {State::kData, "c"},
                            {State::kEnd, ""}});
  std::string chunk;
  EXPECT_EQ(stream->poll(chunk), State::kPending);
  EXPECT_EQ(stream->poll(chunk), State::kPending) << "a worker is at it";
  script_.allowed.release(3);
  woken_.acquire();
  EXPECT_EQ(stream->poll(chunk), State::kData);
  EXPECT_EQ(chunk, "a");
  EXPECT_EQ(stream->poll(chunk), State::kData);
  EXPECT_EQ(chunk, "b");
  EXPECT_EQ(stream->poll(chunk), State::kPending);
  EXPECT_EQ(stream->poll(chunk), State::kPending) << "nobody asks again without news";
  script_.allowed.release(2);
  script_.ready();
  woken_.acquire();
  EXPECT_EQ(stream->poll(chunk), State::kPending);
  woken_.acquire();
  EXPECT_EQ(stream->poll(chunk), State::kData);
  EXPECT_EQ(chunk, "c");
  EXPECT_EQ(stream->poll(chunk), State::kEnd);
  EXPECT_EQ(stream->poll(chunk), State::kEnd);
}

TEST_F(WorkerStreamTest, ReadsAheadOnlySoFar) {
  const auto stream = open({{State::kData, std::string(64 * 1024, 'x')}, {State::kBroken, ""}});
  std::string chunk;
  EXPECT_EQ(stream->poll(chunk), State::kPending);
  script_.allowed.release(2);
  woken_.acquire();
  EXPECT_EQ(stream->poll(chunk), State::kData);
  EXPECT_TRUE(script_.allowed.try_acquire()) << "the second was not asked for";
  script_.allowed.release();
  EXPECT_EQ(stream->poll(chunk), State::kPending);
  woken_.acquire();
  EXPECT_EQ(stream->poll(chunk), State::kBroken);
}

TEST_F(WorkerStreamTest, ItsReaderMayGoWhileAWorkerWaits) {
  auto stream = open({{State::kData, "a"}, {State::kData, "b"}});
  std::string chunk;
  EXPECT_EQ(stream->poll(chunk), State::kPending);
  stream.reset();
  script_.allowed.release();
  script_.gone.wait();
}

TEST_F(WorkerStreamTest, EndsWhenTheWorkersHaveNoRoom) {
  std::latch busy(1);
  const auto hold = std::make_shared<std::counting_semaphore<>>(0);  // the worker is the last
  ASSERT_TRUE(workers_.submit([&busy, hold] {
    busy.count_down();
    hold->acquire();
  }));
  busy.wait();
  ASSERT_TRUE(workers_.submit([] {}));
  const auto stream = open({});
  std::string chunk;
  EXPECT_EQ(stream->poll(chunk), State::kEnd);
  hold->release();
}

}  // namespace
}  // namespace sluice::apiserver
