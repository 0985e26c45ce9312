// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_logs.h"

#include <algorithm>

#include "base/text.h"
#include "kubelet/pod_status.h"
#include "pod/cri_log.h"
#include "pod/tasks.h"

namespace sluice::kubelet {
namespace {

std::vector<std::string> container_names(const json::Value& pod, const char* list) {
  std::vector<std::string> names;
  for (const json::Value& container : pod.at("spec", list).as_array()) {
    names.push_back(container.at("name").as_string());
  }
  return names;
}

// Why a container that has no output file yet has none.
Error not_started(const json::Value& pod, const std::string& container) {
  std::string reason = "ContainerCreating";
  for (const json::Value& status : pod.at("status", "containerStatuses").as_array()) {
    const std::string& waiting = status.at("state", "waiting", "reason").as_string();
    if (status.at("name").as_string() == container && !waiting.empty()) {
      reason = waiting;
    }
  }
  return {Code::kBadRequest, "container \"" + container + "\" in pod \"" + api::name(pod) +
                                 "\" is waiting to start: " + reason};
}

}  // namespace

Result<std::string> choose_container(const json::Value& pod, const std::string& asked) {
  const auto names = container_names(pod, "containers");
  if (asked.empty()) {
    if (names.size() == 1) {
      return names.front();
    }
    return fail(Code::kBadRequest, "a container name must be specified for pod " + api::name(pod) +
                                       ", choose one of: [" + join(names, " ") + "]");
  }
  const auto has = [&](const char* list) {
    const auto all = container_names(pod, list);
    return std::find(all.begin(), all.end(), asked) != all.end();
  };
  if (!has("containers") && !has("initContainers") && !has("ephemeralContainers")) {
    return fail(Code::kBadRequest,
                "container " + asked + " is not valid for pod " + api::name(pod));
  }
  return asked;
}

Result<std::unique_ptr<Stream>> PodLogs::open(const api::Key& key,
                                              const client::LogQuery& options) {
  TRY_ASSIGN(const client::ObjectPtr pod, client_.get(api::kinds::pod(), key));
  TRY_ASSIGN(const std::string container, choose_container(*pod, options.container));
  const std::string& uid = api::uid(*pod);
  const pod::Attempt attempt{uid, files_.newest(uid)};
  const std::string printer =
      options.rank == 0 ? container : pod::rank_name(container, options.rank);
  LogStream::Source source{.path = options.previous
                                       ? pod::previous_log_path(files_.directory(attempt), printer)
                                       : pod::log_path(files_.directory(attempt), printer),
                           .since = options.since_time,
                           .is_over =
                               [this, key, attempt, container, previous = options.previous] {
                                 return previous || is_over(key, attempt, container);
                               },
                           .waker = waker_};
  if (options.since_seconds) {
    source.since = clock_.now() - std::chrono::seconds(*options.since_seconds);
  }
  auto stream = LogStream::open(options, std::move(source));
  if (!stream && stream.error().code == Code::kNotFound && options.previous) {
    return fail(Code::kBadRequest, "previous terminated container \"" + container + "\" in pod \"" +
                                       api::name(*pod) + "\" not found");
  }
  if (!stream && stream.error().code == Code::kNotFound && options.rank != 0) {
    return fail(Code::kBadRequest, "container \"" + container + "\" in pod \"" + api::name(*pod) +
                                       "\" has no log of rank " + std::to_string(options.rank));
  }
  if (!stream && stream.error().code == Code::kNotFound) {
    return tl::unexpected(not_started(*pod, container));
  }
  return stream;
}

bool PodLogs::is_over(const api::Key& key, const pod::Attempt& attempt,
                      const std::string& container) {
  if (const auto report = files_.read_report(attempt)) {
    const pod::ContainerStatus* status = find_status(*report, container);
    if (report->finished ||
        (status != nullptr && status->state == pod::ContainerState::kTerminated)) {
      return true;
    }
  }
  const auto pod = client_.get(api::kinds::pod(), key);
  return !pod || api::uid(**pod) != attempt.uid || is_terminal(**pod);
}

}  // namespace sluice::kubelet
