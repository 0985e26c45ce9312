// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/proxy.h"
#include "images/credentials.h"
#include "images/image.h"

namespace sluice::images {

// Makes of an image's files what a runtime would rather have, beside them, unless it is there; the
// bytes it takes. An image without it is an image all the same.
using Pack = std::function<Result<std::int64_t>(const std::filesystem::path& root,
                                                const std::stop_token& stop)>;

struct StoreOptions {
  std::filesystem::path directory;                    // $SLUICE_HOME/images
  std::vector<std::string> insecure_registries = {};  // "host[:port]" that speak plain HTTP
  std::string ca_pem = {};                            // trusted beside the system's authorities
  http::ProxySettings proxies = {};                   // on the way to registries
  Pack pack = {};                                     // once for every image that is brought
};

struct Progress {
  std::size_t layers_done = 0;
  std::size_t layers_total = 0;
  std::int64_t bytes_done = 0;   // as transferred, compressed
  std::int64_t bytes_total = 0;  // 0: not known
};

struct PullRequest {
  std::string reference;  // "busybox", "host:5000/a@sha256:…", "docker-archive:/x.tar", "oci:/dir"
  Credentials credentials = {};
  std::function<void(const Progress&)> progress = {};  // called by the pulling thread
  std::stop_token stop = {};                           // ends a pull with Cancelled
};

struct ImportRequest {
  std::string
      source;  // "docker-archive:/x.tar", "oci-archive:…", "oci:/dir", "dir:/dir", or a path
  std::string name = {};  // instead of the names it carries
  std::function<void(const Progress&)> progress = {};
  std::stop_token stop = {};
};

// One name of an image; images without a name have an empty one.
struct NamedImage {
  std::string reference;  // "docker.io/library/busybox:latest"
  Image image;
};

struct PrunePolicy {
  std::optional<Duration> unused_for;        // remove what was not used for that long
  std::optional<std::int64_t> max_bytes;     // then the longest unused, until the rest fits
  std::set<std::string> in_use = {};         // ids that stay whatever happens
  Duration grace = std::chrono::minutes(2);  // what was used that recently stays
};

struct PruneReport {
  std::vector<std::string> removed;  // ids
  std::int64_t bytes = 0;            // freed
};

// The images below one directory, unpacked, keyed by the digest of their configuration.
// Thread-safe, and safe to share between processes and nodes of a shared file system: an image
// appears whole by one rename, so a crash leaves rubbish below tmp/ at worst, which goes when the
// store is opened again. Locks save double work and tell who is dead.
//
// Errors name the image and the registry. NotFound: no such image there. Unauthorized or Forbidden:
// no access. Unavailable or Timeout: the registry does not answer, try again. Invalid: not a name,
// not an image, damaged, or for other machines.
class ImageStore {
 public:
  // `clock` outlives the store.
  static Result<std::unique_ptr<ImageStore>> open(StoreOptions options, Clock& clock);
  virtual ~ImageStore() = default;

  // Present here: by reference or by id. Counts as a use. Invalid for what is no name.
  virtual Result<std::optional<Image>> find(const std::string& reference) = 0;

  // Asks the registry what the reference stands for now and fetches what is missing here. However
  // many ask for the same at the same time, with the same credentials, it is fetched once.
  virtual Result<Image> pull(const PullRequest& request) = 0;

  // Every image of an archive or directory, under its names.
  virtual Result<std::vector<NamedImage>> import(const ImportRequest& request) = 0;

  virtual Result<std::vector<NamedImage>> list() = 0;
  virtual Result<PruneReport> prune(const PrunePolicy& policy) = 0;
};

}  // namespace sluice::images
