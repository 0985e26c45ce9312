// SPDX-License-Identifier: Apache-2.0
#include "images/store.h"

#include <map>
#include <mutex>

#include "base/log.h"
#include "images/bring.h"
#include "images/image_lock.h"
#include "images/in_flight.h"
#include "images/prune.h"
#include "images/sources/local_images.h"
#include "images/sources/registry.h"
#include "images/store_files.h"

namespace sluice::images {
namespace {

constexpr Duration kBetweenTouches = std::chrono::seconds(30);  // shorter than any grace
constexpr Duration kRubbish = std::chrono::hours(24);           // unfinished for that long

bool is_about_access(Code code) {
  return code == Code::kUnauthorized || code == Code::kForbidden || code == Code::kNotFound;
}

Error about(Error error, const std::string& image) {
  return error.message.starts_with(image) ? error : with_context(std::move(error), image);
}

class DiskStore final : public ImageStore {
 public:
  DiskStore(StoreOptions options, Clock& clock)
      : files_(options.directory),
        registries_({options.insecure_registries, options.ca_pem, options.proxies}),
        pack_(std::move(options.pack)),
        clock_(clock) {}

  Result<void> prepare() {
    TRY(files_.prepare());
    if (const auto swept = files_.sweep_dead(); !swept) {
      log::warning("what a crash left of images stays", {{"error", swept.error().message}});
    }
    return {};
  }

  Result<std::optional<Image>> find(const std::string& reference) override {
    StoreFiles::Record record{.id = reference};
    if (!is_digest(reference)) {
      TRY_ASSIGN(const Reference parsed, parse_reference(reference));
      TRY_ASSIGN(auto found, files_.record(parsed.text()));
      if (!found) {
        return std::nullopt;
      }
      record = *std::move(found);
    }
    TRY_ASSIGN(auto image, load(record.id));
    if (image) {
      image->digest = record.digest;
    }
    return image;
  }

  Result<Image> pull(const PullRequest& request) override {
    TRY_ASSIGN(const Reference reference, parse_reference(request.reference));
    const auto logins = request.credentials.matching(reference.repository());
    std::string key = reference.text();
    for (const Login& login : logins) {  // who may not have it must not get it from who may
      key += "\n" + digest_of(login.username + "\n" + login.password);
    }
    auto pulled = pulls_.once(key, request.stop, [&] {
      return reference.transport == Transport::kRegistry
                 ? pull_from_registry(reference, logins, request)
                 : pull_from_file(reference, request);
    });
    if (!pulled) {
      return tl::unexpected(about(std::move(pulled).error(), reference.text()));
    }
    return pulled;
  }

  Result<std::vector<NamedImage>> import(const ImportRequest& request) override {
    TRY_ASSIGN(const Reference source, local_reference(request.source));
    TRY_ASSIGN(auto images, open_local(source, files_.scratch()));
    if (!request.name.empty() && images.size() > 1) {
      return fail(Code::kInvalid, source.file.string() + " holds " + std::to_string(images.size()) +
                                      " images: one name cannot stand for all of them");
    }
    std::vector<NamedImage> imported;
    for (LocalImage& image : images) {
      if (!request.name.empty()) {
        TRY_ASSIGN(const Reference name, parse_reference(request.name));
        image.names = {name.text()};
      } else if (image.names.empty()) {
        image.names = {source.text()};
      }
      TRY_ASSIGN(const Image brought, bring_local(image, {request.progress, request.stop, pack_}));
      for (const std::string& name : image.names) {
        TRY(files_.write_record({.reference = name, .id = brought.id}));
        imported.push_back({name, brought});
      }
    }
    return imported;
  }

  Result<std::vector<NamedImage>> list() override {
    TRY_ASSIGN(const auto ids, files_.ids());
    TRY_ASSIGN(const auto records, files_.records());
    std::vector<NamedImage> images;
    for (const std::string& id : ids) {
      TRY_ASSIGN(const auto image, files_.image(id));
      bool named = false;
      for (const StoreFiles::Record& record : records) {
        if (image && record.id == id) {
          images.push_back({record.reference, *image});
          images.back().image.digest = record.digest;
          named = true;
        }
      }
      if (image && !named) {
        images.push_back({"", *image});
      }
    }
    return images;
  }

  Result<PruneReport> prune(const PrunePolicy& policy) override {
    TRY(files_.sweep_old(clock_.now() - std::chrono::duration_cast<WallTime::duration>(kRubbish)));
    TRY_ASSIGN(const auto ids, files_.ids());
    std::vector<PruneCandidate> candidates;
    for (const std::string& id : ids) {
      TRY_ASSIGN(const auto image, files_.image(id));
      candidates.push_back({id, image ? image->size : 0, files_.last_used(id)});
    }
    PruneReport report;
    for (const std::string& id : plan_prune(candidates, policy, clock_.now())) {
      TRY_ASSIGN(const std::int64_t bytes, remove(id, policy));
      if (bytes >= 0) {
        report.removed.push_back(id);
        report.bytes += bytes;
      }
    }
    return report;
  }

