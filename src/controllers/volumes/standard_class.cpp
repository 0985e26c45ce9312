// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/standard_class.h"

#include "controllers/volumes/directories.h"

namespace sluice::controllers::volumes {

Result<void> publish_class(client::Client& client) {
  const client::Object document = json::Object{
      {"apiVersion", "storage.k8s.io/v1"},
      {"kind", "StorageClass"},
      {"metadata",
       json::Object{
           {"name", "sluice"},
           {"annotations", json::Object{{"storageclass.kubernetes.io/is-default-class", "true"}}}}},
      {"provisioner", Directories::kProvisioner},
      {"allowVolumeExpansion", true}};
  const auto created = client.create(api::kinds::storage_class(), document);
  if (!created && created.error().code != Code::kAlreadyExists) {
    return tl::unexpected(with_context(created.error(), "storage class sluice"));
  }
  return {};
}

}  // namespace sluice::controllers::volumes
