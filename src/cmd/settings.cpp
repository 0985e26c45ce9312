// SPDX-License-Identifier: Apache-2.0
#include "cmd/settings.h"

#include "base/files.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::cmd {
namespace {

Result<void> apply(const Usage& usage, const json::Member& setting) {
  const json::Value& value = setting.value;
  if (value.is_array()) {
    for (const json::Value& item : value.as_array()) {
      TRY(apply_setting(usage, setting.key, item.as_string()));
    }
    return {};
  }
  return apply_setting(usage, setting.key,
                       value.is_string() ? value.as_string() : json::write(value));
}

}  // namespace

Result<void> load_settings(const Usage& usage, const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) {
    return text.error().code == Code::kNotFound ? Result<void>{} : tl::unexpected(text.error());
  }
  const auto documents = json::parse_yaml(*text);
  if (!documents) {
    return tl::unexpected(with_context(documents.error(), file.string()));
  }
  for (const json::Value& document : *documents) {
    if (!document.is_object() && !document.is_null()) {
      return fail(Code::kInvalid, file.string() + ": expected a map of settings");
    }
    for (const json::Member& setting : document.as_object()) {
      if (const auto applied = apply(usage, setting); !applied) {
        return tl::unexpected(with_context(applied.error(), file.string()));
      }
    }
  }
  return {};
}

}  // namespace sluice::cmd
