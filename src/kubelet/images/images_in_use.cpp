// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/images_in_use.h"

#include <algorithm>

#include "base/files.h"
#include "images/reference.h"

namespace sluice::kubelet {
namespace {

namespace fs = std::filesystem;

// Roots are ".../sha256-<digits>/root"; see images/store_files.h.
void collect(const std::string& text, std::set<std::string>& ids) {
  constexpr std::string_view kStart = "sha256-";
  constexpr std::size_t kDigits = 64;
  for (std::size_t at = text.find(kStart); at != std::string::npos;
       at = text.find(kStart, at + 1)) {
    const std::string id = "sha256:" + text.substr(at + kStart.size(), kDigits);
    if (images::is_digest(id)) {
      ids.insert(id);
    }
  }
}

}  // namespace

Result<std::set<std::string>> images_in_use(const fs::path& pods) {
  std::set<std::string> ids;
  std::error_code error;
  if (!fs::exists(pods, error)) {
    return ids;
  }
  TRY_ASSIGN(const auto uids, list_directory(pods));
  for (const std::string& uid : uids) {
    const auto attempts = list_directory(pods / uid).value_or(std::vector<std::string>());
    for (const std::string& attempt : attempts) {
      const auto spec = read_file(pods / uid / attempt / "spec.json");
      if (!spec && spec.error().code == Code::kForbidden) {
        return tl::unexpected(spec.error());  // better to remove nothing than too much
      }
      collect(spec.value_or(""), ids);
    }
  }
  return ids;
}

}  // namespace sluice::kubelet
