// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubelet/pod_objects.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// The variables by which a pod finds services without DNS: NAME_SERVICE_HOST, NAME_SERVICE_PORT and
// those of Docker links, for the services of its namespace (unless spec.enableServiceLinks is
// false) and for the API server. The API server's are where it really is, for pods on the host's
// network reach no virtual address.
Result<std::vector<pod::EnvVar>> service_environment(PodObjects& objects);

// Those of one service; none for one without an address. Pure.
std::vector<pod::EnvVar> service_variables(const json::Value& service);

}  // namespace sluice::kubelet
