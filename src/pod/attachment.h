// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "pod/container_streams.h"
#include "pod/frame.h"
#include "pod/pod_containers.h"

namespace sluice::pod {

// The runner's end of the socket it shares with a session's process. Nothing comes over it unless
// the session wants to be attached to a container; then its frames do, both ways. The container
// waits for a slow reader, but not longer than kPatience without a byte taken: then the reader is
// cut off. Used by the runner's thread only.
class Attachment final : public OutputListener {
 public:
  Attachment(UniqueFd socket, PodContainers& containers, const Clock& clock)
      : socket_(std::move(socket)), containers_(containers), clock_(clock) {}
  ~Attachment() override { leave(); }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  // For poll(2): what it waits for now, and what to do afterwards.
  void add_polls(std::vector<pollfd>& fds) const;
  void move();
  std::optional<SteadyTime> deadline() const;  // when it is to be cut off

  bool attached() const { return streams_ != nullptr; }

  void printed(OutputStream stream, std::string_view bytes) override;
  void ended(int exit_code) override;
  bool full() const override { return !unsent_.empty(); }

  static constexpr Duration kPatience = std::chrono::seconds(10);

 private:
  void receive();
  void take_frames();
  void take(const Frame& frame);
  void start(const SessionRequest& request);
  void feed();
  void send();
  void send_frame(FrameKind kind, std::string_view payload);
  void leave();

  UniqueFd socket_;  // invalid: it is over
  PodContainers& containers_;
  const Clock& clock_;
  FrameParser parser_;
  SessionRequest request_;
  ContainerStreams* streams_ = nullptr;  // of the container it is attached to
  bool input_once_ = false;
  bool said_all_ = false;  // the last frame is in unsent_
  std::string unsent_;
  std::string input_;  // not yet taken by the container
  SteadyTime moved_{};
};

}  // namespace sluice::pod
