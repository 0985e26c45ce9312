// SPDX-License-Identifier: Apache-2.0
#include "pod/volume_limits.h"

#include <sys/stat.h>

#include <set>
#include <system_error>
#include <utility>

#include "json/quantity.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

constexpr int kRestAfterLook = 20;  // times as long as the look took
constexpr std::int64_t kBlock = 512;

// As people write it: "64Mi".
std::string size_text(std::int64_t bytes) {
  const bool whole = bytes % 1024 == 0;
  const auto size =
      json::Quantity::parse(whole ? std::to_string(bytes / 1024) + "Ki" : std::to_string(bytes));
  return size ? size->to_string() : std::to_string(bytes);
}

}  // namespace

std::int64_t bytes_below(const fs::path& directory, std::int64_t enough) {
  std::int64_t sum = 0;
  std::set<std::pair<dev_t, ino_t>> linked;
  std::error_code error;
  for (fs::recursive_directory_iterator
           entry(directory, fs::directory_options::skip_permission_denied, error),
       end;
       !error && entry != end && sum <= enough; entry.increment(error)) {
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) != 0) {
      continue;
    }
    if (status.st_nlink < 2 || S_ISDIR(status.st_mode) ||
        linked.emplace(status.st_dev, status.st_ino).second) {
      sum += status.st_blocks * kBlock;
    }
  }
  return sum;
}

std::optional<std::string> VolumeLimits::look() {
  const SteadyTime start = clock_.steady();
  if (volumes_.empty() || start < next_) {
    return std::nullopt;
  }
  std::optional<std::string> overfull;
  for (const LimitedVolume& volume : volumes_) {
    if (!overfull && bytes_below(volume.directory, volume.bytes) > volume.bytes) {
      overfull = "Usage of EmptyDir volume \"" + volume.name + "\" exceeds the limit \"" +
                 size_text(volume.bytes) + "\". ";
    }
  }
  const SteadyTime end = clock_.steady();
  next_ = end + (end - start) * kRestAfterLook;
  return overfull;
}

}  // namespace sluice::pod
