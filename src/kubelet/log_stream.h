// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "http/message.h"
#include "kubelet/log_waker.h"

namespace sluice::kubelet {

// What of a container's output somebody wants to see.
struct LogOptions {
  std::string container;  // empty: the pod's only one
  bool follow = false;
  bool previous = false;
  bool timestamps = false;
  std::optional<std::int64_t> tail_lines;
  std::optional<std::int64_t> since_seconds;
  std::optional<WallTime> since_time;
  std::optional<std::int64_t> limit_bytes;
};

// A container's log file as a response body: the runner's CRI lines unwrapped. One thread.
class LogStream final : public http::Stream {
 public:
  struct Source {
    std::filesystem::path path;
    std::optional<WallTime> since;
    std::function<bool()> is_over;    // the container has ended: what is in the file is all
    std::shared_ptr<LogWaker> waker;  // shared: streams may outlive the kubelet's stop
  };

  static Result<std::unique_ptr<http::Stream>> open(const LogOptions& options, Source source);

  LogStream(const LogOptions& options, Source source, UniqueFd file);
  ~LogStream() override;
  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override;

 private:
  Result<void> skip_to_tail(std::int64_t lines);
  bool read_more();  // false: nothing new
  void take_lines(std::string& chunk);
  void take_line(std::string_view line, std::string& chunk);
  bool limit_reached(std::string& chunk);

  const LogOptions options_;
  Source source_;
  UniqueFd file_;
  std::string buffer_;                // read, not yet a whole line
  bool in_line_ = false;              // the last part sent had no line end
  std::optional<std::int64_t> left_;  // bytes that may still be sent
  bool ended_ = false;
  std::optional<LogWaker::Ticket> ticket_;
};

}  // namespace sluice::kubelet
