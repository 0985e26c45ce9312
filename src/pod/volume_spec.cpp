// SPDX-License-Identifier: Apache-2.0
#include "pod/volume_spec.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sluice::pod {
namespace {

constexpr std::array<std::pair<VolumeKind, std::string_view>, 5> kKinds{
    {{VolumeKind::kFiles, "files"},
     {VolumeKind::kEmpty, "empty"},
     {VolumeKind::kMemory, "memory"},
     {VolumeKind::kHost, "host"},
     {VolumeKind::kImage, "image"}}};

std::string_view to_string(VolumeKind kind) {
  return kKinds[static_cast<std::size_t>(kind)].second;
}

VolumeKind kind_from(std::string_view text) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                  [&](const auto& row) { return row.second == text; });
  return found == kKinds.end() ? VolumeKind::kFiles : found->first;
}

}  // namespace

json::Value to_json(const std::vector<Volume>& volumes) {
  json::Array items;
  for (const Volume& volume : volumes) {
    json::Value& item = items.emplace_back(json::Object{{"name", volume.name},
                                                        {"kind", to_string(volume.kind)},
                                                        {"path", volume.path},
                                                        {"hostType", volume.host_type},
                                                        {"sizeLimit", volume.size_limit},
                                                        {"readOnly", volume.read_only}});
    if (volume.group) {
      item["group"] = *volume.group;
    }
  }
  return items;
}

std::vector<Volume> volumes_from_json(const json::Value& items) {
  std::vector<Volume> volumes;
  for (const json::Value& item : items.as_array()) {
    Volume& volume = volumes.emplace_back();
    volume.name = item.at("name").as_string();
    volume.kind = kind_from(item.at("kind").as_string());
    volume.path = item.at("path").as_string();
    volume.host_type = item.at("hostType").as_string();
    volume.size_limit = item.at("sizeLimit").as_int();
    volume.read_only = item.at("readOnly").as_bool();
    if (const json::Value* group = item.find("group")) {
      volume.group = group->as_int();
    }
  }
  return volumes;
}

json::Value to_json(const std::vector<VolumeMount>& mounts) {
  json::Array items;
  for (const VolumeMount& mount : mounts) {
    items.emplace_back(json::Object{{"volume", mount.volume},
                                    {"target", mount.target},
                                    {"subPath", mount.sub_path},
                                    {"readOnly", mount.read_only},
                                    {"propagation", mount.propagation}});
  }
  return items;
}

std::vector<VolumeMount> mounts_from_json(const json::Value& items) {
  std::vector<VolumeMount> mounts;
  for (const json::Value& item : items.as_array()) {
    mounts.push_back({.volume = item.at("volume").as_string(),
                      .target = item.at("target").as_string(),
                      .sub_path = item.at("subPath").as_string(),
                      .read_only = item.at("readOnly").as_bool(),
                      .propagation = item.at("propagation").as_string()});
  }
  return mounts;
}

}  // namespace sluice::pod
