// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/client.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

struct RestOptions {
  std::string url;                   // "http://host:6820", "https://…", "unix:/run/slurmrestd"
  std::string token;                 // or:
  std::filesystem::path token_file;  // read again when it changes; goes first
  int only_version = 0;              // 36: v0.0.36 and no other; 0: the newest both know
};

// Slurm through slurmrestd, without any of Slurm's programs or libraries on this machine. Speaks
// the newest version of its API both know, chosen at the first call and again when slurmrestd no
// longer knows it; slurmrestd need not be there yet. Jobs are those of the token's user, at a Unix
// socket without a token of this process's user.
//
// No step can be launched this way: start_now() never starts anything. What else a version cannot
// do is in rest/api_version.cpp, and logged when it is chosen. Unauthorized: the token is missing
// or refused, with what to do. Invalid: the URL is none.
Result<std::unique_ptr<Slurm>> make_rest(const RestOptions& options);

// The same over a client of the caller's, whatever the URL.
std::unique_ptr<Slurm> make_rest(const RestOptions& options, std::unique_ptr<http::Client> client);

}  // namespace sluice::slurm
