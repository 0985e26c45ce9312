// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "pod/attachment.h"
#include "pod/session_process.h"

namespace sluice::pod {

// The sessions of a pod: a process for each (session_process.h), started when the kubelet asks, or
// when a relay on this machine does, where no connection to the kubelet is possible. None keeps the
// pod from ending. Used by the runner's thread only, and called after every poll.
class Sessions {
 public:
  Sessions(const SessionSetting& setting, const Clock& clock);

  // The same session asked for twice is opened once.
  void open(const Ask& ask);

  void add_polls(std::vector<pollfd>& fds) const;
  void move();
  std::optional<SteadyTime> deadline() const;

  void reaped(pid_t pid);
  std::vector<pid_t> processes() const;

  static constexpr std::size_t kMost = 128;  // at a time; further asks are not heard

 private:
  struct Session {
    std::string id;  // empty: a relay's
    pid_t pid = 0;
    std::unique_ptr<Attachment> attachment;
  };

  void accept();
  void start(Ask ask, UniqueFd relay);

  const SessionSetting setting_;
  const Clock& clock_;
  UniqueFd door_;  // where relays come
  std::list<Session> sessions_;
};

}  // namespace sluice::pod
