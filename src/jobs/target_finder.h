// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "client/client.h"
#include "jobs/credentials.h"
#include "jobs/target.h"
#include "runtime/informer.h"

namespace sluice::jobs {

// Reads what a vault has at a path; may be called by many threads.
using ReadVault = std::function<Result<Credentials>(const std::string& path)>;

// Finds out how a cluster is reached: what SlurmJobs, SlurmConnections and SlurmClusterConnections
// say, with the Secrets, ConfigMaps and directories they name. NotFound and Invalid name the field
// and what is expected there, never what a Secret holds. Thread-safe.
class TargetFinder {
 public:
  struct Parts {
    client::Client& client;
    runtime::Informer& connections;
    runtime::Informer& cluster_connections;
    const std::string known_hosts;                // known to everybody
    const std::filesystem::path credentials_dir;  // of credentialsDirectory; empty: there is none
    const ReadVault vault;                        // empty: there is none
  };
  explicit TargetFinder(Parts parts) : parts_(std::move(parts)) {}

  Result<Target> of_job(const client::Object& job) const;
  Result<Target> of_connection(const client::Object& connection) const;

 private:
  struct Place;  // of credentials
  static Place place_of(const client::Object& connection, const char* way);
  Result<std::string> known_hosts(const client::Object& connection) const;
  Result<ssh::Endpoint> login(const std::string& host, std::uint16_t port, const Place& place,
                              const std::string& known_hosts) const;
  Result<Target> by_ssh(const client::Object& connection) const;
  Result<Target> by_rest(const client::Object& connection) const;

  const Parts parts_;
};

}  // namespace sluice::jobs
