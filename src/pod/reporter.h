// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/clock.h"
#include "pod/bell.h"
#include "pod/protocol.h"
#include "pod/status_file.h"

namespace sluice::pod {

// Tells the kubelet how a pod stands: the status file, which is the truth, and the bell, which only
// says that it has changed. One thread.
class Reporter {
 public:
  Reporter(const std::filesystem::path& attempt_dir, const PodSpec& spec, const Clock& clock);

  Bell& bell() { return bell_; }
  const Bell& bell() const { return bell_; }

  // Counts the report on. A report that cannot be written is logged: there is always another beat.
  void publish(PodReport& report, bool tell);

  // The pod's last word: without it the pod would seem lost, so that a full disk is waited for.
  // Returns when the kubelet has heard it, or else when it survives a power cut.
  void publish_end(PodReport& report);

 private:
  bool write(PodReport& report);
  bool await_heard();

  const Clock& clock_;
  StatusFile status_;
  Bell bell_;
};

}  // namespace sluice::pod
