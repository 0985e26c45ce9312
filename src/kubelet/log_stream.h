// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/stream.h"
#include "base/unique_fd.h"
#include "client/pod_access.h"
#include "kubelet/log_waker.h"

namespace sluice::kubelet {

// A container's log as a response body: the runner's CRI lines unwrapped, from the oldest piece to
// the newest (pod/log_files.h), also when the runner begins a new one meanwhile. One thread.
class LogStream final : public Stream {
 public:
  struct Source {
    std::filesystem::path path;
    std::optional<WallTime> since;
    std::function<bool()> is_over;    // the container has ended: what is in the file is all
    std::shared_ptr<LogWaker> waker;  // shared: streams may outlive the kubelet's stop
  };

  static Result<std::unique_ptr<Stream>> open(const client::LogQuery& options, Source source);

  LogStream(const client::LogQuery& options, Source source);
  ~LogStream() override;
  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override;

 private:
  Result<void> find_start();
  Result<std::int64_t> skip_to_tail(std::int64_t lines);  // how many there were, at most `lines`
  void follow_file();
  bool next_piece();  // false: this is the newest
  bool read_more();   // false: nothing new
  void take_lines(std::string& chunk);
  void take_line(std::string_view line, std::string& chunk);
  bool limit_reached(std::string& chunk);

  const client::LogQuery options_;
  Source source_;
  UniqueFd file_;
  std::string buffer_;                // read, not yet a whole line
  bool in_line_ = false;              // the last part sent had no line end
  std::optional<std::int64_t> left_;  // bytes that may still be sent
  bool ended_ = false;
  std::function<void()> ready_;
  std::optional<LogWaker::Ticket> ticket_;
};

}  // namespace sluice::kubelet
