// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/pull_policy.h"

#include <algorithm>

namespace sluice::kubelet {
namespace {

Result<void> add_secret(const json::Value& secret, images::Credentials& into) {
  TRY_ASSIGN(const auto config, entry_of(api::kinds::secret(), secret, ".dockerconfigjson"));
  if (config) {
    return into.add_docker_config_json(*config);
  }
  TRY_ASSIGN(const auto old, entry_of(api::kinds::secret(), secret, ".dockercfg"));
  if (old) {
    return into.add_dockercfg(*old);
  }
  return fail(Code::kInvalid, "it has neither .dockerconfigjson nor .dockercfg");
}

}  // namespace

std::vector<ImageWish> image_wishes(const json::Value& pod) {
  std::vector<ImageWish> wishes;
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      const std::string& reference = container.at("image").as_string();
      const std::string& policy = container.at("imagePullPolicy").as_string();
      const auto same = std::find_if(wishes.begin(), wishes.end(), [&](const ImageWish& wish) {
        return wish.reference == reference;
      });
      if (same == wishes.end()) {
        wishes.push_back({container.at("name").as_string(), reference, policy});
      } else if (policy == "Always") {
        same->policy = policy;
      }
    }
  }
  return wishes;
}

Result<images::Credentials> pull_credentials(PodObjects& objects, std::string& problem) {
  images::Credentials credentials;
  for (const json::Value& reference : objects.pod().at("spec", "imagePullSecrets").as_array()) {
    const std::string& name = reference.at("name").as_string();
    TRY_ASSIGN(const client::ObjectPtr secret, objects.find(api::kinds::secret(), name));
    const Result<void> added = secret == nullptr ? fail(Code::kNotFound, "there is none")
                                                 : add_secret(*secret, credentials);
    if (!added) {
      problem = "image pull secret \"" + name + "\": " + added.error().message;
    }
  }
  return credentials;
}

}  // namespace sluice::kubelet
