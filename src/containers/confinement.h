// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "containers/channel.h"
#include "containers/launch.h"
#include "containers/user_namespace.h"

namespace sluice::containers {

enum class InContainer { kFirst, kFurther };

// Makes this process, root of the pod in the container's root, the user the launch names, with the
// privileges it names and no others. The first process of a container gets a user namespace of its
// own where its user does not exist in the pod's, or enters `shared_users` if that is a descriptor
// of one; a further one is in it already. What cannot be given goes to the starter as a note.
Result<void> confine(const Launch& launch, const PodIds& ids, const Channel& channel,
                     InContainer place, int shared_users = -1);

}  // namespace sluice::containers
