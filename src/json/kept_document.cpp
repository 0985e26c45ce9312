// SPDX-License-Identifier: Apache-2.0
#include "json/kept_document.h"

#include "base/files.h"
#include "json/text.h"

namespace sluice::json {

Result<std::optional<KeptDocument>> read_kept(const std::filesystem::path& file) {
  auto text = read_file(file);
  if (!text && text.error().code == Code::kNotFound) {
    return std::nullopt;
  }
  if (!text) {
    return tl::unexpected(std::move(text).error());
  }
  auto value = parse(*text);
  if (!value) {
    return tl::unexpected(with_context(std::move(value).error(), file.string()));
  }
  return KeptDocument{std::move(*text), std::move(*value)};
}

}  // namespace sluice::json
