// SPDX-License-Identifier: Apache-2.0
#include "base/pump.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/socket.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <thread>

#include "base/pipe.h"

namespace sluice {
namespace {

constexpr std::chrono::seconds kLong{20};

// Something that other threads report, waited for.
class Signal {
 public:
  void raise() {
    const std::scoped_lock lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  template <class Condition>
  void wait_until(Condition condition) {
    std::unique_lock lock(mutex_);
    while (true) {
      const int before = count_;
      lock.unlock();
      const bool met = condition();
      lock.lock();
      if (met) {
        return;
      }
      ASSERT_TRUE(changed_.wait_for(lock, kLong, [&] { return count_ != before; }));
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

struct Sockets {
  UniqueFd ours;
  UniqueFd theirs;
};
Sockets make_sockets() {
  int fds[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

std::string read_all(int fd) {
  std::string text;
  char buffer[1000];
  for (ssize_t got = 0; (got = ::read(fd, buffer, sizeof(buffer))) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

class PumpTest : public testing::Test {
 protected:
  // Everything the pipe gives until it ends.
  std::string drain(BytePipe& pipe) {
    pipe.set_readable([this] { signal_.raise(); });
    std::string text;
    signal_.wait_until([&] {
      auto state = Stream::State::kData;
      while (state == Stream::State::kData) {
        state = pipe.read(text);
      }
      return state == Stream::State::kEnd;
    });
    return text;
  }
  std::function<void(const Result<void>&)> note_done() {
    return [this](const Result<void>& result) {
      const std::scoped_lock lock(mutex_);
      done_ = result;
      signal_.raise();
    };
  }
  Result<void> await_done() {
    signal_.wait_until([this] {
      const std::scoped_lock lock(mutex_);
      return done_.has_value();
    });
    const std::scoped_lock lock(mutex_);
    return *done_;
  }

  Signal signal_;
  std::mutex mutex_;
  std::optional<Result<void>> done_;
  std::shared_ptr<BytePipe> to_end_ = std::make_shared<BytePipe>(100);
  std::shared_ptr<BytePipe> from_end_ = std::make_shared<BytePipe>(100);
  Pump pump_;
};

TEST_F(PumpTest, MovesBytesBothWaysAndPassesTheEndOn) {
  auto [ours, theirs] = make_sockets();
  const auto handle = pump_.run({make_pump_end(std::move(ours)), to_end_, from_end_, note_done()});
  EXPECT_EQ(to_end_->write("question"), 8U);
  to_end_->end();
  EXPECT_EQ(read_all(theirs.get()), "question");
  ASSERT_EQ(::send(theirs.get(), "answer", 6, 0), 6);
  theirs.reset();
  EXPECT_EQ(drain(*from_end_), "answer");
  EXPECT_TRUE(await_done());
}

// Like TLS: nothing can be written before something was read that is not for the reader.
class ShyEnd final : public PumpEnd {
 public:
  explicit ShyEnd(UniqueFd fd) : fd_(std::move(fd)) {}
  int fd() const override { return fd_.get(); }
  Result<Progress> read(std::span<char>) override {
    return Progress{std::exchange(met_, true) ? Next::kWaitRead : Next::kMoved};
  }
  Result<Progress> write(std::string_view bytes) override {
    return met_ ? Progress{Next::kMoved, bytes.size()} : Progress{Next::kWaitRead};
  }
  void end_write() override { ::shutdown(fd_.get(), SHUT_WR); }

 private:
  UniqueFd fd_;
  bool met_ = false;
};

TEST_F(PumpTest, WritesOnceReadingHasMadeItPossible) {
  auto [ours, theirs] = make_sockets();
  EXPECT_EQ(to_end_->write("question"), 8U);
  to_end_->end();
  const auto handle =
      pump_.run({std::make_unique<ShyEnd>(std::move(ours)), to_end_, from_end_, note_done()});
  EXPECT_EQ(read_all(theirs.get()), "") << "the end follows what was written";
}

TEST_F(PumpTest, ReadsATerminalToItsEnd) {
  int ours = -1;
  int theirs = -1;
  ASSERT_EQ(::openpty(&ours, &theirs, nullptr, nullptr, nullptr), 0);
  const auto handle = pump_.run({make_pump_end(UniqueFd(ours)), nullptr, from_end_, note_done()});
  UniqueFd other(theirs);
  ASSERT_EQ(::write(other.get(), "last word", 9), 9);
  other.reset();
  EXPECT_EQ(drain(*from_end_), "last word");
  EXPECT_TRUE(await_done());
}

TEST_F(PumpTest, SlowsDownWithItsReader) {
  auto [ours, theirs] = make_sockets();
  const auto handle = pump_.run({make_pump_end(std::move(ours)), nullptr, from_end_, note_done()});
  const std::string sent(1 << 20, 'x');
  std::jthread writer([&] {
    std::string_view left = sent;
    while (!left.empty()) {
      const ssize_t took = ::send(theirs.get(), left.data(), left.size(), 0);
      ASSERT_GT(took, 0);
      left.remove_prefix(static_cast<std::size_t>(took));
    }
    theirs.reset();
  });
  EXPECT_EQ(drain(*from_end_).size(), sent.size());
  EXPECT_TRUE(await_done());
}

TEST_F(PumpTest, WritesMoreThanTheKernelTakesAtOnce) {
  auto [ours, theirs] = make_sockets();
  const auto handle = pump_.run({make_pump_end(std::move(ours)), to_end_, nullptr, note_done()});
  to_end_->set_writable([this] { signal_.raise(); });
  const std::string sent(1 << 20, 'y');
  std::string received;
  std::jthread reader([&] { received = read_all(theirs.get()); });
  std::string_view left = sent;
  signal_.wait_until([&] {
    left.remove_prefix(to_end_->write(left));
    return left.empty();
  });
  to_end_->end();
  reader.join();
  EXPECT_EQ(received.size(), sent.size());
}

TEST_F(PumpTest, ClosesTheEndWhenLetGoOf) {
  auto [ours, theirs] = make_sockets();
  auto handle = pump_.run({make_pump_end(std::move(ours)), to_end_, from_end_, note_done()});
  handle.reset();
  EXPECT_EQ(read_all(theirs.get()), "");
  EXPECT_EQ(drain(*from_end_), "");
}

TEST_F(PumpTest, ReportsAnEndThatBreaks) {
  auto pipe = make_pipe().value();
  pipe.read.reset();
  ::signal(SIGPIPE, SIG_IGN);
  const auto handle =
      pump_.run({make_pump_end(std::move(pipe.write)), to_end_, nullptr, note_done()});
  to_end_->write("into the void");
  EXPECT_FALSE(await_done());
  EXPECT_TRUE(to_end_->abandoned());
}

TEST_F(PumpTest, CutsOffWhatStillRunsWhenItStops) {
  auto [ours, theirs] = make_sockets();
  std::shared_ptr<void> handle;
  {
    Pump pump;
    handle = pump.run({make_pump_end(std::move(ours)), to_end_, from_end_, nullptr});
  }
  EXPECT_EQ(read_all(theirs.get()), "");
  EXPECT_EQ(drain(*from_end_), "");
}

}  // namespace
}  // namespace sluice
