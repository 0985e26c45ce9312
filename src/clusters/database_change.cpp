// SPDX-License-Identifier: Apache-2.0
#include "clusters/database_change.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "clusters/change.h"
#include "clusters/configuration.h"
#include "slurmconf/diff.h"

namespace sluice::clusters {
namespace {

using slurmconf::Class;

// In slurmdbd.conf: these say which database it is.
constexpr std::array<std::string_view, 4> kPlaces{"StorageHost", "StoragePort", "StorageLoc",
                                                  "StorageType"};

// Another password is another Secret, which restarts slurmdbd by itself: here both have the same.
Result<slurmconf::Config> slurmdbd_conf(const Cluster& cluster) {
  return slurmconf::parse(slurmconf::File::kSlurmdbd,
                          {{"slurmdbd.conf", slurmdbd_conf_text(cluster, "x")}});
}

// One of our own is the same wherever it is found. Of others only their owner knows.
void judge_place(const Cluster& from, const Cluster& to, const json::Value& object,
                 slurmconf::Change& change) {
  if (std::find(kPlaces.begin(), kPlaces.end(), change.what) == kPlaces.end()) {
    return;
  }
  const bool ours = from.managed_database() && to.managed_database();
  if (ours || is_removable(object, "database")) {
    change.needs = Class::kRestartSlurmdbd;
    change.why = ours ? "" : "somebody vouches for the records there";
    return;
  }
  change.needs = Class::kRefused;
  change.why =
      "slurmdbd would start with another history, and without the accounts and limits of this one: "
      "when its records are there (mariadb-dump; sacctmgr dump), annotate the SlurmCluster with " +
      std::string(kRemovableAnnotation) + "=database";
}

// "registry:5000/mariadb:10.11-jammy@sha256:..." is mariadb, 10 and 11. Nothing: no number is said.
struct ImageVersion {
  std::string name;
  std::vector<std::int64_t> numbers;
};
std::optional<ImageVersion> version_of(std::string_view image) {
  image = image.substr(0, image.find('@'));
  image.remove_prefix(image.rfind('/') + 1);  // npos + 1 is 0
  const std::size_t colon = image.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  ImageVersion version{.name = std::string(image.substr(0, colon)), .numbers = {}};
  const std::string_view tag = image.substr(colon + 1);
  for (const std::string_view part : split(tag.substr(0, tag.find('-')), '.')) {
    const auto number = parse_int(part);
    if (!number) {
      break;
    }
    version.numbers.push_back(*number);
  }
  return version.numbers.empty() ? std::nullopt : std::optional(version);
}

// Within what both say: 11 is no older than 11.4.
bool is_older(const ImageVersion& a, const ImageVersion& b) {
  for (std::size_t i = 0; i < std::min(a.numbers.size(), b.numbers.size()); ++i) {
    if (a.numbers[i] != b.numbers[i]) {
      return a.numbers[i] < b.numbers[i];
    }
  }
  return false;
}

slurmconf::Change image_change(const Cluster& from, const Cluster& to) {
  slurmconf::Change change{.what = "spec.accounting.image",
                           .from = from.database_image,
                           .to = to.database_image,
                           .needs = Class::kRestartSlurmdbd,
                           .why = "MariaDB is replaced, then slurmdbd finds it again",
                           .of_cluster = true};
  const auto was = version_of(from.database_image);
  const auto is = version_of(to.database_image);
  if (was && is && was->name == is->name && is_older(*is, *was)) {
    change.needs = Class::kRefused;
    change.why =
        "an older MariaDB cannot read what a newer one has stored; restore a backup into a new "
        "SlurmCluster instead";
  }
  return change;
}

}  // namespace

Result<std::vector<slurmconf::Change>> database_changes(const Cluster& from, const Cluster& to,
                                                        const json::Value& object) {
  std::vector<slurmconf::Change> changes;
  if (!from.accounting || !to.accounting) {
    return changes;  // what goes is guarded where it goes: check_database()
  }
  TRY_ASSIGN(const slurmconf::Config old_conf, slurmdbd_conf(from));
  TRY_ASSIGN(const slurmconf::Config new_conf, slurmdbd_conf(to));
  changes = slurmconf::changes_between(old_conf, new_conf, to.version);
  for (slurmconf::Change& change : changes) {
    judge_place(from, to, object, change);
  }
  if (from.managed_database() && to.managed_database() &&
      from.database_image != to.database_image) {
    changes.push_back(image_change(from, to));
  }
  return changes;
}

}  // namespace sluice::clusters
