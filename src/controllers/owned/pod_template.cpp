// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/pod_template.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/random.h"
#include "json/text.h"

namespace sluice::controllers::owned {
namespace {

// FNV-1a, which Kubernetes uses for this too.
class Digest {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      value_ = (value_ ^ static_cast<unsigned char>(c)) * 16777619U;
    }
  }
  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 2166136261U;
};

void add(Digest& digest, const json::Value& value) {
  if (value.is_object()) {
    std::vector<const json::Member*> members;
    for (const json::Member& member : value.as_object()) {
      members.push_back(&member);
    }
    std::sort(members.begin(), members.end(),
              [](const auto* a, const auto* b) { return a->key < b->key; });
    digest.add("{");
    for (const json::Member* member : members) {
      digest.add(member->key + ":");
      add(digest, member->value);
    }
    digest.add("}");
  } else if (value.is_array()) {
    digest.add("[");
    for (const json::Value& item : value.as_array()) {
      add(digest, item);
    }
    digest.add("]");
  } else {
    digest.add(json::write(value) + ",");
  }
}

// Decimal digits in an alphabet without vowels and without 0, 1 and 3.
std::string encode(std::uint32_t number) {
  constexpr std::string_view kAlphabet = "bcdfghjklmnpqrstvwxz2456789";
  std::string text = std::to_string(number);
  for (char& c : text) {
    c = kAlphabet[static_cast<unsigned char>(c) % kAlphabet.size()];
  }
  return text;
}

}  // namespace

client::Object new_pod(const client::Object& owner, const json::Value& pattern,
                       const std::string& name) {
  json::Value metadata = json::Object{
      {"name", name}, {"generateName", api::name(owner) + "-"}, {"namespace", api::ns(owner)}};
  for (const char* field : {"labels", "annotations", "finalizers"}) {
    if (const json::Value* given = pattern.find("metadata", field)) {
      metadata[field] = *given;
    }
  }
  metadata["ownerReferences"] = json::Array{api::controller_reference(owner)};
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Pod"},
                      {"metadata", std::move(metadata)},
                      {"spec", pattern.at("spec")}};
}

std::string new_pod_name(const std::string& owner_name) {
  constexpr std::size_t kMaxBase = 58;  // 63 less the suffix
  return (owner_name + "-").substr(0, kMaxBase) + random_name_suffix();
}

std::string fingerprint(const json::Value& value, std::int64_t collisions) {
  Digest digest;
  add(digest, value);
  if (collisions > 0) {
    digest.add(std::to_string(collisions));
  }
  return encode(digest.value());
}

}  // namespace sluice::controllers::owned
