// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::cmd {

// The background half of a daemon, holding the line to the terminal that started it: it says either
// ready or why not, exactly once; dying without a word counts as failure.
class Daemon {
 public:
  void ready(const std::string& message);
  void failed(const std::string& message);

 private:
  friend struct Fork;
  explicit Daemon(UniqueFd line) : line_(std::move(line)) {}
  UniqueFd line_;
};

// Splits the process. In the child: a new session, standard output and error appended to `log`,
// standard input closed; `daemon` is set. In the parent: waits for the child's word, which is
// returned as `message` (Error when the child failed).
struct Fork {
  static Result<Fork> into_background(const std::filesystem::path& log);

  bool in_child() const { return daemon.line_.valid(); }
  Daemon daemon{UniqueFd()};
  std::string message;
};

}  // namespace sluice::cmd
