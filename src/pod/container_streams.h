// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "containers/launch.h"
#include "pod/cri_log.h"
#include "pod/protocol.h"
#include "pod/session_protocol.h"
#include "pod/termination_message.h"

namespace sluice::pod {

// Somebody who sees what a container prints, beside its log.
class OutputListener {
 public:
  virtual ~OutputListener() = default;
  virtual void printed(OutputStream stream, std::string_view bytes) = 0;
  virtual void ended(int exit_code) = 0;  // this run; nothing follows
  virtual bool full() const = 0;          // must not get more now
};

// What goes into and comes out of a container's process, over all its runs: pipes, or a terminal.
// Output goes to the run's log and to whoever listens; it is not read while a listener is full.
// Used by the runner's thread only; listeners remove themselves before they go.
class ContainerStreams {
 public:
  ContainerStreams(const ContainerSpec& spec, std::filesystem::path attempt_dir, const Clock& clock)
      : spec_(spec), attempt_dir_(std::move(attempt_dir)), clock_(clock) {}

  // What the process of a new run gets; valid until started() or close().
  struct Ends {
    UniqueFd in;
    UniqueFd out;
    UniqueFd err;
  };
  Result<Ends> open();
  void started(UniqueFd terminal);  // its terminal, if it has one
  void close();                     // it could not be started

  // -1: there is nothing to read, or it must not be read now.
  int output_fd(OutputStream stream) const;
  void read(OutputStream stream);
  void finish(int exit_code);  // the processes have gone: takes what is left

  // -1: it takes no input (any more).
  int input_fd() const { return input_.get(); }
  std::size_t write_input(std::string_view bytes);  // what was taken; all when nobody reads
  void end_input() { input_.reset(); }
  void resize(SessionSize size) const;

  // Of this run, where it may have to stand in for a termination message.
  const OutputTail& tail() const { return tail_; }

  // There was a run before ours, by another process: its log is the previous one.
  void resume() { resumes_ = true; }

  void add(OutputListener& listener) { listeners_.push_back(&listener); }
  void remove(OutputListener& listener) { std::erase(listeners_, &listener); }

 private:
  UniqueFd& output(OutputStream stream) { return outputs_[static_cast<std::size_t>(stream)]; }
  void pass_on(OutputStream stream, std::string_view bytes);
  void log_result(const Result<void>& written) const;
  bool held() const;

  const ContainerSpec& spec_;
  const std::filesystem::path attempt_dir_;
  const Clock& clock_;
  std::optional<CriLogWriter> log_;
  std::array<UniqueFd, 2> outputs_;  // by stream; a terminal is the first
  UniqueFd input_;
  OutputTail tail_;
  bool resumes_ = false;
  std::vector<OutputListener*> listeners_;
};

// Tells the programs in a terminal how large it is now.
void resize_terminal(int terminal, SessionSize size);

}  // namespace sluice::pod
