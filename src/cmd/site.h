// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
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

// How to reach Slurm: `slurm_conf` (else $SLURM_CONF, else Slurm's own search) by `way` ("auto",
// "native", "cli", "rest=URL"), slurmrestd with the token in a file, else in $SLURM_JWT. Invalid:
// there is no such way.
Result<slurm::ConnectOptions> slurm_options(const std::string& slurm_conf, const std::string& way,
                                            const std::string& token_file = "");

// What --help says of the last two.
constexpr std::string_view kSlurmWayHelp =
    "how to talk to Slurm: native, cli, auto, or rest=URL\n"
    "                           (slurmrestd: http://HOST:PORT, https://HOST, unix:/PATH)";
constexpr std::string_view kSlurmTokenHelp =
    "holds the token for slurmrestd, mode 600 (default $SLURM_JWT)";

// The site's proxies, by the variables that other programs know: HTTP_PROXY, HTTPS_PROXY and
// NO_PROXY, or the same in lower case.
http::ProxySettings proxy_settings();

// What a job's environment starts from: PATH, HOME, USER, LANG, and which Slurm.
std::vector<std::pair<std::string, std::string>> job_environment();

}  // namespace sluice::cmd
