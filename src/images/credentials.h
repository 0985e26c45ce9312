// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::images {

// Secret: never logged, never in an error's message.
struct Login {
  std::string username;
  std::string password;

  friend bool operator==(const Login&, const Login&) = default;
};

// Who to be at which registry, as collected from pull secrets. A value.
class Credentials {
 public:
  // `place` is a registry ("quay.io", "https://index.docker.io/v1/", "*.example.com:5000") or a
  // part of one ("quay.io/team").
  void add(std::string_view place, Login login);

  // The content of a secret of type kubernetes.io/dockerconfigjson (its ".dockerconfigjson") or of
  // ~/.docker/config.json, and of type kubernetes.io/dockercfg (its ".dockercfg"). Invalid changes
  // nothing.
  Result<void> add_docker_config_json(std::string_view text);
  Result<void> add_dockercfg(std::string_view text);

  // Those for "docker.io/library/busybox", the most specific place first. Empty: be nobody.
  std::vector<Login> matching(std::string_view repository) const;

  bool empty() const { return entries_.empty(); }
  friend bool operator==(const Credentials&, const Credentials&) = default;

 private:
  struct Entry {
    std::string place;  // host[:port][/path]
    Login login;

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> entries_;  // greatest place first; equal ones in the order of adding
};

}  // namespace sluice::images
