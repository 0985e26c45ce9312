// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/image_pruner.h"

#include "base/log.h"
#include "kubelet/images/images_in_use.h"

namespace sluice::kubelet {

ImagePruner::ImagePruner(Parts parts, images::PrunePolicy policy, Duration interval)
    : parts_(std::move(parts)),
      policy_(std::move(policy)),
      repeated_(
          {.name = "image-prune", .interval = interval, .after_error = interval},
          [this] { return prune(); }, parts_.clock) {}

Result<void> ImagePruner::start() {
  const bool has_policy = policy_.unused_for || policy_.max_bytes;
  return parts_.store != nullptr && has_policy ? repeated_.start() : Result<void>{};
}

// What pods hold is asked for first: an image they get afterwards counts as just used.
Result<void> ImagePruner::prune() {
  images::PrunePolicy policy = policy_;
  policy.in_use = parts_.held();
  for (const std::filesystem::path& pods : parts_.pods) {
    TRY_ASSIGN(std::set<std::string> in_use, images_in_use(pods));
    policy.in_use.merge(in_use);
  }
  TRY_ASSIGN(const images::PruneReport done, parts_.store->prune(policy));
  for (const std::string& id : done.removed) {
    log::info("image removed", {{"image", id}});
  }
  return {};
}

}  // namespace sluice::kubelet
