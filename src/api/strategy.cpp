// SPDX-License-Identifier: Apache-2.0
#include "api/strategy.h"

#include "api/meta.h"
#include "json/text.h"

namespace sluice::api {
namespace {

void create_namespace(json::Value& object) {
  object["metadata"]["labels"]["kubernetes.io/metadata.name"] = name(object);
  json::Value& finalizers = object["spec"]["finalizers"];
  for (const json::Value& finalizer : finalizers.as_array()) {
    if (finalizer.as_string() == "kubernetes") {
      return;
    }
  }
  finalizers.array().emplace_back("kubernetes");
}

void create_pod(json::Value& object) {
  object["status"]["qosClass"] = quality_of_service(object);
}

struct Strategy {
  const Kind& (*kind)();
  std::string_view initial_status;  // JSON; empty: the caller's status is kept
  bool has_generation = false;
  void (*create)(json::Value& object) = nullptr;
};

constexpr Strategy kStrategies[] = {
    {.kind = kinds::job,
     .initial_status = "{}",
     .has_generation = true,
     .create = generate_job_selector},
    {.kind = kinds::namespace_,
     .initial_status = R"({"phase":"Active"})",
     .create = create_namespace},
    {.kind = kinds::node},
    {.kind = kinds::pod,
     .initial_status = R"({"phase":"Pending"})",
     .has_generation = true,
     .create = create_pod},
    {.kind = kinds::service, .initial_status = R"({"loadBalancer":{}})"},
};

const Strategy* find_strategy(const Kind& kind) {
  for (const Strategy& strategy : kStrategies) {
    if (&strategy.kind() == &kind) {
      return &strategy;
    }
  }
  return nullptr;
}

void keep(json::Value& object, const json::Value& old, std::string_view member) {
  if (const json::Value* value = old.find(member)) {
    object[member] = *value;
  } else {
    object.erase(member);
  }
}

}  // namespace

void prepare_create(const Kind& kind, json::Value& object) {
  const Strategy* strategy = find_strategy(kind);
  if (strategy == nullptr) {
    return;
  }
  if (auto status = json::parse(strategy->initial_status)) {
    object["status"] = std::move(*status);
  }
  if (strategy->has_generation) {
    object["metadata"]["generation"] = 1;
  } else {
    object["metadata"].erase("generation");
  }
  if (strategy->create != nullptr) {
    strategy->create(object);
  }
}

void prepare_update(const Kind& kind, json::Value& object, const json::Value& old) {
  if (kind.has_status) {
    keep(object, old, "status");
  }
  keep(object["metadata"], old.at("metadata"), "generation");
  const Strategy* strategy = find_strategy(kind);
  if (strategy != nullptr && strategy->has_generation && !(object.at("spec") == old.at("spec"))) {
    object["metadata"]["generation"] = old.at("metadata", "generation").as_int() + 1;
  }
}

void prepare_status_update(const Kind&, json::Value& object, const json::Value& old) {
  json::Value result = old;
  keep(result, object, "status");
  for (const char* member : {"labels", "annotations", "managedFields", "resourceVersion"}) {
    keep(result["metadata"], object.at("metadata"), member);
  }
  if (const json::Value* qos = old.find("status", "qosClass")) {
    result["status"]["qosClass"] = *qos;
  }
  object = std::move(result);
}

}  // namespace sluice::api
