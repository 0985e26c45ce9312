// SPDX-License-Identifier: Apache-2.0
#include "ssh/remote_process.h"

#include <algorithm>

#include "ssh/command_text.h"

namespace sluice::ssh {
namespace {

constexpr int kKilled = 128 + 9;  // as a shell would say; SSH tells signals by name

}  // namespace

RemoteProcess::RemoteProcess(const Library& library, const Session& session, std::string input,
                             std::size_t most_output)
    : library_(library),
      session_(session),
      input_(std::move(input)),
      most_output_(most_output),
      channel_(library.new_channel(session.get())) {
  callbacks_.size = sizeof(callbacks_);
  callbacks_.userdata = this;
  callbacks_.channel_data_function = on_data;
  callbacks_.channel_close_function = on_close;
  callbacks_.channel_exit_status_function = on_exit_status;
  callbacks_.channel_exit_signal_function = on_exit_signal;
  if (channel_ != nullptr) {
    library.set_channel_callbacks(channel_, &callbacks_);
  }
}

RemoteProcess::~RemoteProcess() {
  if (channel_ != nullptr) {
    library_.free_channel(channel_);
  }
}

RemoteProcess::Progress RemoteProcess::advance() {
  if (channel_ == nullptr || too_much_) {
    error_ = too_much_ ? "it printed more than " + std::to_string(most_output_) + " bytes"
                       : session_.error();
    return Progress::kFailed;
  }
  if (state_ == State::kOpening) {
    const int opened = library_.open_channel(channel_);
    if (opened == SSH_AGAIN) {
      return Progress::kGoesOn;
    }
    if (opened != SSH_OK) {
      return session_.connected() ? Progress::kRefused : failed();
    }
    state_ = State::kStarting;
  }
  if (state_ == State::kStarting) {
    const int started = library_.request_exec(channel_, std::string(kRemoteShell).c_str());
    if (started == SSH_AGAIN) {
      return Progress::kGoesOn;
    }
    if (started != SSH_OK) {
      return failed();
    }
    state_ = State::kWriting;
  }
  if (state_ == State::kWriting && !closed_) {
    while (written_ < input_.size()) {
      constexpr std::size_t kPiece = 32768;
      const std::size_t size = std::min(kPiece, input_.size() - written_);
      const int n =
          library_.write(channel_, input_.data() + written_, static_cast<std::uint32_t>(size));
      if (n < 0) {
        return closed_ ? Progress::kEnded : failed();
      }
      if (n == 0) {
        return Progress::kGoesOn;  // the other side's window is full
      }
      written_ += static_cast<std::size_t>(n);
    }
    library_.send_eof(channel_);
    state_ = State::kReading;
  }
  if (!closed_) {
    return Progress::kGoesOn;
  }
  if (!has_exit_) {
    error_ = "the command ended without an exit code";
    return Progress::kFailed;
  }
  return Progress::kEnded;
}

RemoteProcess::Progress RemoteProcess::failed() {
  error_ = session_.error();
  return Progress::kFailed;
}

int RemoteProcess::on_data(ssh_session, ssh_channel, void* data, std::uint32_t size, int is_stderr,
                           void* self) {
  auto& process = *static_cast<RemoteProcess*>(self);
  CommandOutput& output = process.output_;
  if (output.out.size() + output.err.size() + size > process.most_output_) {
    process.too_much_ = true;
  } else {
    (is_stderr != 0 ? output.err : output.out).append(static_cast<const char*>(data), size);
  }
  return static_cast<int>(size);
}

void RemoteProcess::on_close(ssh_session, ssh_channel, void* self) {
  static_cast<RemoteProcess*>(self)->closed_ = true;
}

void RemoteProcess::on_exit_status(ssh_session, ssh_channel, int status, void* self) {
  auto& process = *static_cast<RemoteProcess*>(self);
  process.output_.exit_code = status;
  process.has_exit_ = true;
}

void RemoteProcess::on_exit_signal(ssh_session, ssh_channel, const char* /*signal*/, int /*core*/,
                                   const char* /*message*/, const char* /*language*/, void* self) {
  auto& process = *static_cast<RemoteProcess*>(self);
  process.output_.exit_code = kKilled;
  process.has_exit_ = true;
}

}  // namespace sluice::ssh
