// SPDX-License-Identifier: Apache-2.0
#include "pod/reporter.h"

#include <poll.h>

#include "base/log.h"
#include "base/poll_timeout.h"

namespace sluice::pod {
namespace {

// How long the last word is tried to be written on a full disk, and how often.
constexpr Duration kLastWordWithin = std::chrono::minutes(10);
constexpr int kLastWordEveryMilliseconds = 500;

}  // namespace

Reporter::Reporter(const std::filesystem::path& attempt_dir, const PodSpec& spec,
                   const Clock& clock)
    : clock_(clock), status_(attempt_dir), bell_(spec.report_host, spec.report_port, clock) {}

void Reporter::publish(PodReport& report, bool tell) {
  write(report);
  if (tell) {
    bell_.ring({report.attempt, report.sequence});
  }
}

void Reporter::publish_end(PodReport& report) {
  report.finished = true;
  const SteadyTime deadline = clock_.steady() + kLastWordWithin;
  while (!write(report) && clock_.steady() < deadline) {
    ::poll(nullptr, 0, kLastWordEveryMilliseconds);
  }
  bell_.ring({report.attempt, report.sequence});
  if (await_heard()) {
    return;
  }
  if (const auto kept = status_.sync(); !kept) {  // nobody else knows how it ended
    log::error("the pod's last status could not be written", {{"error", kept.error().message}});
  }
}

bool Reporter::write(PodReport& report) {
  ++report.sequence;
  const auto written = status_.append(report);
  if (!written) {
    log::error("the pod's status could not be written", {{"error", written.error().message}});
  }
  return written.has_value();
}

// Until the kubelet has answered the last ring, or nobody will.
bool Reporter::await_heard() {
  while (const auto next = bell_.next_try()) {
    pollfd answer{bell_.fd(), POLLIN, 0};
    ::poll(&answer, 1, poll_timeout(*next, clock_));
    bell_.tend();
  }
  return bell_.heard();
}

}  // namespace sluice::pod
