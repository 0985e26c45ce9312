// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/resolve_volumes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "api/meta.h"
#include "json/quantity.h"

namespace sluice::kubelet {
namespace {

constexpr std::array<std::string_view, 5> kMadeByRunner{
    "emptyDir", "hostPath", "persistentVolumeClaim", "ephemeral", "image"};
constexpr const char* kKnown =
    "configMap, secret, downwardAPI, projected, emptyDir, hostPath, persistentVolumeClaim, "
    "ephemeral and image are";

Result<pod::Volume> empty_directory(const json::Value& source) {
  pod::Volume result;
  result.kind = source.at("medium").as_string() == "Memory" ? pod::VolumeKind::kMemory
                                                            : pod::VolumeKind::kEmpty;
  if (const json::Value* limit = source.find("sizeLimit")) {
    TRY_ASSIGN(const json::Quantity size, json::Quantity::from(*limit));
    result.size_limit = size.value();
  }
  return result;
}

pod::Volume host_path(const json::Value& source) {
  return {.kind = pod::VolumeKind::kHost,
          .path = source.at("path").as_string(),
          .host_type = source.at("type").as_string()};
}

Result<pod::Volume> persistent(const json::Value& volume) {
  const json::Value& spec = volume.at("spec");
  if (const json::Value* path = spec.find("hostPath")) {
    return host_path(*path);
  }
  if (const json::Value* local = spec.find("local")) {
    return pod::Volume{.kind = pod::VolumeKind::kHost, .path = local->at("path").as_string()};
  }
  return fail(Code::kUnsupported,
              "persistentvolume \"" + api::name(volume) + "\" is neither of hostPath nor of local");
}

Result<pod::Volume> claimed(PodObjects& objects, const std::string& name, bool read_only) {
  TRY_ASSIGN(const client::ObjectPtr claim,
             objects.get(api::kinds::persistent_volume_claim(), name));
  if (claim->at("status", "phase").as_string() != "Bound") {
    return fail(Code::kNotFound, "persistentvolumeclaim \"" + name + "\" is not bound yet");
  }
  TRY_ASSIGN(
      const client::ObjectPtr volume,
      objects.get(api::kinds::persistent_volume(), claim->at("spec", "volumeName").as_string()));
  TRY_ASSIGN(pod::Volume result, persistent(*volume));
  result.read_only = read_only;
  return result;
}

Result<pod::Volume> made_by_runner(PodObjects& objects, const json::Value& volume) {
  if (const json::Value* source = volume.find("emptyDir")) {
    return empty_directory(*source);
  }
  if (const json::Value* source = volume.find("hostPath")) {
    return host_path(*source);
  }
  if (const json::Value* source = volume.find("persistentVolumeClaim")) {
    return claimed(objects, source->at("claimName").as_string(), source->at("readOnly").as_bool());
  }
  if (volume.find("ephemeral") != nullptr) {
    return claimed(objects, api::name(objects.pod()) + "-" + volume.at("name").as_string(), false);
  }
  return pod::Volume{.kind = pod::VolumeKind::kImage, .read_only = true};
}

Error about(const json::Value& volume, const Error& error) {
  return with_context(error, "volume \"" + volume.at("name").as_string() + "\"");
}

}  // namespace

Result<void> check_volume(const json::Value& volume) {
  const bool known = has_files(volume) || std::any_of(kMadeByRunner.begin(), kMadeByRunner.end(),
                                                      [&](std::string_view sort) {
                                                        return volume.find(sort) != nullptr;
                                                      });
  if (!known) {
    return tl::unexpected(
        about(volume,
              {Code::kUnsupported, volume_sort(volume) + " volumes are not supported; " + kKnown}));
  }
  return {};
}

Result<void> ResolvedVolumes::show_images(const json::Value& pod,
                                          const std::map<std::string, images::Image>& images) {
  for (const json::Value& source : pod.at("spec", "volumes").as_array()) {
    for (pod::Volume& volume : volumes) {
      if (volume.kind == pod::VolumeKind::kImage && volume.name == source.at("name").as_string()) {
        const auto image = images.find(source.at("image", "reference").as_string());
        if (image == images.end()) {
          return tl::unexpected(about(source, {Code::kInternal, "its image was not looked for"}));
        }
        volume.path = image->second.root;
      }
    }
  }
  return {};
}

Result<std::map<std::string, VolumeFiles>> current_files(PodObjects& objects, Tokens& tokens) {
  std::map<std::string, VolumeFiles> all;
  for (const json::Value& volume : objects.pod().at("spec", "volumes").as_array()) {
    if (!has_files(volume)) {
      continue;
    }
    auto files = volume_files(volume, objects, tokens);
    if (!files) {
      return tl::unexpected(about(volume, files.error()));
    }
    all[volume.at("name").as_string()] = std::move(*files);
  }
  return all;
}

Result<ResolvedVolumes> resolve_volumes(PodObjects& objects, Tokens& tokens) {
  ResolvedVolumes result;
  const json::Value* group = objects.pod().find("spec", "securityContext", "fsGroup");
  for (const json::Value& volume : objects.pod().at("spec", "volumes").as_array()) {
    TRY(check_volume(volume));
    Result<pod::Volume> made = has_files(volume)
                                   ? pod::Volume{.kind = pod::VolumeKind::kFiles, .read_only = true}
                                   : made_by_runner(objects, volume);
    if (!made) {
      return tl::unexpected(about(volume, made.error()));
    }
    made->name = volume.at("name").as_string();
    if (group != nullptr && volume.find("hostPath") == nullptr) {
      made->group = group->as_int();
    }
    result.volumes.push_back(std::move(*made));
  }
  TRY_ASSIGN(result.files, current_files(objects, tokens));
  return result;
}

}  // namespace sluice::kubelet
