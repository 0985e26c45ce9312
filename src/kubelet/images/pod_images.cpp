// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/pod_images.h"

#include <cstdio>

#include "api/meta.h"
#include "base/log.h"
#include "runtime/backoff.h"

namespace sluice::kubelet {
namespace {

constexpr std::size_t kPullsAtOnce = 3;
constexpr std::size_t kPullsWaiting = 1000;
constexpr runtime::BackoffLimits kBackoff{std::chrono::seconds(10), std::chrono::minutes(5)};
constexpr Duration kLookAgain = std::chrono::seconds(10);  // whether somebody brought it
constexpr Duration kTellProgress = std::chrono::seconds(10);
constexpr Duration kShowFailure = std::chrono::seconds(2);  // before the wait for the next try

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

std::string seconds_text(Duration duration) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3gs", std::chrono::duration<double>(duration).count());
  return text;
}

}  // namespace

PodImages::PodImages(Parts parts)
    : parts_(std::move(parts)), pool_("image-pull", kPullsAtOnce, kPullsWaiting) {}

void PodImages::stop() {
  stop_.request_stop();
  pool_.stop();
}

std::set<std::string> PodImages::held() const {
  const std::scoped_lock lock(mutex_);
  std::set<std::string> ids;
  for (const auto& [key, pull] : pulls_) {
    if (pull.image) {
      ids.insert(pull.image->id);
    }
  }
  return ids;
}

void PodImages::forget(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(pulls_, [&](const auto& entry) { return entry.first.first == uid; });
}

PodImages::Answer PodImages::ask(const json::Value& pod, const images::Credentials& credentials) {
  Answer answer;
  for (const ImageWish& wish : image_wishes(pod)) {
    std::optional<ImagesNotYet> problem;
    std::optional<images::Image> image;
    if (wish.policy != "Always") {
      image = present(pod, wish, problem);
    }
    if (!image && !problem) {
      problem = pull(pod, wish, credentials, image);
    }
    if (problem && (!answer.not_yet || answer.not_yet->waiting.reason == "ContainerCreating")) {
      answer.not_yet = std::move(problem);  // a failure tells more than a pull under way
    }
    if (image) {
      answer.images.emplace(wish.reference, std::move(*image));
    }
  }
  return answer;
}

std::optional<images::Image> PodImages::present(const json::Value& pod, const ImageWish& wish,
                                                std::optional<ImagesNotYet>& problem) {
  {
    const std::scoped_lock lock(mutex_);
    const auto known = pulls_.find({api::uid(pod), wish.reference});
    if (known != pulls_.end() && known->second.image) {
      return known->second.image;  // pulled for this very pod: its event said so
    }
  }
  auto found = parts_.store.find(wish.reference);
  if (!found && found.error().code == Code::kInvalid) {
    problem = ImagesNotYet{{"InvalidImageName", found.error().message, wish.container}, kLookAgain};
    parts_.events.record(pod, {"Warning", "InspectFailed",
                               "Failed to apply default image tag " + quoted(wish.reference) +
                                   ": " + found.error().message});
    return std::nullopt;
  }
  if (found && *found) {
    parts_.events.record(pod,
                         {.reason = "Pulled",
                          .message = "Container image " + quoted(wish.reference) +
                                     " already present on machine and can be accessed by the pod"});
    return std::move(**found);
  }
  if (wish.policy == "Never") {
    const std::string message =
        "Container image " + quoted(wish.reference) + " is not present with pull policy of Never";
    problem = ImagesNotYet{{"ErrImageNeverPull", message, wish.container}, kLookAgain};
    parts_.events.record(pod, {"Warning", "ErrImageNeverPull", message});
  }
  return std::nullopt;
}

