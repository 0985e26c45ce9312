// SPDX-License-Identifier: Apache-2.0
#include "clusters/archives.h"

#include "base/text.h"

namespace sluice::clusters {

Result<std::string> run(const BackupParts& parts, client::PodCommand command) {
  TRY_ASSIGN(const client::CommandOutput done, parts.commands.run(command));
  if (done.exit_code != 0) {
    return fail(Code::kUnavailable, "pod " + command.pod.name + ": " +
                                        std::string(trim(done.err.empty() ? done.out : done.err)));
  }
  return done.out;
}

client::PodCommand shell(const api::Key& pod, const char* container, const std::string& script,
                         Duration timeout) {
  return {
      .pod = pod, .container = container, .argv = {"/bin/sh", "-c", script}, .timeout = timeout};
}

api::Key pod_of(const Cluster& cluster, const char* component, int number) {
  return {cluster.ns, cluster.component(component) + "-" + std::to_string(number)};
}

Result<api::Key> controller_in_charge(const BackupParts& parts, const Cluster& cluster) {
  Error last{Code::kUnavailable, "no slurmctld answers"};
  for (int i = 0; i < cluster.controllers; ++i) {
    const api::Key pod = pod_of(cluster, "controller", i);
    const auto ping = parts.commands.run(shell(pod, "slurmctld", kPing));
    if (ping && ping->exit_code == 0) {
      return pod;
    }
    last = ping ? last : ping.error();
  }
  return tl::unexpected(last);
}

}  // namespace sluice::clusters
