// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/worker_pool.h"
#include "images/store.h"
#include "kubelet/images/pull_policy.h"
#include "kubelet/pod_status.h"
#include "runtime/event_recorder.h"

namespace sluice::kubelet {

// Why a pod cannot have its images yet.
struct ImagesNotYet {
  Waiting waiting;
  Duration again{};  // not before this; 0: when woken
};

// Gets pods the images they need. Asking never waits for a registry: pulls run on threads of their
// own, and the pod is looked at again when one has ended. A failed pull is tried again after 10 s,
// 20 s, … up to 5 min. Thread-safe; `store` and the recorder outlive it.
class PodImages {
 public:
  using ByReference = std::map<std::string, images::Image>;
  struct Answer {
    std::optional<ImagesNotYet> not_yet;
    ByReference images;  // all of them, when there is no not_yet
  };
  struct Parts {
    images::ImageStore& store;
    Clock& clock;
    runtime::EventRecorder& events;
    std::function<void(const std::string& uid)> wake;
  };

  explicit PodImages(Parts parts);
  ~PodImages() { stop(); }

  Answer ask(const json::Value& pod, const images::Credentials& credentials);
  std::set<std::string> held() const;   // ids of the images that were pulled for pods
  void forget(const std::string& uid);  // its pulls may end by themselves
  void stop();                          // ends what is being pulled; idempotent

 private:
  struct Pull {
    bool running = false;
    unsigned failures = 0;
    std::optional<Error> error;  // of the last one
    SteadyTime shown_until{};    // the failure itself; then that the next try waits
    SteadyTime not_before{};
    std::optional<images::Image> image;
  };
  using PullKey = std::pair<std::string, std::string>;  // uid, reference

  std::optional<images::Image> present(const json::Value& pod, const ImageWish& wish,
                                       std::optional<ImagesNotYet>& problem);
  std::optional<ImagesNotYet> pull(const json::Value& pod, const ImageWish& wish,
                                   const images::Credentials& credentials,
                                   std::optional<images::Image>& image);
  // `pod` outlives the pull.
  std::function<void(const images::Progress&)> progress_of(const json::Value& pod,
                                                           const std::string& reference);
  void run_pull(const json::Value& pod, const ImageWish& wish,
                const images::Credentials& credentials);
  void finish(const PullKey& key, Result<images::Image> outcome);
  ImagesNotYet explain(const ImageWish& wish, const Pull& pull) const;

  Parts parts_;
  std::stop_source stop_;
  mutable std::mutex mutex_;
  std::map<PullKey, Pull> pulls_;
  WorkerPool pool_;  // last: its threads use everything above
};

}  // namespace sluice::kubelet
