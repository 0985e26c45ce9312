// SPDX-License-Identifier: Apache-2.0
#include "api/part_strategy.h"

#include "api/certificate_conditions.h"
#include "api/schema.h"
#include "api/strategy.h"

namespace sluice::api {
namespace {

void take(json::Value& into, const json::Value& from, std::string_view member) {
  if (const json::Value* value = from.find(member)) {
    into[member] = *value;
  } else {
    into.erase(member);
  }
}

// The pod as it was, with the list of managers that the write made.
json::Value old_pod(const json::Value& object, const json::Value& old) {
  json::Value pod = old;
  take(pod["metadata"], object.at("metadata"), "managedFields");
  return pod;
}

void grow_generation(json::Value& object, const json::Value& old) {
  if (!(object.at("spec") == old.at("spec"))) {
    object["metadata"]["generation"] = old.at("metadata", "generation").as_int() + 1;
  }
}

void prepare_ephemeral_containers(const PartWrite&, json::Value& object, const json::Value& old) {
  json::Value pod = old_pod(object, old);
  take(pod["spec"], object.at("spec"), "ephemeralContainers");
  grow_generation(pod, old);
  object = std::move(pod);
}

// Whether both have the same containers: else it is for the rules to refuse.
bool same_containers(const json::Array& a, const json::Array& b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i].at("name") == b[i].at("name"))) {
      return false;
    }
  }
  return true;
}

void prepare_resize(const PartWrite&, json::Value& object, const json::Value& old) {
  json::Value pod = old_pod(object, old);
  for (const char* list : {"containers", "initContainers"}) {
    const json::Array& wanted = object.at("spec", list).as_array();
    if (!same_containers(wanted, old.at("spec", list).as_array())) {
      take(pod["spec"], object.at("spec"), list);
      continue;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      json::Value& container = pod["spec"][list].array()[i];
      take(container, wanted[i], "resources");
      take(container, wanted[i], "resizePolicy");
    }
  }
  grow_generation(pod, old);
  object = std::move(pod);
}

void prepare_approval(const PartWrite& write, json::Value& object, const json::Value& old) {
  json::Value conditions = object.at("status", "conditions");
  take(object, old, "spec");
  take(object, old, "status");
  object["status"]["conditions"] = std::move(conditions);
  set_condition_times(object, old, write.now);
}

void prepare_certificate_status(const PartWrite& write, json::Value& object,
                                const json::Value& old) {
  take(object, old, "spec");
  keep_decisions(object, old);
  set_condition_times(object, old, write.now);
}

// The request itself is for ever what it was.
void prepare_certificate_request(const PartWrite&, json::Value& object, const json::Value& old) {
  take(object, old, "spec");
  take(object, old, "status");
}

void prepare_finalize(const PartWrite&, json::Value& object, const json::Value& old) {
  take(object, old, "status");
}

struct PartStrategy {
  std::string_view schema;  // of the kind
  std::string_view subresource;
  void (*prepare)(const PartWrite& write, json::Value& object, const json::Value& old);
};

constexpr std::string_view kPod = "io.k8s.api.core.v1.Pod";
constexpr std::string_view kCertificateRequest =
    "io.k8s.api.certificates.v1.CertificateSigningRequest";

constexpr PartStrategy kParts[] = {
    {kCertificateRequest, "", prepare_certificate_request},
    {kCertificateRequest, "approval", prepare_approval},
    {kCertificateRequest, "status", prepare_certificate_status},
    {kPod, "ephemeralcontainers", prepare_ephemeral_containers},
    {kPod, "resize", prepare_resize},
    {"io.k8s.api.core.v1.Namespace", "finalize", prepare_finalize},
};

}  // namespace

void prepare_part(const PartWrite& write, json::Value& object, const json::Value& old) {
  for (const PartStrategy& part : kParts) {
    if (write.kind.custom == nullptr && part.subresource == write.subresource &&
        part.schema == write.kind.schema->name) {
      return part.prepare(write, object, old);
    }
  }
  if (write.subresource == "status") {
    prepare_status_update(write.kind, object, old);
  } else {
    prepare_update(write.kind, object, old);
  }
}

}  // namespace sluice::api