 private:
  Result<Image> pull_from_registry(const Reference& reference, const std::vector<Login>& logins,
                                   const PullRequest& request) {
    std::vector<std::optional<Login>> users(logins.begin(), logins.end());
    if (users.empty()) {
      users.emplace_back();
    }
    Result<Image> pulled = fail(Code::kInternal, "");
    for (const auto& user : users) {
      pulled = pull_as(user, reference, request);
      if (pulled || !is_about_access(pulled.error().code)) {
        break;
      }
    }
    return pulled;
  }

  Result<Image> pull_as(const std::optional<Login>& user, const Reference& reference,
                        const PullRequest& request) {
    TRY_ASSIGN(const auto repository,
               Repository::open(registries_, {reference, user, request.stop}));
    ManifestSource source(*repository, reference.digest.empty() ? reference.tag : reference.digest);
    TRY_ASSIGN(const ImageParts parts, source.parts());
    TRY_ASSIGN(Image image,
               bring(files_, source, {request.progress, request.stop, pack_}, clock_, parts));
    image.digest = reference.repository() + "@" + parts.digest;
    // By its digest too: the next pod may name it so.
    for (const std::string& name : {reference.text(), image.digest}) {
      TRY(files_.write_record({.reference = name, .id = image.id, .digest = image.digest}));
    }
    return image;
  }

  Result<Image> pull_from_file(const Reference& reference, const PullRequest& request) {
    TRY_ASSIGN(auto images, open_local(reference, files_.scratch()));
    if (images.size() > 1) {
      return fail(Code::kInvalid, "it holds " + std::to_string(images.size()) +
                                      " images; say which one: " + reference.text() + ":NAME");
    }
    TRY_ASSIGN(Image image, bring_local(images.front(), {request.progress, request.stop, pack_}));
    TRY(files_.write_record({.reference = reference.text(), .id = image.id}));
    return image;
  }

  Result<Image> bring_local(LocalImage& image, const BringOptions& options) {
    TRY_ASSIGN(const ImageParts parts, image.source->parts());
    return bring(files_, *image.source, options, clock_, parts);
  }

  // From memory when it was read before: a pod that starts costs two looks at the disk.
  Result<std::optional<Image>> load(const std::string& id) {
    {
      const std::scoped_lock lock(mutex_);
      const auto known = known_.find(id);
      if (known != known_.end() && clock_.steady() - known->second.touched < kBetweenTouches &&
          files_.has(id)) {
        return known->second.image;
      }
    }
    if (!files_.has(id)) {
      return std::nullopt;
    }
    const auto shared = ImageLock::try_take(files_.lock_file(id), ImageLock::Mode::kShared);
    if (!shared && shared.error().code != Code::kAlreadyExists) {
      return tl::unexpected(shared.error());
    }
    TRY_ASSIGN(auto image, files_.image(id));
    if (!image || !files_.touch(id, clock_.now()) || !files_.has(id)) {
      return std::nullopt;
    }
    const std::scoped_lock lock(mutex_);
    known_[id] = {*image, clock_.steady()};
    return image;
  }

  // The bytes freed; negative: somebody has begun to use it.
  Result<std::int64_t> remove(const std::string& id, const PrunePolicy& policy) {
    const auto lock = ImageLock::try_take(files_.lock_file(id), ImageLock::Mode::kExclusive);
    if (!lock || clock_.now() - files_.last_used(id) < policy.grace) {
      return -1;
    }
    TRY_ASSIGN(const auto image, files_.image(id));
    TRY_ASSIGN(const auto records, files_.records());
    for (const StoreFiles::Record& record : records) {
      if (record.id == id) {
        TRY(files_.remove_record(record.reference));
      }
    }
    TRY(files_.withdraw(id));
    const std::scoped_lock known(mutex_);
    known_.erase(id);
    return image ? image->size : 0;
  }

  struct Known {
    Image image;
    SteadyTime touched;
  };

  const StoreFiles files_;
  Registries registries_;
  const Pack pack_;
  Clock& clock_;
  InFlight<Image> pulls_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;  // by id
};

}  // namespace

Result<std::unique_ptr<ImageStore>> ImageStore::open(StoreOptions options, Clock& clock) {
  auto store = std::make_unique<DiskStore>(std::move(options), clock);
  TRY(store->prepare());
  return store;
}

}  // namespace sluice::images
