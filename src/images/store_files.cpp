// SPDX-License-Identifier: Apache-2.0
#include "images/store_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files.h"
#include "base/random.h"
#include "base/unique_fd.h"
#include "images/image_config.h"
#include "images/image_lock.h"
#include "images/layers/source.h"
#include "images/layers/tree.h"
#include "images/reference.h"
#include "json/text.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

std::string file_name(const std::string& id) {
  std::string name = id;
  std::replace(name.begin(), name.end(), ':', '-');
  return name;
}

std::string id_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', ':');
  return name;
}

std::string unfinished_name(const std::string& id) {
  return file_name(id) + "." + random_hex(8);
}

timespec to_timespec(WallTime time) {
  const auto since = time.time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  return {.tv_sec = seconds.count(),
          .tv_nsec = std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds).count()};
}

WallTime modified(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return WallTime();
  }
  return WallTime(std::chrono::duration_cast<WallTime::duration>(
      std::chrono::seconds(status.st_mtim.tv_sec) +
      std::chrono::nanoseconds(status.st_mtim.tv_nsec)));
}

std::optional<StoreFiles::Record> parse_record(const std::string& text) {
  const auto document = json::parse(text);
  if (!document || !is_digest(document->at("id").as_string())) {
    return std::nullopt;
  }
  return StoreFiles::Record{document->at("reference").as_string(), document->at("id").as_string(),
                            document->at("digest").as_string()};
}

// One sync for many files: an image that is there after a power cut is whole.
void sync_file_system(const fs::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.valid()) {
    ::syncfs(fd.get());
  }
}

}  // namespace

fs::path StoreFiles::path_of(const std::string& id) const {
  return directory_ / file_name(id);
}

fs::path StoreFiles::record_file(const std::string& reference) const {
  return directory_ / "references" / (digest_of(reference).substr(7) + ".json");
}

fs::path StoreFiles::lock_file(const std::string& id) const {
  return directory_ / "locks" / file_name(id);
}

Result<void> StoreFiles::prepare() const {
  TRY(make_directory(directory_));
  for (const char* name : {"references", "locks", "tmp"}) {
    TRY(make_directory(directory_ / name));
  }
  return {};
}

bool StoreFiles::has(const std::string& id) const {
  struct stat status {};
  return ::stat((path_of(id) / "root").c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

Result<std::optional<Image>> StoreFiles::image(const std::string& id) const {
  const auto config_text = read_file(path_of(id) / "config.json");
  const auto facts = read_file(path_of(id) / "image.json");
  if (!config_text || !facts || !has(id) || digest_of(*config_text, id) != id) {
    return std::nullopt;
  }
  TRY_ASSIGN(ConfigDocument document, parse_config(*config_text));
  Image image{.id = id, .root = path_of(id) / "root", .config = std::move(document.config)};
  image.size = json::parse(*facts).value_or(json::Value()).at("size").as_int();
  return image;
}

Result<std::vector<std::string>> StoreFiles::ids() const {
  TRY_ASSIGN(const auto names, list_directory(directory_));
  std::vector<std::string> ids;
  for (const std::string& name : names) {
    if (is_digest(id_of(name))) {
      ids.push_back(id_of(name));
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

Result<std::optional<StoreFiles::Record>> StoreFiles::record(const std::string& reference) const {
  const auto text = read_file(record_file(reference));
  if (!text && text.error().code != Code::kNotFound) {
    return tl::unexpected(text.error());
  }
  return text ? parse_record(*text) : std::nullopt;
}

Result<std::vector<StoreFiles::Record>> StoreFiles::records() const {
  TRY_ASSIGN(const auto names, list_directory(directory_ / "references"));
  std::vector<Record> records;
  for (const std::string& name : names) {
    const auto text = read_file(directory_ / "references" / name);
    auto record = text && name.ends_with(".json") ? parse_record(*text) : std::nullopt;
    if (record) {
      records.push_back(*std::move(record));
    }
  }
  std::sort(records.begin(), records.end(),
            [](const Record& a, const Record& b) { return a.reference < b.reference; });
  return records;
}

Result<void> StoreFiles::write_record(const Record& record) const {
  return write_file_atomic(
      record_file(record.reference),
      json::write(json::Object{
          {"reference", record.reference}, {"id", record.id}, {"digest", record.digest}}));
}

Result<void> StoreFiles::remove_record(const std::string& reference) const {
  return remove_tree(record_file(reference));
}

Result<void> StoreFiles::touch(const std::string& id, WallTime now) const {
  const std::array times{to_timespec(now), to_timespec(now)};
  const fs::path stamp = path_of(id) / "used";
  if (::utimensat(AT_FDCWD, stamp.c_str(), times.data(), 0) != 0) {
    return tl::unexpected(errno_error("touching " + stamp.string()));
  }
  return {};
}

WallTime StoreFiles::last_used(const std::string& id) const {
  return modified(path_of(id) / "used");
}

Result<fs::path> StoreFiles::begin(const std::string& id) const {
  const fs::path unfinished = scratch() / unfinished_name(id);
  TRY(make_directory(unfinished));
  TRY(make_directory(unfinished / "root"));
  if (::chmod((unfinished / "root").c_str(), 0755) != 0) {  // whatever our umask is
    return tl::unexpected(errno_error("creating " + unfinished.string()));
  }
  return unfinished;
}

Result<void> StoreFiles::publish(const fs::path& unfinished, const Facts& facts,
                                 WallTime now) const {
  TRY(write_file_replacing(unfinished / "config.json", facts.config_text));
  TRY(write_file_replacing(unfinished / "image.json",
                           json::write(json::Object{{"size", facts.size}})));
  TRY(write_file_replacing(unfinished / "used", ""));
  sync_file_system(unfinished);
  const fs::path place = path_of(facts.id);
  if (::rename(unfinished.c_str(), place.c_str()) != 0) {
    TRY_ASSIGN(const auto other, image(facts.id));
    if (other) {
      return remove_protected_tree(unfinished);
    }
    // Something broken stands there.
    TRY(withdraw(facts.id));
    if (::rename(unfinished.c_str(), place.c_str()) != 0) {
      return tl::unexpected(errno_error("publishing " + place.string()));
    }
  }
  return touch(facts.id, now);
}

Result<void> StoreFiles::withdraw(const std::string& id) const {
  const fs::path rubbish = scratch() / unfinished_name(id);
  if (::rename(path_of(id).c_str(), rubbish.c_str()) != 0) {
    return errno == ENOENT ? Result<void>()
                           : tl::unexpected(errno_error("removing " + path_of(id).string()));
  }
  return remove_protected_tree(rubbish);
}

Result<void> StoreFiles::sweep_dead() const {
  TRY_ASSIGN(const auto names, list_directory(scratch()));
  for (const std::string& name : names) {
    const std::string id = id_of(name.substr(0, name.find('.')));
    if (!is_digest(id)) {
      continue;
    }
    const auto lock = ImageLock::try_take(lock_file(id), ImageLock::Mode::kExclusive);
    if (lock && lock->is_real()) {
      TRY(remove_protected_tree(scratch() / name));
    }
  }
  return {};
}

Result<void> StoreFiles::sweep_old(WallTime before) const {
  TRY_ASSIGN(const auto names, list_directory(scratch()));
  for (const std::string& name : names) {
    if (modified(scratch() / name) < before) {
      TRY(remove_protected_tree(scratch() / name));
    }
  }
  return {};
}

}  // namespace sluice::images
