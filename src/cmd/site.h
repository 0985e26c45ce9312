// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/command.h"
#include "base/result.h"
#include "http/proxy.h"
#include "slurm/connect.h"

namespace sluice::cmd {

// Where this program and its Slurm are on this machine.

// This program's own file: what job scripts start on compute nodes.
Result<std::filesystem::path> own_binary();

// A file that is installed with the program: beside it, or in ../lib/sluice.
std::filesystem::path installed_file(const std::string& name);

// How to reach Slurm: `slurm_conf` (else $SLURM_CONF, else Slurm's own search) by way of
// `preference`
// ("auto", "native", "cli").
Result<slurm::ConnectOptions> slurm_options(const std::string& slurm_conf,
                                            const std::string& preference);

// The site's proxies, by the variables that other programs know: HTTP_PROXY, HTTPS_PROXY and
// NO_PROXY, or the same in lower case.
http::ProxySettings proxy_settings();

// What a job's environment starts from: PATH, HOME, USER, LANG, and which Slurm.
std::vector<std::pair<std::string, std::string>> job_environment();

}  // namespace sluice::cmd
