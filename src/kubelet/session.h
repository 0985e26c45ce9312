// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.h"
#include "pod/frame_link.h"
#include "pod/session_protocol.h"

namespace sluice::kubelet {

// What somebody wants of a running pod, and where the bytes go.
struct SessionPlan {
  pod::Attempt attempt;
  std::string key;  // of the attempt, as bytes
  pod::SessionRequest request;
  pod::FrameLink::Pipes to_pod;
  pod::FrameLink::Pipes from_pod;
  // Called once, after everything has been written: with the exit code, or why there is none.
  std::function<void(const Result<int>&)> over;
};

// One session with a pod's runner, from the wish to its end: waits for the runner's connection,
// then carries the streams over it. Letting go of it hangs up, and `over` is not called any more.
// Thread-safe. Shared by who wants it and by its connection's events.
class Session {
 public:
  explicit Session(SessionPlan plan);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::string& id() const { return id_; }
  const SessionPlan& plan() const { return plan_; }
  std::string identity() const { return pod::session_identity(plan_.attempt, id_); }

  // The runner is there. False: it came too late or twice.
  bool connect(std::shared_ptr<pod::FrameLink> link);
  bool connected() const;

  void take(const pod::Frame& frame);  // from the runner
  void fail(Error error);              // it will not come, or has gone
  void resize(pod::SessionSize size);

 private:
  void finish(const Result<int>& exit_code);

  const std::string id_;
  const SessionPlan plan_;
  mutable std::mutex mutex_;
  std::shared_ptr<pod::FrameLink> link_;
  std::optional<pod::SessionSize> size_;  // until there is a link
  bool over_ = false;
};

}  // namespace sluice::kubelet
