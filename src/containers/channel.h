// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::containers {

// What a process tells while it becomes a container, to the one that started it. The socket closes
// on exec: the end of the talk without a failure means that the program runs.
enum class Word : char {
  kHere = 'h',      // the process that will be the program; `sender` is its id for the listener
  kMapMe = 'm',     // it has a new user namespace and waits for its map
  kNote = 'n',      // something is not exactly as asked
  kTerminal = 't',  // `descriptor` is the controlling side
  kFailed = 'f',    // the last word
  kEnd = 'e',       // the socket closed
};

struct Message {
  Word word = Word::kEnd;
  Code code = Code::kInternal;  // of a failure
  std::string text = {};
  pid_t sender = 0;
  UniqueFd descriptor = {};
};

// One end of the talk. Not thread-safe. A word that cannot be sent is lost: the listener is dead,
// and the speaker dies with it.
class Channel {
 public:
  explicit Channel(UniqueFd socket) : socket_(std::move(socket)) {}

  void say(Word word, std::string_view text = {}, int descriptor = -1) const;
  void say(const Error& error) const;
  Message listen() const;  // waits

  // The answer to kMapMe: an empty text when it was done, else why not.
  void answer(std::string_view text) const { say(Word::kNote, text); }

  bool abandoned() const;  // the other end has died

 private:
  UniqueFd socket_;
};

struct ChannelPair {
  Channel starter;
  Channel started;
};
Result<ChannelPair> make_channel();

}  // namespace sluice::containers
