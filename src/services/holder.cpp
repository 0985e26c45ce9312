// SPDX-License-Identifier: Apache-2.0
#include "services/holder.h"

#include "base/text.h"
#include "json/utf8.h"

namespace sluice::services {
namespace {

constexpr Duration kProbeTimeout = std::chrono::seconds(15);

}  // namespace

Holder::Holder(Options options, const RunDirectory& directory, CommandRunner& runner, Clock& clock)
    : options_(std::move(options)), directory_(directory), runner_(runner), clock_(clock) {}

Result<Record> Holder::step() {
  TRY_ASSIGN(Record now, directory_.look(options_.service));
  if (now.state == State::kRemoving || (now.state == State::kFailed && now.main)) {
    return now;  // it ends, or whoever started it does so again
  }
  const bool waits_at_its_gate = !now.main && now.state == State::kDeploying &&
                                 now.holder != options_.process && is_running(now.holder);
  if (waits_at_its_gate) {
    return now;
  }
  if (now.state == State::kReady) {
    was_ready_ = now.holder;
  }
  Record next{.service = options_.service,
              .holder = now.main ? now.holder : options_.process,
              .main = now.main};
  TRY_ASSIGN(next.why,
             missing(directory_, options_.needs_ready, options_.needs_files, next.passed));
  const bool same =
      now.state == State::kReady && now.holder == next.holder && now.passed == next.passed;
  if (next.why.empty() && same && clock_.steady() < next_probe_) {
    return now;
  }
  const bool asked = next.why.empty();
  next.state = asked && is_well(next.why) ? State::kReady : State::kDeploying;
  if (!asked || next.state == State::kReady || was_ready_ != next.holder) {
    unwell_since_.reset();
  } else if (!unwell_since_) {
    unwell_since_ = clock_.steady();
  }
  if (next.state != State::kReady) {
    next.passed.clear();
  }
  return directory_.become(std::move(next));
}

Duration Holder::unwell_for() const {
  return unwell_since_ ? clock_.steady() - *unwell_since_ : Duration(0);
}

bool Holder::is_well(std::string& why) {
  next_probe_ = clock_.steady() + options_.between_probes;
  if (options_.probe.empty()) {
    return true;
  }
  why = words_of(runner_.run({.argv = options_.probe, .timeout = kProbeTimeout}));
  return why.empty();
}

std::string words_of(const Result<CommandOutput>& done) {
  if (!done) {
    return done.error().message;
  }
  if (done->exit_code == 0) {
    return "";
  }
  const std::string_view told = trim(done->err.empty() ? done->out : done->err);
  return "exit code " + std::to_string(done->exit_code) + (told.empty() ? "" : ": ") +
         json::to_utf8(told.substr(0, 500));
}

}  // namespace sluice::services
