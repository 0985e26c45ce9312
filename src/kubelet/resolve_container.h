// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "images/image.h"
#include "kubelet/pod_objects.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// One container with nothing left to look up. `image`: null pointer on the host runtime.
// `services`: variables every container of the pod gets. Fails as resolve() does.
Result<pod::ContainerSpec> resolve_container(PodObjects& objects, const json::Value& container,
                                             const images::Image* image,
                                             const std::vector<pod::EnvVar>& services);

}  // namespace sluice::kubelet
