// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "client/client.h"
#include "json/value.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// The pod with nothing left to look up: argv and environment of every container, values of config
// maps, secrets and fields filled in. The attempt and where to report are the caller's to set.
// NotFound: a config map, secret or key is missing, it may still come. Unsupported: the pod needs
// something this kubelet cannot give it, by name. Invalid: the pod itself is wrong.
Result<pod::PodSpec> resolve(client::Client& client, const json::Value& pod);

// The ephemeral containers the pod has by now, in the same way.
Result<std::vector<pod::ContainerSpec>> resolve_ephemeral(client::Client& client,
                                                          const json::Value& pod);

}  // namespace sluice::kubelet
