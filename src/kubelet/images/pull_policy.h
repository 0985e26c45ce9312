// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "images/credentials.h"
#include "kubelet/pod_objects.h"

namespace sluice::kubelet {

// One image a pod needs, and how it wants it.
struct ImageWish {
  std::string container;  // the first that uses it; empty: only a volume does
  std::string reference;
  std::string policy;  // "Always", "IfNotPresent", "Never"
};

// Every image of the pod once: of all containers, in their order, then of its volumes. Where
// containers differ about the policy, the one that asks the registry wins.
std::vector<ImageWish> image_wishes(const json::Value& pod);

// Who the pod is at registries: its imagePullSecrets. One that is missing or unreadable is left
// out, as a pull may work without it; `problem` then names it.
Result<images::Credentials> pull_credentials(PodObjects& objects, std::string& problem);

}  // namespace sluice::kubelet
