// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lab/daemons.h"

namespace sluice::lab {

// Everything on disk before the first daemon starts: keys, slurm.conf and, as the options ask,
// the database directory, slurmdbd.conf, sshd's files. Secrets are readable by this user only.
Result<void> prepare_files(const Setting& setting);

// The database account slurmdbd uses; mariadbd answers already.
Result<void> prepare_database(const Setting& setting);

// `<dir>/env`, to be sourced by a POSIX shell.
std::string env_text(const Setting& setting);

}  // namespace sluice::lab
