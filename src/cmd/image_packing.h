// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "images/store.h"

namespace sluice::cmd {

// What is made of an image for the runtime that pods have on this machine: one file for Apptainer
// and Singularity, nothing for the others. The compute nodes are taken to be like this machine.
// While the process has one thread: "auto" is found out by trying.
images::Pack packing_for(const std::string& runtime);

}  // namespace sluice::cmd
