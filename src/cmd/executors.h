// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/command.h"
#include "base/result.h"
#include "client/client.h"
#include "cmd/home.h"
#include "cmd/up_options.h"
#include "images/store.h"
#include "kubelet/kubelet.h"
#include "slurm/slurm.h"

namespace sluice::cmd {

// What `sluice up` runs pods with: Slurm, this machine, or both, each behind a node of its own.

// "slurm", "local" or "both"; Invalid otherwise.
Result<std::vector<kubelet::Executor>> parse_executors(const std::string& word);

// Connects to Slurm, or takes up the jobs of this machine. Runner and clock outlive the result.
Result<std::unique_ptr<slurm::Slurm>> open_executor(kubelet::Executor executor,
                                                    const UpOptions& options, const Home& home,
                                                    CommandRunner& runner, const Clock& clock);

// The images of pods; a null pointer with the host runtime, which has none. The clock outlives it.
// While the process has one thread.
Result<std::unique_ptr<images::ImageStore>> open_images(const UpOptions& options, const Home& home,
                                                        Clock& clock);

// What the kubelet of this executor is told. `alone`: there is no other.
Result<kubelet::KubeletOptions> kubelet_options(kubelet::Executor executor, bool alone,
                                                const UpOptions& options, const Home& home);

// Makes the RuntimeClass "local", by which a pod asks for this machine in one line, unless there is
// one: what a user made of it stays.
Result<void> publish_local_class(client::Client& client);

}  // namespace sluice::cmd
