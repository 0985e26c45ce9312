// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/recent_map.h"
#include "client/client.h"
#include "jobs/credentials.h"
#include "jobs/target.h"
#include "runtime/informer.h"

namespace sluice::jobs {

// Reads what a vault has at a path; may be called by many threads.
using ReadVault = std::function<Result<Credentials>(const std::string& path)>;

// Finds out how a cluster is reached: what SlurmJobs, SlurmConnections and SlurmClusterConnections
// say, with the Secrets, ConfigMaps and directories they name. NotFound and Invalid name the field
// and what is expected there, never what a Secret holds. What was found holds for a moment, so that
// a thousand jobs through one connection do not read its Secret a thousand times; what was changed
// since is found after it. Thread-safe.
class TargetFinder {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::Informer& connections;
    runtime::Informer& cluster_connections;
    const std::string known_hosts;                // known to everybody
    const std::filesystem::path credentials_dir;  // of credentialsDirectory; empty: there is none
    const ReadVault vault;                        // empty: there is none
  };
  explicit TargetFinder(Parts parts) : parts_(std::move(parts)) {}

  Result<Target> of_job(const client::Object& job);
  Result<Target> of_connection(const client::Object& connection);

 private:
  struct Place;  // of credentials
  struct Found {
    SteadyTime at{};
    Target target;
  };
  static Place place_of(const client::Object& connection, const char* way);
  Result<std::string> known_hosts(const client::Object& connection) const;
  Result<ssh::Endpoint> login(const std::string& host, std::uint16_t port, const Place& place,
                              const std::string& known_hosts) const;
  Result<Target> recent(const std::string& what, const std::function<Result<Target>()>& find);
  Result<Target> find(const client::Object& connection) const;
  Result<Target> by_ssh(const client::Object& connection) const;
  Result<Target> by_rest(const client::Object& connection) const;

  const Parts parts_;
  std::mutex mutex_;
  RecentMap<Found> found_{256};  // by what names the target
};

}  // namespace sluice::jobs
