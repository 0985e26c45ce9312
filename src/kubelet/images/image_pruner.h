// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "images/store.h"
#include "runtime/repeated.h"

namespace sluice::kubelet {

// Removes images by the site's policy, again and again, but none that a pod here has or waits for.
// One thread of its own, and only where there is a policy.
class ImagePruner {
 public:
  struct Parts {
    images::ImageStore* store;  // null pointer: there are no images
    Clock& clock;
    std::vector<std::filesystem::path> pods;      // their attempts' specs name images
    std::function<std::set<std::string>()> held;  // ids that pods to be started have already
  };

  ImagePruner(Parts parts, images::PrunePolicy policy, Duration interval);

  Result<void> start();
  void request_stop() { repeated_.request_stop(); }
  bool await_stopped(SteadyTime deadline) { return repeated_.await_stopped(deadline); }

  Result<void> prune();  // now

 private:
  const Parts parts_;
  const images::PrunePolicy policy_;
  runtime::Repeated repeated_;  // last: its thread uses everything above
};

}  // namespace sluice::kubelet
