// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "images/image.h"
#include "kubelet/pod_objects.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// The pod with nothing left to look up: argv, environment, user and mounts of every container,
// values of config maps, secrets and fields filled in. The attempt, its volumes and where to report
// are the caller's to set. `images`: by reference; null pointer for the host runtime, which knows
// no images. NotFound: a config map, secret or key is missing, it may still come. Unsupported: the
// pod needs something this kubelet cannot give it, by name. Invalid: the pod itself is wrong.
Result<pod::PodSpec> resolve(PodObjects& objects,
                             const std::map<std::string, images::Image>* images);

// The ephemeral containers the pod has by now, in the same way.
Result<std::vector<pod::ContainerSpec>> resolve_ephemeral(
    PodObjects& objects, const std::map<std::string, images::Image>* images);

}  // namespace sluice::kubelet
