// SPDX-License-Identifier: Apache-2.0
#include "clusters/keys.h"

#include "api/meta.h"
#include "base/fnv.h"
#include "base/random.h"
#include "base/text.h"
#include "clusters/objects.h"

namespace sluice::clusters {
namespace {

// In the Secret itself, for those only who may read the keys anyway.
constexpr const char* kContent = "sluice.dev/content";
constexpr const char* kRevision = "sluice.dev/keys-revision";
constexpr const char* kRotation = "sluice.dev/rotation";
constexpr const char* kAdopted = "sluice.dev/adopted";

constexpr std::size_t kTrustBytes = 128;  // of munge or auth/slurm
constexpr std::size_t kJwtBytes = 32;
constexpr std::size_t kPasswordDigits = 32;

std::string content_of(const json::Value& data) {
  std::string all;
  for (const char* key : {"munge.key", "slurm.key", "jwt.key", "database-password"}) {
    if (data.find(key) != nullptr) {
      all += data.at(key).as_string() + "\n";
    }
  }
  return fnv1a_digits(all, 16);
}

json::Value secret_with(const Cluster& cluster, json::Value data, const std::string& rotation) {
  const json::Value annotations = json::Object{
      {kContent, content_of(data)}, {kRevision, random_hex(10)}, {kRotation, rotation}};
  return json::Object{
      {"apiVersion", "v1"},
      {"kind", "Secret"},
      {"metadata", json::Object{{"name", cluster.component("keys")},
                                {"namespace", cluster.ns},
                                {"annotations", annotations},
                                {"labels", json::Object{{kClusterLabel, cluster.name}}}}},
      {"type", "Opaque"},
      {"data", std::move(data)}};
}

}  // namespace

std::string trust_key(const Cluster& cluster) {
  return cluster.auth + ".key";
}

json::Value new_keys(const Cluster& cluster, const std::string& rotation) {
  return secret_with(
      cluster,
      json::Object{{trust_key(cluster), base64_encode(random_bytes(kTrustBytes))},
                   {"jwt.key", base64_encode(random_bytes(kJwtBytes))},
                   {"database-password", base64_encode(random_hex(kPasswordDigits))}},
      rotation);
}

Result<Keys> read_keys(const json::Value& secret) {
  const json::Value& data = secret.at("data");
  const char* trust = data.find("slurm.key") == nullptr ? "munge.key" : "slurm.key";
  for (const char* key : {trust, "jwt.key", "database-password"}) {
    if (data.at(key).as_string().empty()) {
      return fail(Code::kInvalid, "Secret " + api::name(secret) + ": " + key + " is missing");
    }
  }
  if (api::annotation(secret, kContent) != content_of(data)) {
    return fail(Code::kConflict, "Secret " + api::name(secret) +
                                     ": changed by hand; annotate the SlurmCluster with " +
                                     kAdoptAnnotation +
                                     "=true to use what is in it (with another word where it says "
                                     "so already), or with another value of " +
                                     kRotateAnnotation + " to have new keys made");
  }
  TRY_ASSIGN(std::string password, base64_decode(data.at("database-password").as_string()));
  return Keys{api::annotation(secret, kRevision), std::move(password), data.at(trust).as_string(),
              adoption_of(secret)};
}

json::Value adopted(const Cluster& cluster, const json::Value& secret,
                    const std::string& rotation, const std::string& word) {
  json::Value taken = secret_with(cluster, secret.at("data"), rotation);
  taken["metadata"]["annotations"][kAdopted] = word;
  return taken;
}

const std::string& adoption_of(const json::Value& secret) {
  return api::annotation(secret, kAdopted);
}

const std::string& rotation_of(const json::Value& secret) {
  return api::annotation(secret, kRotation);
}

}  // namespace sluice::clusters
