// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/pull_policy.h"

#include <algorithm>

#include "api/config_entry.h"

namespace sluice::kubelet {
namespace {

Result<void> add_secret(const json::Value& secret, images::Credentials& into) {
  TRY_ASSIGN(const auto config, api::entry_of(api::kinds::secret(), secret, ".dockerconfigjson"));
  if (config) {
    return into.add_docker_config_json(*config);
  }
  TRY_ASSIGN(const auto old, api::entry_of(api::kinds::secret(), secret, ".dockercfg"));
  if (old) {
    return into.add_dockercfg(*old);
  }
  return fail(Code::kInvalid, "it has neither .dockerconfigjson nor .dockercfg");
}

void add(std::vector<ImageWish>& wishes, ImageWish wish) {
  const auto same = std::find_if(wishes.begin(), wishes.end(), [&](const ImageWish& known) {
    return known.reference == wish.reference;
  });
  if (same == wishes.end()) {
    wishes.push_back(std::move(wish));
  } else if (wish.policy == "Always") {
    same->policy = wish.policy;
  }
}

}  // namespace

std::vector<ImageWish> image_wishes(const json::Value& pod) {
  std::vector<ImageWish> wishes;
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      add(wishes, {container.at("name").as_string(), container.at("image").as_string(),
                   container.at("imagePullPolicy").as_string()});
    }
  }
  for (const json::Value& volume : pod.at("spec", "volumes").as_array()) {
    if (const json::Value* image = volume.find("image")) {
      add(wishes, {"", image->at("reference").as_string(), image->at("pullPolicy").as_string()});
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
