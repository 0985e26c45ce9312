// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <future>

#include "pod/session_link.h"

namespace sluice::pod {
namespace {

// How the runner's side ended: once, with the container's exit code or because it was cut off.
class RunnersWord {
 public:
  void set(const Result<int>& exit_code) {
    if (!std::exchange(known_, true)) {
      exit_code_.set_value(exit_code);
    }
  }
  Result<int> await() { return exit_code_.get_future().get(); }

 private:
  bool known_ = false;  // events come one at a time
  std::promise<Result<int>> exit_code_;
};

}  // namespace

void pass_on(SessionWork work, UniqueFd runner) {
  const auto ending = std::make_shared<RunnersWord>();  // shared with events
  const std::array<std::shared_ptr<BytePipe>, 3> pipes = {
      std::make_shared<BytePipe>(), std::make_shared<BytePipe>(), std::make_shared<BytePipe>()};
  Pump pump;
  const auto to_runner = FrameLink::open(
      pump, make_pump_end(std::move(runner)),
      {.frame =
           [ending](FrameLink&, const Frame& frame) {
             if (frame.kind == FrameKind::kExit) {
               ending->set(exit_from_text(frame.payload));
             }
           },
       .closed =
           [ending](const Result<void>&) {
             ending->set(fail(Code::kUnavailable, "the output was not read fast enough"));
           }});
  to_runner->send(FrameKind::kStart, to_text(work.request));
  to_runner->carry({{FrameKind::kIn, pipes[0]}},
                   {{FrameKind::kOut, pipes[1]}, {FrameKind::kErr, pipes[2]}});
  SessionLink to_kubelet(
      pump, work, [to_runner](const Frame& frame) { to_runner->send(frame.kind, frame.payload); },
      [to_runner] { to_runner->close(); });
  to_kubelet.frames().carry({{FrameKind::kOut, pipes[1]}, {FrameKind::kErr, pipes[2]}},
                            {{FrameKind::kIn, pipes[0]}});
  to_kubelet.end_with(ending->await());
}

}  // namespace sluice::pod
