// SPDX-License-Identifier: Apache-2.0
#include "streams/remote_command.h"

#include <algorithm>

#include "base/text.h"
#include "http/websocket/channel_messages.h"
#include "json/text.h"

namespace sluice::streams {

namespace {

constexpr std::size_t kMaxOutcome = 1024 * 1024;
constexpr std::size_t kMaxSize = 4096;  // of a document that says how large the terminal is

std::shared_ptr<BytePipe> pipe_if(bool wanted) {
  return wanted ? std::make_shared<BytePipe>() : nullptr;
}

json::Value cause(std::string reason, std::string message) {
  json::Value cause;
  cause["reason"] = std::move(reason);
  cause["message"] = std::move(message);
  return cause;
}

json::Value outcome_status(const client::ProcessRequest& request, const Result<int>& exit_code) {
  json::Value status;
  status["metadata"] = json::Object();
  status["status"] = exit_code && *exit_code == 0 ? "Success" : "Failure";
  if (!exit_code) {
    const std::string doing = request.command.empty() ? "error attaching to container: "
                                                      : "error executing command in container: ";
    status["message"] = "Internal error occurred: " + doing + exit_code.error().message;
    status["reason"] = "InternalError";
    status["code"] = 500;
  } else if (*exit_code != 0) {
    const std::string code = std::to_string(*exit_code);
    status["message"] = "command terminated with non-zero exit code: error executing command [" +
                        join(request.command, " ") + "], exit code " + code;
    status["reason"] = "NonZeroExitCode";
    status["details"]["causes"] = json::Array{cause("ExitCode", code)};
  }
  return status;
}

std::uint16_t dimension(const json::Value& value) {
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(value.as_int(), 0, 65535));
}

}  // namespace

std::string command_outcome(const client::ProcessRequest& request, const Result<int>& exit_code,
                            bool json_status) {
  const json::Value status = outcome_status(request, exit_code);
  return json_status ? json::write(status) : status.at("message").as_string();
}

RemoteCommand::RemoteCommand(CommandStreams wanted, bool json_status)
    : wanted_(wanted),
      json_status_(json_status),
      in_(pipe_if(wanted.in)),
      out_(pipe_if(wanted.out)),
      err_(pipe_if(wanted.err)),
      error_(std::make_shared<BytePipe>(kMaxOutcome)),
      resize_(pipe_if(wanted.tty)) {}

client::OnExit RemoteCommand::on_exit(const client::ProcessRequest& request) const {
  return [error = error_, request, json_status = json_status_](const Result<int>& exit_code) {
    error->write(command_outcome(request, exit_code, json_status));
    error->end();
  };
}

void RemoteCommand::set_process(std::unique_ptr<client::Process> process) {
  process_ = std::move(process);
  if (resize_ != nullptr) {
    // Called by the connection when it writes, and the connection keeps this object.
    resize_->set_readable([this] { read_sizes(); });
  }
}

// Documents like {"Width":80,"Height":24}, one after the other.
void RemoteCommand::read_sizes() {
  while (resize_->read(sizes_) == Stream::State::kData) {
  }
  for (std::size_t end = 0; (end = sizes_.find('}')) != std::string::npos;) {
    const auto size = json::parse(std::string_view(sizes_).substr(0, end + 1));
    sizes_.erase(0, end + 1);
    if (size) {
      process_->resize({dimension(size->at("Width")), dimension(size->at("Height"))});
    }
  }
  if (sizes_.size() > kMaxSize) {
    sizes_.clear();
  }
}

std::unique_ptr<http::Upgrade> websocket_command(const StreamProtocol& protocol,
                                                 std::shared_ptr<RemoteCommand> command) {
  std::vector<http::PipePair> channels(5);
  channels[0].from_peer = command->in();
  channels[1].to_peer = command->out();
  channels[2].to_peer = command->err();
  channels[3].to_peer = command->error();
  channels[4].from_peer = command->resize();
  const CommandStreams& wanted = command->wanted();
  const std::size_t greeted = wanted.out ? 1 : wanted.err ? 2 : 3;  // the lowest there is
  const http::ChannelMessages::Options options{.base64 = protocol.base64(),
                                               .close_signal = protocol.close_signal(),
                                               .greetings = {{greeted, ""}}};
  return std::make_unique<http::WebSocketUpgrade>(
      std::make_unique<http::ChannelMessages>(options, std::move(channels), std::move(command)));
}

}  // namespace sluice::streams
