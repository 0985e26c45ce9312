// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/volume_files.h"

#include <array>
#include <string_view>

#include "api/config_entry.h"
#include "kubelet/field_values.h"

namespace sluice::kubelet {
namespace {

constexpr int kDefaultMode = 0644;

mode_t mode_of(const json::Value& item, const json::Value& source, mode_t fallback) {
  const json::Value* own = item.find("mode");
  const json::Value* common = source.find("defaultMode");
  const json::Value* asked = own != nullptr ? own : common;
  return asked == nullptr ? fallback : static_cast<mode_t>(asked->as_int());
}

// The content of one volume while it is put together.
class Builder {
 public:
  Builder(PodObjects& objects, Tokens& tokens, mode_t mode)
      : objects_(objects), tokens_(tokens), mode_(mode) {}

  VolumeFiles take() { return std::move(files_); }

  Result<void> add_object(const api::Kind& kind, const std::string& name,
                          const json::Value& source) {
    TRY_ASSIGN(const client::ObjectPtr found, objects_.find(kind, name));
    if (found == nullptr && source.at("optional").as_bool()) {
      return {};
    }
    TRY(objects_.get(kind, name));
    if (source.at("items").as_array().empty()) {
      return add_all(kind, *found, source);
    }
    for (const json::Value& item : source.at("items").as_array()) {
      TRY(add_item(kind, *found, source, item));
    }
    return {};
  }

  Result<void> add_fields(const json::Value& source) {
    for (const json::Value& item : source.at("items").as_array()) {
      TRY_ASSIGN(std::string content, field(item));
      add(item.at("path").as_string(), std::move(content), mode_of(item, source, mode_));
    }
    return {};
  }

  Result<void> add_token(const json::Value& source) {
    TRY_ASSIGN(std::string token,
               tokens_.token(objects_.client(), objects_.pod(),
                             {.audience = source.at("audience").as_string(),
                              .seconds = source.at("expirationSeconds").as_int(3600)}));
    add(source.at("path").as_string(), std::move(token), mode_);
    return {};
  }

  Result<void> add_projected(const json::Value& source) {
    if (const json::Value* map = source.find("configMap")) {
      return add_object(api::kinds::config_map(), map->at("name").as_string(), *map);
    }
    if (const json::Value* secret = source.find("secret")) {
      return add_object(api::kinds::secret(), secret->at("name").as_string(), *secret);
    }
    if (const json::Value* fields = source.find("downwardAPI")) {
      return add_fields(*fields);
    }
    if (const json::Value* token = source.find("serviceAccountToken")) {
      return add_token(*token);
    }
    const std::string what =
        source.as_object().empty() ? "nothing" : source.as_object().begin()->key;
    return fail(Code::kUnsupported, "projected source " + what + " is not supported");
  }

 private:
  void add(const std::string& path, std::string content, mode_t mode) {
    files_[path] = {std::move(content), mode};
  }

  Result<void> add_all(const api::Kind& kind, const json::Value& object,
                       const json::Value& source) {
    for (const char* part : {"data", "binaryData"}) {
      for (const json::Member& member : object.at(part).as_object()) {
        TRY_ASSIGN(std::optional<std::string> content, api::entry_of(kind, object, member.key));
        add(member.key, content.value_or(""), mode_of({}, source, mode_));
      }
    }
    return {};
  }

  Result<void> add_item(const api::Kind& kind, const json::Value& object, const json::Value& source,
                        const json::Value& item) {
    const std::string& key = item.at("key").as_string();
    TRY_ASSIGN(std::optional<std::string> content, api::entry_of(kind, object, key));
    if (content) {
      add(item.at("path").as_string(), std::move(*content), mode_of(item, source, mode_));
    } else if (!source.at("optional").as_bool()) {
      return fail(Code::kNotFound, std::string(&kind == &api::kinds::secret()
                                                   ? "references non-existent secret key: "
                                                   : "references non-existent config key: ") +
                                       key);
    }
    return {};
  }

  Result<std::string> field(const json::Value& item) {
    if (const json::Value* resource = item.find("resourceFieldRef")) {
      return resource_value(objects_, *resource, json::Value::null());
    }
    const std::string& path = item.at("fieldRef", "fieldPath").as_string();
    std::optional<std::string> value = field_value(objects_.pod(), path);
    if (!value) {
      return fail(Code::kUnsupported, "fieldRef \"" + path + "\" is not supported in files");
    }
    return std::move(*value);
  }

  PodObjects& objects_;
  Tokens& tokens_;
  const mode_t mode_;
  VolumeFiles files_;
};

constexpr std::array<std::string_view, 4> kSorts{"configMap", "secret", "downwardAPI", "projected"};

}  // namespace

std::string volume_sort(const json::Value& volume) {
  for (const json::Member& member : volume.as_object()) {
    if (member.key != "name") {
      return member.key;
    }
  }
  return "no source";
}

bool has_files(const json::Value& volume) {
  for (const std::string_view sort : kSorts) {
    if (volume.find(sort) != nullptr) {
      return true;
    }
  }
  return false;
}

Result<VolumeFiles> volume_files(const json::Value& volume, PodObjects& objects, Tokens& tokens) {
  Builder builder(objects, tokens,
                  mode_of({}, volume.at("projected"), static_cast<mode_t>(kDefaultMode)));
  if (const json::Value* map = volume.find("configMap")) {
    TRY(builder.add_object(api::kinds::config_map(), map->at("name").as_string(), *map));
  } else if (const json::Value* secret = volume.find("secret")) {
    TRY(builder.add_object(api::kinds::secret(), secret->at("secretName").as_string(), *secret));
  } else if (const json::Value* fields = volume.find("downwardAPI")) {
    TRY(builder.add_fields(*fields));
  }
  for (const json::Value& source : volume.at("projected", "sources").as_array()) {
    TRY(builder.add_projected(source));
  }
  return builder.take();
}

}  // namespace sluice::kubelet
