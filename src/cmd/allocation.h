// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace sluice::cmd {

// Runs `work` in a child process and, when that has ended, however it ended, sees to it that the
// Slurm allocation this process runs in is given back: an allocation does not end by itself as a
// batch job does. The srun that started us does that; where it is gone, we do. What is left for the
// parent is to wait: it ignores the signals Slurm sends to every process of a step. Returns the
// exit code of `work`. Call it while the process has one thread.
int run_in_allocation(const std::function<int()>& work);

}  // namespace sluice::cmd
