// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/alarm_clock.h"
#include "client/pod_access.h"
#include "http/spdy/upgrade.h"
#include "streams/protocol.h"

namespace sluice::streams {

// Which streams the client of an exec or attach wants.
struct CommandStreams {
  bool in = false;
  bool out = false;
  bool err = false;
  bool tty = false;
};

// One exec or attach: the process at the kubelet, and the pipes between it and the connection. The
// connection's upgrade keeps it; what the kubelet calls refers to the pipes only.
class RemoteCommand {
 public:
  RemoteCommand(CommandStreams wanted, bool json_status);

  // For the kubelet.
  client::ProcessStreams streams() const { return {in_, out_, err_}; }
  client::OnExit on_exit(const client::ProcessRequest& request) const;
  void set_process(std::unique_ptr<client::Process> process);

  // For the connection; null where nothing is wanted. `error` carries the outcome.
  const CommandStreams& wanted() const { return wanted_; }
  const std::shared_ptr<BytePipe>& in() const { return in_; }
  const std::shared_ptr<BytePipe>& out() const { return out_; }
  const std::shared_ptr<BytePipe>& err() const { return err_; }
  const std::shared_ptr<BytePipe>& error() const { return error_; }
  const std::shared_ptr<BytePipe>& resize() const { return resize_; }

 private:
  void read_sizes();

  const CommandStreams wanted_;
  const bool json_status_;
  std::shared_ptr<BytePipe> in_;
  std::shared_ptr<BytePipe> out_;
  std::shared_ptr<BytePipe> err_;
  std::shared_ptr<BytePipe> error_;
  std::shared_ptr<BytePipe> resize_;
  std::unique_ptr<client::Process> process_;
  std::string sizes_;  // received, not yet a whole document
};

// What the error stream says at the end: a Status, or for old clients a sentence when it failed.
std::string command_outcome(const client::ProcessRequest& request, const Result<int>& exit_code,
                            bool json_status);

// The connection of a remote command, in numbered channels of a WebSocket.
std::unique_ptr<http::Upgrade> websocket_command(const StreamProtocol& protocol,
                                                 std::shared_ptr<RemoteCommand> command);

// The same over SPDY, where the client opens one stream for each purpose; not for longer than it
// may take. Clock and alarms outlive the connection.
std::unique_ptr<http::Upgrade> spdy_command(const StreamProtocol& protocol,
                                            std::shared_ptr<RemoteCommand> command, Clock& clock,
                                            AlarmClock& alarms);

}  // namespace sluice::streams
