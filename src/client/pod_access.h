// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/meta.h"
#include "base/byte_pipe.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/stream.h"

namespace sluice::client {

// What of a container's output somebody wants to see.
struct LogQuery {
  std::string container;
  bool follow = false;
  bool previous = false;
  bool timestamps = false;
  std::optional<std::int64_t> tail_lines;
  std::optional<std::int64_t> since_seconds;
  std::optional<WallTime> since_time;
  std::optional<std::int64_t> limit_bytes;
  std::int64_t rank = 0;  // of a container that runs as the tasks of a job: whose output
};

// A command to run in a container of a pod; without one: the process that the container runs
// anyway.
struct ProcessRequest {
  api::Key pod;
  std::string container;
  std::vector<std::string> command;
  bool tty = false;
};

// The standard streams of a process, those that are wanted. The kubelet reads `in` and writes and
// ends the others; it abandons `in` when the process does not read it any more.
struct ProcessStreams {
  std::shared_ptr<BytePipe> in;
  std::shared_ptr<BytePipe> out;
  std::shared_ptr<BytePipe> err;
};

struct TerminalSize {
  std::uint16_t width = 0;
  std::uint16_t height = 0;
};

// A process that was started or attached to. Letting go of it ends the connection to it: a started
// one is hung up on, an attached one goes on.
class Process {
 public:
  virtual ~Process() = default;
  virtual void resize(TerminalSize size) = 0;  // of its terminal, if it has one; any thread
};

// Called once, on any thread, after everything has been written to the streams: with the exit code,
// or why there is none.
using OnExit = std::function<void(const Result<int>& exit_code)>;

// A connection to a port of a pod: what is read from and written to it. It ends with an error or
// without.
struct PortStreams {
  std::shared_ptr<BytePipe> in;   // to the port
  std::shared_ptr<BytePipe> out;  // from the port
};
using OnClose = std::function<void(const Result<void>& outcome)>;

// What only the kubelet of a pod can do for those who ask the API. The pod exists and is on a node,
// the container is one of its own. Thread-safe. Unsupported: this kubelet cannot do it.
class PodAccess {
 public:
  virtual ~PodAccess() = default;

  // The stream ends with the log, or with the container when following. NotFound when there is no
  // output any more.
  virtual Result<std::unique_ptr<Stream>> log(const api::Key& pod, const LogQuery& query) = 0;

  // NotFound: `container not found ("c")`.
  virtual Result<std::unique_ptr<Process>> exec(const ProcessRequest& request,
                                                ProcessStreams streams, OnExit on_exit) = 0;
  virtual Result<std::unique_ptr<Process>> attach(const ProcessRequest& request,
                                                  ProcessStreams streams, OnExit on_exit) = 0;

  // Must not block: a connection that cannot be made is told through `on_close`. The connection
  // lasts until the port closes it, both directions have ended or what is returned is let go of.
  virtual Result<std::shared_ptr<void>> connect(const api::Key& pod, std::uint16_t port,
                                                PortStreams streams, OnClose on_close) = 0;
};

}  // namespace sluice::client
