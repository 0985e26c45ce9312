// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/directories.h"

#include <utility>

#include "base/files.h"
#include "controllers/volumes/claims.h"

namespace sluice::controllers::volumes {
namespace {

constexpr const char* kDirectory = "directory";

std::string folder(const std::string& ns, const std::string& name, const std::string& uid) {
  return ns + '-' + name + '-' + uid;
}

Result<void> check(const client::Object& claim) {
  if (claim.at("spec", "volumeMode").as_string() == "Block") {
    return fail(Code::kInvalid, "volumeMode Block is not supported: a directory is no device");
  }
  if (claim.find("spec", "selector") != nullptr) {
    return fail(Code::kInvalid, "claim.spec.selector is not supported for dynamic provisioning");
  }
  return {};
}

Result<std::filesystem::path> root_of(const client::Object& storage_class,
                                      const std::filesystem::path& standard) {
  for (const json::Member& parameter : storage_class.at("parameters").as_object()) {
    if (parameter.key != kDirectory) {
      return fail(Code::kInvalid, "unknown parameter \"" + parameter.key +
                                      "\" of the storage class: only \"directory\" is known");
    }
  }
  const std::string& given = storage_class.at("parameters", kDirectory).as_string();
  const std::filesystem::path root = given.empty() ? standard : std::filesystem::path(given);
  if (!root.is_absolute()) {
    return fail(Code::kInvalid,
                "the storage class's directory must be an absolute path, not \"" + given + "\"");
  }
  return root;
}

}  // namespace

Result<client::Object> Directories::provision(const client::Object& claim,
                                              const client::Object& storage_class) const {
  TRY(check(claim));
  TRY_ASSIGN(const std::filesystem::path root, root_of(storage_class, root_));
  const auto path = root / folder(api::ns(claim), api::name(claim), api::uid(claim));
  TRY(make_directory(path));
  const std::string& policy = storage_class.at("reclaimPolicy").as_string();
  const client::Object volume = json::Object{
      {"apiVersion", "v1"},
      {"kind", "PersistentVolume"},
      {"metadata", json::Object{{"name", "pvc-" + api::uid(claim)},
                                {"annotations", json::Object{{kProvisionedBy, kProvisioner}}}}},
      {"spec",
       json::Object{{"accessModes", claim.at("spec", "accessModes")},
                    {"capacity", json::Object{{"storage", requested(claim).to_string()}}},
                    {"hostPath", json::Object{{"path", path.string()}, {"type", "Directory"}}},
                    {"persistentVolumeReclaimPolicy", policy.empty() ? "Delete" : policy},
                    {"storageClassName", api::name(storage_class)},
                    {"volumeMode", "Filesystem"}}}};
  return with_claim(volume, claim);
}

Result<void> Directories::remove(const client::Object& volume) {
  const std::filesystem::path path = volume.at("spec", "hostPath", "path").as_string();
  const api::Key claim = claim_of(volume);
  const std::string expected =
      folder(claim.ns, claim.name, volume.at("spec", "claimRef", "uid").as_string());
  if (!path.is_absolute() || path.filename() != expected || path.lexically_normal() != path) {
    return fail(Code::kInvalid, "spec.hostPath.path " + path.string() +
                                    " was not made for this claim: remove it by hand");
  }
  return remove_tree(path);
}

}  // namespace sluice::controllers::volumes
