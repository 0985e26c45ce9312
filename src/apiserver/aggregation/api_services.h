// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::apiserver {

// A group and version that another server serves, as its APIService says it.
struct ApiService {
  std::string group;
  std::string version;
  std::string ns;       // of the service in front of that server
  std::string service;  // its name
  std::string port = "443";
  std::string ca_pem;            // what its certificate must be signed by
  bool any_certificate = false;  // spec.insecureSkipTLSVerify
  bool available = false;
  std::int64_t group_priority = 0;
  std::int64_t version_priority = 0;

  std::string group_version() const { return group + "/" + version; }
};

// The APIServices of a cluster that name a service. Not thread-safe by itself; registry::Followed
// keeps it.
class ApiServices {
 public:
  void put(const json::Value& object);
  void erase(const json::Value& object);

  // Null when this server has to know it itself.
  const ApiService* find(std::string_view group, std::string_view version) const;

  // Best first: by the group's priority, then its name, then the version's priority.
  std::vector<ApiService> all() const;

 private:
  std::map<std::string, ApiService, std::less<>> by_name_;
};

// The server behind it, read from spec and status; caBundle that is not base64 reads as empty.
ApiService parse_api_service(const json::Value& object);

}  // namespace sluice::apiserver
