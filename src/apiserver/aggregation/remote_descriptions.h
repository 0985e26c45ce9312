// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "apiserver/aggregation/api_services.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::apiserver {

// What the server behind an APIService says of itself.
struct RemoteDescription {
  json::Value resources;        // its APIResourceList; null: it never answered
  json::Value openapi_v2;       // null: it has none
  std::string openapi_v2_tag;   // of that version of it
  std::string openapi_v3_path;  // where its group and version are described; empty: nowhere
  bool fresh = false;           // the server answered when it was last asked
};

// The descriptions as they were last read: requests for discovery and OpenAPI are answered from
// these, so that nobody waits for another server. Whoever watches over the servers reads them
// again. Thread-safe.
class RemoteDescriptions {
 public:
  using DescriptionPtr = std::shared_ptr<const RemoteDescription>;

  // Of the version `tag`, or later: an answer without a body and of that version is no news.
  struct Answer {
    std::string text;
    std::string tag;
    bool not_modified = false;
  };
  // Gets a path of the server, NotFound when it has none.
  using Get = std::function<Result<Answer>(const std::string& path, const std::string& tag)>;

  // Reads everything again. What was known stays, as not fresh, when the server does not answer.
  Result<void> read(const ApiService& service, const Get& get);

  // Nothing known: an empty one.
  DescriptionPtr of(const ApiService& service) const;

  // Grows with every change of what OpenAPI documents are made of.
  std::uint64_t epoch() const;

 private:
  void keep(const ApiService& service, RemoteDescription next);

  mutable std::mutex mutex_;
  std::map<std::string, DescriptionPtr, std::less<>> by_group_version_;
  std::uint64_t epoch_ = 1;
};

}  // namespace sluice::apiserver
