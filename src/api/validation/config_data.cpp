// SPDX-License-Identifier: Apache-2.0
// ConfigMap and Secret: maps of named data, bounded in size, that can be sealed.
#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::size_t kMaxBytes = 1U << 20U;

std::size_t check_keys(const json::Value& data, const FieldPath& at, Faults& faults) {
  std::size_t bytes = 0;
  for (const json::Member& entry : data.as_object()) {
    bytes += entry.value.as_string().size();
    if (const std::string fault = config_key_fault(entry.key); !fault.empty()) {
      faults.invalid(at.key(entry.key), entry.key, fault);
    }
  }
  return bytes;
}

// Data of a secret must not show up in an error message, so values are not repeated here.
void check_sealed(const json::Value& object, const json::Value& old, const char* const* members,
                  Faults& faults) {
  if (!old.at("immutable").as_bool()) {
    return;
  }
  const FieldPath root;
  if (!object.at("immutable").as_bool()) {
    faults.forbidden(root.child("immutable"), "field is immutable when `immutable` is set");
  }
  for (; *members != nullptr; ++members) {
    if (!(object.at(*members) == old.at(*members))) {
      faults.forbidden(root.child(*members), "field is immutable when `immutable` is set");
    }
  }
}

struct RequiredKeys {
  std::string_view type;
  std::string_view keys[2];
};
constexpr RequiredKeys kRequiredKeys[] = {
    {"kubernetes.io/tls", {"tls.crt", "tls.key"}},
    {"kubernetes.io/dockerconfigjson", {".dockerconfigjson", ""}},
    {"kubernetes.io/dockercfg", {".dockercfg", ""}},
    {"kubernetes.io/ssh-auth", {"ssh-privatekey", ""}},
};

// What must be readable in secrets of certain types, without a word of it in the message.
void check_credentials(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& type = object.at("type").as_string();
  const json::Value& data = object.at("data");
  for (const auto& [docker, key] :
       {std::pair("kubernetes.io/dockercfg", ".dockercfg"),
        std::pair("kubernetes.io/dockerconfigjson", ".dockerconfigjson")}) {
    const auto text = base64_decode(data.at(key).as_string());
    const auto parsed = text ? json::parse(*text) : Result<json::Value>();
    if (type == docker && data.find(key) != nullptr && !parsed) {
      faults.invalid(at.key(key), "<secret contents redacted>", parsed.error().message);
    }
  }
  if (type == "kubernetes.io/basic-auth" && data.find("username") == nullptr &&
      data.find("password") == nullptr) {
    faults.required(at.key("username"));
    faults.required(at.key("password"));
  }
  constexpr std::string_view kAccount = "kubernetes.io/service-account.name";
  if (type == "kubernetes.io/service-account-token" &&
      object.at("metadata", "annotations", kAccount).as_string().empty()) {
    const FieldPath root;
    const FieldPath metadata = root.child("metadata");
    const FieldPath annotations = metadata.child("annotations");
    faults.required(annotations.key(kAccount));
  }
}

}  // namespace

void check_config_map(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath binary_at = root.child("binaryData");
  std::size_t bytes = check_keys(object.at("data"), root.child("data"), faults);
  bytes += check_keys(object.at("binaryData"), binary_at, faults);
  for (const json::Member& entry : object.at("binaryData").as_object()) {
    if (object.find("data", entry.key) != nullptr) {
      faults.invalid(root.child("data").key(entry.key), entry.key,
                     "duplicate of key present in binaryData");
    }
  }
  if (bytes > kMaxBytes) {
    faults.too_long(root, kMaxBytes);
  }
}

void check_config_map_update(const json::Value& object, const json::Value& old, Faults& faults) {
  static constexpr const char* kSealed[] = {"data", "binaryData", nullptr};
  check_sealed(object, old, kSealed, faults);
}

void check_secret(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("data");
  const std::size_t bytes = check_keys(object.at("data"), at, faults) / 4 * 3;
  if (bytes > kMaxBytes) {
    faults.too_long(at, kMaxBytes);
  }
  for (const RequiredKeys& required : kRequiredKeys) {
    for (const std::string_view key : required.keys) {
      if (required.type == object.at("type").as_string() && !key.empty() &&
          object.find("data", key) == nullptr) {
        faults.required(at.key(key));
      }
    }
  }
  check_credentials(object, at, faults);
}

void check_revision_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  faults.immutable(root.child("data"), object.at("data"), old.at("data"));
}

void check_quota_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  faults.immutable(at.child("scopes"), object.at("spec", "scopes"), old.at("spec", "scopes"));
}

void check_secret_update(const json::Value& object, const json::Value& old, Faults& faults) {
  static constexpr const char* kSealed[] = {"data", nullptr};
  check_sealed(object, old, kSealed, faults);
  const FieldPath root;
  faults.immutable(root.child("type"), object.at("type"), old.at("type"));
}

}  // namespace sluice::api
