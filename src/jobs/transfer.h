// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "client/client.h"
#include "jobs/claim_directory.h"
#include "jobs/file_spec.h"
#include "jobs/runs.h"

namespace sluice::jobs {

// A file on its way to a server.
struct Upload {
  std::string url;
  std::string authorization;  // the header's value; a secret. Empty: none
  std::int64_t size = 0;
  ReadPart read;
};

// Sends it with PUT, without ever having all of it in memory.
using Put = std::function<Result<void>(const Upload&)>;

// Carries the files of one run between Kubernetes and where the job runs, a piece at a time.
// Invalid, Unsupported, NotFound and Forbidden: trying again, alone, does not help. Thread-safe.
class Transfer {
 public:
  struct Parts {
    client::Client& client;
    bool claims_here = false;  // the directories of claims are on this machine
    Put put;                   // empty: nobody is sent anything

    // Asked before each piece: Cancelled when nobody waits for it any more.
    std::function<Result<void>()> go_on;
  };
  Transfer(Parts parts, const client::Object& job, Runs& runs);

  Result<void> bring(const InputFile& input);

  // How many bytes it has. NotFound: the job has left none; Forbidden, among others: the place that
  // it belongs to is not there.
  Result<std::int64_t> fetch(const ResultFile& result);

 private:
  struct Source {
    std::int64_t size = 0;
    ReadPart read;
  };
  Result<Source> open(const FilePlace& place) const;
  Result<ClaimDirectory> open_claim(const std::string& name) const;
  Result<std::string> value_of(const FilePlace& place) const;
  ReadPart reader(const std::string& path, std::int64_t size) const;
  Result<std::int64_t> deliver(const FilePlace& place, const Source& source) const;
  Result<std::int64_t> to_config_map(const FilePlace& place, const Source& source) const;
  Result<std::int64_t> to_url(const FilePlace& place, const Source& source) const;

  const Parts parts_;
  const std::string ns_;
  const Run run_;
  Runs& runs_;
};

}  // namespace sluice::jobs