std::optional<ImagesNotYet> PodImages::pull(const json::Value& pod, const ImageWish& wish,
                                            const images::Credentials& credentials,
                                            std::optional<images::Image>& image) {
  const std::scoped_lock lock(mutex_);
  Pull& state = pulls_[{api::uid(pod), wish.reference}];
  if (state.image) {
    image = state.image;
    return std::nullopt;
  }
  if (!state.running && parts_.clock.steady() >= state.not_before) {
    parts_.events.record(
        pod, {.reason = "Pulling", .message = "Pulling image " + quoted(wish.reference)});
    state.running =
        pool_.submit([this, pod, wish, credentials] { run_pull(pod, wish, credentials); });
  } else if (!state.running && state.failures > 0 && parts_.clock.steady() >= state.shown_until) {
    parts_.events.record(
        pod, {.reason = "BackOff", .message = "Back-off pulling image " + quoted(wish.reference)});
  }
  return explain(wish, state);
}

ImagesNotYet PodImages::explain(const ImageWish& wish, const Pull& pull) const {
  if (!pull.error) {
    return {{"ContainerCreating", "pulling image " + quoted(wish.reference), wish.container},
            Duration(0)};
  }
  const SteadyTime now = parts_.clock.steady();
  if (pull.running || now >= pull.not_before) {
    return {{"ErrImagePull", pull.error->message, wish.container}, Duration(0)};
  }
  if (now < pull.shown_until) {
    return {{"ErrImagePull", pull.error->message, wish.container}, pull.shown_until - now};
  }
  return {{"ImagePullBackOff",
           "Back-off pulling image " + quoted(wish.reference) +
               ": ErrImagePull: " + pull.error->message,
           wish.container},
          pull.not_before - now};
}

// Pulls that take long tell how far they are; short ones are over before.
std::function<void(const images::Progress&)> PodImages::progress_of(const json::Value& pod,
                                                                    const std::string& reference) {
  return [this, &pod, reference,
          next = parts_.clock.steady() + kTellProgress](const images::Progress& now) mutable {
    if (parts_.clock.steady() < next) {
      return;
    }
    next = parts_.clock.steady() + kTellProgress;
    const std::int64_t share = now.bytes_total > 0 ? 100 * now.bytes_done / now.bytes_total : 0;
    parts_.events.record(
        pod,
        {.reason = "Pulling",
         .message = "Pulling image " + quoted(reference) + ": " + std::to_string(share) + "% of " +
                    std::to_string(now.bytes_total) + " bytes, " + std::to_string(now.layers_done) +
                    " of " + std::to_string(now.layers_total) + " layers"});
  };
}

void PodImages::run_pull(const json::Value& pod, const ImageWish& wish,
                         const images::Credentials& credentials) {
  const SteadyTime start = parts_.clock.steady();
  Result<images::Image> outcome = parts_.store.pull(
      {wish.reference, credentials, progress_of(pod, wish.reference), stop_.get_token()});
  if (outcome) {
    const std::string took = seconds_text(parts_.clock.steady() - start);
    parts_.events.record(
        pod, {.reason = "Pulled",
              .message = "Successfully pulled image " + quoted(wish.reference) + " in " + took +
                         " (" + took + " including waiting). Image size: " +
                         std::to_string(outcome->size) + " bytes."});
  } else {
    parts_.events.record(
        pod, {"Warning", "Failed",
              "Failed to pull image " + quoted(wish.reference) + ": " + outcome.error().message});
    parts_.events.record(pod, {"Warning", "Failed", "Error: ErrImagePull"});
  }
  finish({api::uid(pod), wish.reference}, std::move(outcome));
  parts_.wake(api::uid(pod));
}

void PodImages::finish(const PullKey& key, Result<images::Image> outcome) {
  const std::scoped_lock lock(mutex_);
  const auto found = pulls_.find(key);
  if (found == pulls_.end()) {
    return;  // the pod is gone
  }
  Pull& state = found->second;
  state.running = false;
  if (outcome) {
    state = {.image = std::move(*outcome)};
    return;
  }
  const SteadyTime now = parts_.clock.steady();
  state.error = outcome.error();
  state.shown_until = now + kShowFailure;
  state.not_before = now + kBackoff.after(++state.failures);
}

}  // namespace sluice::kubelet
