// SPDX-License-Identifier: Apache-2.0
#include "pod/session_link.h"

namespace sluice::pod {

SessionLink::SessionLink(Pump& pump, SessionWork& work, std::function<void(const Frame&)> frame,
                         std::function<void()> closed)
    : link_(FrameLink::open(pump, std::move(work.connection),
                            {.frame =
                                 [frame = std::move(frame)](FrameLink&, const Frame& received) {
                                   if (frame) {
                                     frame(received);
                                   }
                                 },
                             .closed =
                                 [state = state_, closed = std::move(closed)](const Result<void>&) {
                                   if (closed) {
                                     closed();
                                   }
                                   const std::scoped_lock lock(state->mutex);
                                   state->closed = true;
                                   state->changed.notify_all();
                                 }},
                            std::move(work.received))) {}

void SessionLink::refuse(Pump& pump, SessionWork& work, const Error& error) {
  SessionLink link(pump, work);
  link.frames().carry({}, {});
  link.end_with(tl::unexpected(error));
}

void SessionLink::end_with(const Result<int>& exit_code) {
  link_->send_last(FrameKind::kExit, exit_text(exit_code));
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return state_->closed; });
}

}  // namespace sluice::pod
