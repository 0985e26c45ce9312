// SPDX-License-Identifier: Apache-2.0
#include "containers/channel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <optional>

#include "base/pipe.h"

namespace sluice::containers {
namespace {

TEST(Channel, TellsWhoSpeaks) {
  auto pair = make_channel();
  ASSERT_TRUE(pair.has_value());
  const pid_t child = ::fork();
  if (child == 0) {
    pair->started.say(Word::kHere);
    ::_exit(0);
  }
  const Message message = pair->starter.listen();
  EXPECT_EQ(message.word, Word::kHere);
  EXPECT_EQ(message.sender, child);
  ::waitpid(child, nullptr, 0);
}

TEST(Channel, CarriesAFailureWithItsCode) {
  auto pair = make_channel();
  ASSERT_TRUE(pair.has_value());
  pair->started.say(Error{Code::kInvalid, "no such place"});
  const Message message = pair->starter.listen();
  EXPECT_EQ(message.word, Word::kFailed);
  EXPECT_EQ(message.code, Code::kInvalid);
  EXPECT_EQ(message.text, "no such place");
}

TEST(Channel, CarriesADescriptor) {
  auto pair = make_channel();
  auto pipe = make_pipe();
  ASSERT_TRUE(pair.has_value() && pipe.has_value());
  pair->started.say(Word::kTerminal, {}, pipe->write.get());
  const Message message = pair->starter.listen();
  ASSERT_TRUE(message.descriptor.valid());
  ASSERT_EQ(::write(message.descriptor.get(), "x", 1), 1);
  char got = 0;
  EXPECT_EQ(::read(pipe->read.get(), &got, 1), 1);
  EXPECT_EQ(got, 'x');
}

TEST(Channel, TheEndOfTheOtherSideIsSeen) {
  auto pair = make_channel();
  ASSERT_TRUE(pair.has_value());
  EXPECT_FALSE(pair->started.abandoned());
  std::optional<Channel> starter(std::move(pair->starter));
  starter.reset();
  EXPECT_TRUE(pair->started.abandoned());
  EXPECT_EQ(pair->started.listen().word, Word::kEnd);
}

}  // namespace
}  // namespace sluice::containers
