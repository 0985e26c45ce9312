// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/refresher.h"

#include <algorithm>
#include <set>

#include "api/meta.h"
#include "base/files.h"
#include "base/log.h"
#include "kubelet/pod_status.h"
#include "kubelet/volumes/resolve_volumes.h"
#include "kubelet/volumes/swapped_tree.h"
#include "pod/pod_volumes.h"

namespace sluice::kubelet {
namespace {

std::size_t digest(const std::map<std::string, VolumeFiles>& all) {
  std::size_t sum = 0;
  const auto mix = [&](std::string_view text) {
    sum = sum * 1099511628211U + std::hash<std::string_view>()(text);
  };
  for (const auto& [volume, files] : all) {
    mix(volume);
    for (const auto& [path, file] : files) {
      mix(path);
      mix(file.content);
    }
  }
  return sum;
}

bool has_any_files(const client::Object& pod) {
  const json::Array& volumes = pod.at("spec", "volumes").as_array();
  return std::any_of(volumes.begin(), volumes.end(), has_files);
}

}  // namespace

Result<void> write_volumes(const std::filesystem::path& attempt_dir, const json::Value& pod,
                           const std::map<std::string, VolumeFiles>& all) {
  const json::Value* group = pod.find("spec", "securityContext", "fsGroup");
  TRY(make_directory(pod::files_directory(attempt_dir, "")));  // private, whatever is below it
  for (const auto& [volume, files] : all) {
    TRY(show_files(pod::files_directory(attempt_dir, volume), files,
                   group == nullptr ? std::nullopt : std::optional(group->as_int())));
  }
  return {};
}

VolumeRefresher::VolumeRefresher(Parts parts, Duration interval)
    : parts_(std::move(parts)),
      repeated_(
          {.name = "volumes", .interval = interval},
          [this]() -> Result<void> {
            refresh();
            return {};
          },
          parts_.clock) {}

void VolumeRefresher::refresh() {
  std::set<std::string> living;
  for (const client::ObjectPtr& pod : parts_.pods()) {
    if (!is_terminal(*pod) && has_any_files(*pod)) {
      living.insert(api::uid(*pod));
      refresh(*pod);
    }
  }
  std::erase_if(shown_, [&](const auto& entry) { return !living.contains(entry.first); });
}

void VolumeRefresher::refresh(const client::Object& pod) {
  const pod::Attempt attempt{api::uid(pod), parts_.files.newest(api::uid(pod))};
  if (attempt.number == 0 || !parts_.files.has_spec(attempt)) {
    return;  // whoever prepares it writes what is current, and nobody else may meanwhile
  }
  PodObjects objects(parts_.client, pod);
  const auto files = current_files(objects, parts_.tokens);
  if (!files) {
    return;
  }
  const std::size_t now = digest(*files);
  const auto known = shown_.find(attempt.uid);
  if (known != shown_.end() && known->second == now) {
    return;
  }
  const auto written = write_volumes(parts_.files.directory(attempt), pod, *files);
  if (!written) {
    log::warning("a pod's volumes could not be brought up to date",
                 {{"pod", api::to_string(api::key(pod))}, {"error", written.error().message}});
    return;
  }
  shown_[attempt.uid] = now;
}

}  // namespace sluice::kubelet
