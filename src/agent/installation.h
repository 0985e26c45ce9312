// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "base/command.h"
#include "base/result.h"
#include "services/graph.h"

namespace sluice::agent {

// The files of a graph on this machine: units, what services bring along, what they need of
// Secrets. One thread.
class Installation {
 public:
  // What is in a Secret of the graph's namespace under a key.
  using ReadSecret =
      std::function<Result<std::string>(const std::string& secret, const std::string& key)>;
  struct Parts {
    std::filesystem::path root = "/";
    std::filesystem::path file;  // remembers which secrets were fetched
    std::string program = "/usr/local/bin/sluice";
    std::string run_directory = "/run/sluice/services";
    CommandRunner& runner;
    ReadSecret read_secret;
  };
  explicit Installation(Parts parts) : parts_(std::move(parts)) {}

  // Makes them so; what is so already is not written again, and a Secret is read only where its
  // file is not there or another revision is wanted. Units of services that `before` has and
  // `graph` has not go away.
  Result<void> install(const services::NodeServices& graph, const services::NodeServices& before);

  // By service: another one when something of it has changed.
  Result<std::map<std::string, std::string>> marks(const services::NodeServices& graph) const;

 private:
  Result<void> write_secret(const services::SecretFile& file);
  Result<bool> write(const std::filesystem::path& path, const std::string& text, unsigned mode);

  const Parts parts_;
};

}  // namespace sluice::agent
