// SPDX-License-Identifier: Apache-2.0
#include "base/byte_pipe.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <thread>

namespace sluice {
namespace {

using State = Stream::State;

TEST(BytePipe, GivesWhatWasWrittenThenPendingThenTheEnd) {
  BytePipe pipe;
  EXPECT_EQ(pipe.write("ab"), 2U);
  EXPECT_EQ(pipe.write("cd"), 2U);
  std::string text;
  EXPECT_EQ(pipe.read(text, 3), State::kData);
  EXPECT_EQ(pipe.read(text), State::kData);
  EXPECT_EQ(text, "abcd");
  EXPECT_EQ(pipe.read(text), State::kPending);
  pipe.end();
  EXPECT_EQ(pipe.read(text), State::kEnd);
}

TEST(BytePipe, TakesOnlyWhatFits) {
  BytePipe pipe(4);
  EXPECT_EQ(pipe.write("abcdef"), 4U);
  EXPECT_EQ(pipe.room(), 0U);
  EXPECT_EQ(pipe.write("ef"), 0U);
  std::string text;
  EXPECT_EQ(pipe.read(text, 1), State::kData);
  EXPECT_EQ(pipe.write("ef"), 1U);
  EXPECT_EQ(pipe.read(text), State::kData);
  EXPECT_EQ(text, "abcde");
}

TEST(BytePipe, SwallowsEverythingAfterTheReaderHasGone) {
  BytePipe pipe(2);
  EXPECT_EQ(pipe.write("ab"), 2U);
  pipe.abandon();
  EXPECT_TRUE(pipe.abandoned());
  EXPECT_EQ(pipe.write("more than fits"), 14U);
  std::string text;
  EXPECT_EQ(pipe.read(text), State::kEnd);
  EXPECT_TRUE(text.empty());
}

TEST(BytePipe, WakesTheOtherSide) {
  BytePipe pipe(2);
  int readable = 0;
  int writable = 0;
  pipe.set_readable([&] { ++readable; });
  pipe.set_writable([&] { ++writable; });
  EXPECT_EQ(pipe.write("ab"), 2U);
  EXPECT_EQ(readable, 1);
  EXPECT_EQ(pipe.write("c"), 0U);
  EXPECT_EQ(readable, 1);
  std::string text;
  EXPECT_EQ(pipe.read(text), State::kData);
  EXPECT_EQ(writable, 1);
  pipe.end();
  EXPECT_EQ(readable, 2);
  pipe.abandon();
  EXPECT_EQ(writable, 2);
}

TEST(BytePipe, CarriesEveryByteInOrderBetweenThreads) {
  BytePipe pipe(7);
  std::mutex mutex;
  std::condition_variable changed;
  int wakes = 0;
  const auto wake = [&] {
    const std::scoped_lock lock(mutex);
    ++wakes;
    changed.notify_all();
  };
  pipe.set_readable(wake);
  pipe.set_writable(wake);
  const auto wait = [&](auto&& attempt) {
    std::unique_lock lock(mutex);
    while (true) {
      const int before = wakes;
      lock.unlock();
      if (attempt()) {
        return;
      }
      lock.lock();
      changed.wait(lock, [&] { return wakes != before; });
    }
  };
  std::string sent;
  for (int i = 0; i < 10'000; ++i) {
    sent += static_cast<char>('a' + i % 26);
  }
  std::jthread writer([&] {
    std::string_view left = sent;
    wait([&] {
      left.remove_prefix(pipe.write(left));
      return left.empty();
    });
    pipe.end();
  });
  std::string received;
  wait([&] {
    State state = State::kData;
    while (state == State::kData) {
      state = pipe.read(received);
    }
    return state == State::kEnd;
  });
  EXPECT_EQ(received, sent);
}

}  // namespace
}  // namespace sluice
