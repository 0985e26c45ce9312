// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>
#include <vector>

#include "streams/remote_command.h"

namespace sluice::streams {

namespace {

constexpr std::chrono::seconds kOpenWithin{30};

// Knows the streams of a remote command by their type.
class CommandEndpoint final : public http::SpdyEndpoint {
 public:
  CommandEndpoint(std::shared_ptr<RemoteCommand> command, bool resizes, Clock& clock,
                  AlarmClock& alarms)
      : command_(std::move(command)),
        clock_(clock),
        alarms_(alarms),
        open_until_(clock.steady() + kOpenWithin) {
    const CommandStreams& wanted = command_->wanted();
    expect(true, "error", {nullptr, command_->error()});
    expect(wanted.in, "stdin", {command_->in(), nullptr});
    expect(wanted.out, "stdout", {nullptr, command_->out()});
    expect(wanted.err, "stderr", {nullptr, command_->err()});
    expect(wanted.tty && resizes, "resize", {command_->resize(), nullptr});
  }
  ~CommandEndpoint() override { alarms_.cancel(alarm_); }
  CommandEndpoint(const CommandEndpoint&) = delete;
  CommandEndpoint& operator=(const CommandEndpoint&) = delete;

  Result<http::PipePair> accept(std::uint32_t, const http::Headers& headers) override {
    for (Expected& expected : expected_) {
      if (expected.type == headers.get("streamType") && !expected.opened) {
        expected.opened = true;
        return expected.pipes;
      }
    }
    return fail(Code::kBadRequest, "unexpected stream type");
  }

  Phase phase() const override {
    for (const Expected& expected : expected_) {
      if (!expected.opened) {
        return clock_.steady() < open_until_ ? Phase::kOpen : Phase::kGiveUp;
      }
    }
    return Phase::kComplete;
  }

  void set_ready(std::function<void()> ready) override {
    alarm_ = alarms_.set(open_until_, std::move(ready));
  }

 private:
  struct Expected {
    std::string_view type;
    http::PipePair pipes;
    bool opened = false;
  };

  void expect(bool wanted, std::string_view type, http::PipePair pipes) {
    if (wanted) {
      expected_.push_back({type, std::move(pipes)});
    }
  }

  std::shared_ptr<RemoteCommand> command_;
  std::vector<Expected> expected_;
  Clock& clock_;
  AlarmClock& alarms_;
  const SteadyTime open_until_;
  AlarmClock::Ticket alarm_{};
};

}  // namespace

std::unique_ptr<http::Upgrade> spdy_command(const StreamProtocol& protocol,
                                            std::shared_ptr<RemoteCommand> command, Clock& clock,
                                            AlarmClock& alarms) {
  constexpr int kFirstWithResizing = 3;
  return std::make_unique<http::SpdyUpgrade>(std::make_unique<CommandEndpoint>(
      std::move(command), protocol.version() >= kFirstWithResizing, clock, alarms));
}

}  // namespace sluice::streams
