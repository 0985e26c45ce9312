// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>

#include "api/meta.h"
#include "client/client.h"

namespace sluice::nodeapi {

// An API server for the tests of this folder: it knows tokens, who may do what to nodes, and signs
// or refuses certificates when told to. For one thread.
class TestClusterClient final : public client::Client {
 public:
  std::map<std::string, std::string> users_by_token;
  std::set<std::string> allowed;  // "user verb subresource"
  std::map<std::string, client::Object> requests;
  bool unavailable = false;
  int questions = 0;

  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override {
    if (unavailable) {
      return fail(Code::kUnavailable, "connection refused");
    }
    client::Object answer = object;
    if (kind.kind == "TokenReview") {
      ++questions;
      const auto user = users_by_token.find(object.at("spec", "token").as_string());
      answer["status"]["authenticated"] = user != users_by_token.end();
      if (user != users_by_token.end()) {
        answer["status"]["user"]["username"] = user->second;
        answer["status"]["user"]["groups"] = json::Array{"system:authenticated"};
      }
    } else if (kind.kind == "SubjectAccessReview") {
      ++questions;
      const json::Value& wish = object.at("spec", "resourceAttributes");
      answer["status"]["allowed"] =
          allowed.contains(object.at("spec", "user").as_string() + " " +
                           wish.at("verb").as_string() + " " + wish.at("subresource").as_string());
    } else {
      requests[api::name(object)] = object;
    }
    return std::make_shared<const client::Object>(std::move(answer));
  }
  Result<client::ObjectPtr> get(const api::Kind&, const api::Key& key) override {
    const auto found = requests.find(key.name);
    if (found == requests.end()) {
      return fail(Code::kNotFound, "not found");
    }
    return std::make_shared<const client::Object>(found->second);
  }

  Result<client::ObjectList> list(const api::Kind&, const client::ListOptions&) override {
    return unknown();
  }
  Result<client::ObjectPtr> update(const api::Kind&, const client::Object&, client::Part) override {
    return unknown();
  }
  Result<client::ObjectPtr> patch(const api::Kind&, const api::Key&, const client::Patch&,
                                  client::Part) override {
    return unknown();
  }
  Result<void> remove(const api::Kind&, const api::Key&, const client::DeleteOptions&) override {
    return unknown();
  }
  Result<client::ObjectPtr> create_subresource(const api::Kind&, const api::Key&,
                                               const std::string&, const client::Object&) override {
    return unknown();
  }
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind&,
                                               const client::WatchOptions&) override {
    return unknown();
  }

 private:
  static tl::unexpected<Error> unknown() { return fail(Code::kUnsupported, "not in this test"); }
};

}  // namespace sluice::nodeapi
