// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string_view>

namespace sluice::pod {

// Whether a signal that ends other processes reaches this one, by /proc/<pid>/status. The kernel
// keeps from the first process of a namespace whatever it has not asked for, and programs ask a
// while after they have started.
bool hears(std::string_view process_status, int signal);

// The same of a process of ours; also when it has gone.
bool hears(pid_t process, int signal);

}  // namespace sluice::pod
