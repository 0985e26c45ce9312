// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "base/command.h"
#include "base/result.h"
#include "ssh/session.h"

namespace sluice::ssh {

// One command in a channel of a session, as a state machine that never blocks: advance() is called
// again after every time something arrived. Used by the session's thread; its address is known to
// libssh.
class RemoteProcess {
 public:
  RemoteProcess(const Library& library, const Session& session, std::string input,
                std::size_t most_output);
  ~RemoteProcess();
  RemoteProcess(const RemoteProcess&) = delete;
  RemoteProcess& operator=(const RemoteProcess&) = delete;

  enum class Progress {
    kGoesOn,
    kEnded,
    kRefused,  // the host opens no more channels for now; nothing was started
    kFailed,   // see error()
  };
  Progress advance();

  bool started() const { return state_ > State::kStarting; }
  CommandOutput& output() { return output_; }
  const std::string& error() const { return error_; }

 private:
  enum class State { kOpening, kStarting, kWriting, kReading };

  static int on_data(ssh_session, ssh_channel, void* data, std::uint32_t size, int is_stderr,
                     void* self);
  static void on_close(ssh_session, ssh_channel, void* self);
  static void on_exit_status(ssh_session, ssh_channel, int status, void* self);
  static void on_exit_signal(ssh_session, ssh_channel, const char* signal, int core,
                             const char* message, const char* language, void* self);
  Progress failed();

  const Library& library_;
  const Session& session_;
  const std::string input_;
  const std::size_t most_output_;
  std::size_t written_ = 0;
  State state_ = State::kOpening;
  bool closed_ = false;
  bool has_exit_ = false;
  bool too_much_ = false;
  CommandOutput output_;
  std::string error_;
  ssh_channel_callbacks_struct callbacks_{};
  ssh_channel channel_;
};

}  // namespace sluice::ssh
