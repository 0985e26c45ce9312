// SPDX-License-Identifier: Apache-2.0
#include "jobs/transfer.h"

#include <unistd.h>

#include <algorithm>
#include <memory>

#include "api/catalog.h"
#include "api/config_entry.h"
#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "jobs/job_status.h"
#include "json/utf8.h"

namespace sluice::jobs {
namespace {

using Kind = FilePlace::Kind;

constexpr std::int64_t kMostInput = std::int64_t{16} << 30;
constexpr std::int64_t kMostInConfigMap = 1 << 20;  // as Kubernetes has it, for all keys together
constexpr int kTries = 5;                           // to change an object that others change too

// On ConfigMaps: that results may be put into it.
constexpr const char* kTakesResults = "slurmjob.dev/results";

std::string bytes_text(std::int64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

std::size_t size_of(const json::Value& map) {
  std::size_t size = 0;
  for (const auto& [key, value] : map.at("data").as_object()) {
    size += key.size() + value.as_string().size();
  }
  for (const auto& [key, value] : map.at("binaryData").as_object()) {
    size += key.size() + value.as_string().size() / 4 * 3;
  }
  return size;
}

void set_value(json::Value& map, const std::string& key, const std::string& bytes) {
  const bool text = json::is_utf8(bytes);
  map[text ? "data" : "binaryData"][key] = text ? bytes : base64_encode(bytes);
  if (const char* other = text ? "binaryData" : "data"; map.find(other) != nullptr) {
    map[other].erase(key);
  }
}

Result<void> write_value(client::Client& client, const api::Key& key, const std::string& name,
                         const std::string& bytes) {
  const api::Kind& kind = api::kinds::config_map();
  const auto known = client.get(kind, key);
  if (!known && known.error().code != Code::kNotFound) {
    return tl::unexpected(known.error());
  }
  json::Value map =
      known ? **known
            : json::Value(json::Object{
                  {"apiVersion", "v1"},
                  {"kind", "ConfigMap"},
                  {"metadata", json::Object{{"name", key.name},
                                            {"namespace", key.ns},
                                            {"labels", json::Object{{kTakesResults, "true"}}}}}});
  if (api::label(map, kTakesResults) != "true") {
    return fail(Code::kForbidden, "the ConfigMap \"" + key.name +
                                      "\" exists and is not for results: expected none of that "
                                      "name, or its label " +
                                      kTakesResults + "=true");
  }
  set_value(map, name, bytes);
  if (size_of(map) > kMostInConfigMap) {
    return fail(Code::kInvalid, "it has " + bytes_text(static_cast<std::int64_t>(bytes.size())) +
                                    ", and all that is in the ConfigMap \"" + key.name +
                                    "\" together may have " + bytes_text(kMostInConfigMap) +
                                    ": expected a claim or a URL for more");
  }
  const auto written = known ? client.update(kind, map) : client.create(kind, map);
  return written ? Result<void>{} : tl::unexpected(written.error());
}

bool others_were_faster(const Result<void>& written) {
  return !written &&
         (written.error().code == Code::kConflict || written.error().code == Code::kAlreadyExists);
}

}  // namespace

Transfer::Transfer(Parts parts, const client::Object& job, Runs& runs)
    : parts_(std::move(parts)),
      ns_(api::ns(job)),
      run_{api::uid(job), run_number(job)},
      runs_(runs) {}

Result<std::string> Transfer::value_of(const FilePlace& place) const {
  const api::Kind& kind =
      place.kind == Kind::kSecret ? api::kinds::secret() : api::kinds::config_map();
  TRY_ASSIGN(const client::ObjectPtr object, parts_.client.get(kind, {ns_, place.name}));
  TRY_ASSIGN(auto value, api::entry_of(kind, *object, place.key));
  if (!value) {
    return fail(Code::kNotFound, to_string(place) + ": there is no such key");
  }
  return *std::move(value);
}

Result<ClaimDirectory> Transfer::open_claim(const std::string& name) const {
  if (!parts_.claims_here) {
    return fail(Code::kUnsupported,
                "the PersistentVolumeClaim \"" + name +
                    "\" cannot be reached: this operator has no directories of claims; expected "
                    "sluice up, or sluice operator --claims-here where volumes are under the same "
                    "path as on their nodes");
  }
  return ClaimDirectory::open(parts_.client, {ns_, name});
}

Result<Transfer::Source> Transfer::open(const FilePlace& place) const {
  if (place.kind != Kind::kClaim) {
    TRY_ASSIGN(std::string value, value_of(place));
    const auto size = static_cast<std::int64_t>(value.size());
    return Source{size, [value = std::move(value)](std::int64_t offset, std::int64_t most) {
                    return value.substr(static_cast<std::size_t>(offset),
                                        static_cast<std::size_t>(most));
                  }};
  }
  TRY_ASSIGN(const ClaimDirectory directory, open_claim(place.name));
  auto opened = directory.read(place.key);
  if (!opened) {
    return tl::unexpected(with_context(opened.error(), to_string(place)));
  }
  // Shared: a function object must be copyable.
  const auto file = std::make_shared<const ClaimDirectory::File>(std::move(*opened));
  return Source{file->size, [file](std::int64_t offset, std::int64_t most) -> Result<std::string> {
                  std::string bytes(static_cast<std::size_t>(most), '\0');
                  const ssize_t n = ::pread(file->fd.get(), bytes.data(), bytes.size(), offset);
                  if (n < 0) {
                    return tl::unexpected(errno_error("reading from the claim"));
                  }
                  bytes.resize(static_cast<std::size_t>(n));
                  return bytes;
                }};
}

Result<void> Transfer::bring(const InputFile& input) {
  TRY_ASSIGN(const Source source, open(input.from));
  if (source.size > kMostInput) {
    return fail(Code::kInvalid, to_string(input.from) + " has " + bytes_text(source.size) +
                                    ": expected at most " + bytes_text(kMostInput));
  }
  FilePiece piece{.path = input.path, .executable = input.executable};
  for (std::int64_t offset = 0; !piece.last; ++piece.index, offset += kFilePiece) {
    TRY(parts_.go_on());
    const std::int64_t wanted = std::min(kFilePiece, source.size - offset);
    TRY_ASSIGN(piece.bytes, source.read(offset, wanted));
    if (static_cast<std::int64_t>(piece.bytes.size()) != wanted) {
      return fail(Code::kUnavailable, to_string(input.from) + " changed while it was read");
    }
    piece.last = offset + wanted == source.size;
    TRY(runs_.put_file_piece(run_, piece));
  }
  return {};
}

// No more than the size that was announced: a file may still grow, or shrink, or go.
ReadPart Transfer::reader(const std::string& path, std::int64_t size) const {
  return [this, path, size](std::int64_t offset, std::int64_t most) -> Result<std::string> {
    if (offset >= size) {
      return std::string();
    }
    TRY(parts_.go_on());
    auto bytes = runs_.file_part(run_, path, offset, std::min(most, size - offset));
    if (!bytes && bytes.error().code == Code::kNotFound) {
      return fail(Code::kUnavailable, bytes.error().message);
    }
    if (bytes && bytes->empty()) {
      return fail(Code::kUnavailable, "\"" + path + "\" became shorter while it was read");
    }
    return bytes;
  };
}

Result<std::int64_t> Transfer::fetch(const ResultFile& result) {
  TRY_ASSIGN(const std::int64_t size, runs_.file_size(run_, result.path));
  auto delivered = deliver(result.to, {size, reader(result.path, size)});
  if (!delivered && delivered.error().code == Code::kNotFound) {
    return fail(Code::kForbidden, delivered.error().message);
  }
  return delivered;
}

Result<std::int64_t> Transfer::deliver(const FilePlace& place, const Source& source) const {
  switch (place.kind) {
    case Kind::kClaim: {
      TRY_ASSIGN(const ClaimDirectory directory, open_claim(place.name));
      return directory.write(place.key, source.read);
    }
    case Kind::kUrl:
      return to_url(place, source);
    default:
      return to_config_map(place, source);
  }
}

Result<std::int64_t> Transfer::to_config_map(const FilePlace& place, const Source& source) const {
  if (source.size > kMostInConfigMap) {
    return fail(Code::kInvalid, "it has " + bytes_text(source.size) +
                                    ", and a ConfigMap takes at most " +
                                    bytes_text(kMostInConfigMap) + ": expected a claim or a URL");
  }
  std::string bytes;
  while (static_cast<std::int64_t>(bytes.size()) < source.size) {
    TRY_ASSIGN(const std::string part,
               source.read(static_cast<std::int64_t>(bytes.size()), kFilePiece));
    bytes += part;
  }
  Result<void> written;
  for (int i = 0; i < kTries; ++i) {
    written = write_value(parts_.client, {ns_, place.name}, place.key, bytes);
    if (!others_were_faster(written)) {
      break;
    }
  }
  TRY(written);
  return source.size;
}

Result<std::int64_t> Transfer::to_url(const FilePlace& place, const Source& source) const {
  if (!parts_.put) {
    return fail(Code::kUnsupported, "this operator sends no files to URLs");
  }
  Upload upload{.url = place.name, .authorization = "", .size = source.size, .read = source.read};
  if (!place.secret_name.empty()) {
    TRY_ASSIGN(
        upload.authorization,
        value_of({.kind = Kind::kSecret, .name = place.secret_name, .key = place.secret_key}));
  }
  TRY(parts_.put(upload));
  return source.size;
}

}  // namespace sluice::jobs
