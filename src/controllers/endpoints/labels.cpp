// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/labels.h"

#include "controllers/endpoints/service_pods.h"

namespace sluice::controllers::endpoints {

json::Value labels_from(const client::Object& service) {
  json::Value labels = json::Object(service.at("metadata", "labels").as_object());
  for (const char* own : {kServiceNameLabel, kManagedByLabel, kHeadlessLabel}) {
    labels.erase(own);
  }
  if (is_headless(service)) {
    labels[kHeadlessLabel] = "";
  }
  return labels;
}

}  // namespace sluice::controllers::endpoints
