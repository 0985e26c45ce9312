// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "containers/launch.h"
#include "images/image.h"
#include "images/user.h"
#include "json/value.h"

namespace sluice::kubelet {

// Who a container's process is: what its security context says, else the pod's, else the image's
// user. Invalid, in upstream's words, when runAsNonRoot is asked for and not kept.
Result<images::UserIds> user_of(const json::Value& pod, const json::Value& container,
                                const images::Image& image);

// The same as a runtime takes it: with the pod's supplemental groups and fsGroup.
containers::Identity identity_of(const json::Value& pod, const images::UserIds& user);

// Unsupported: a system call profile of the node's, which nobody here can read.
Result<containers::Privileges> privileges_of(const json::Value& pod, const json::Value& container);

}  // namespace sluice::kubelet
