// SPDX-License-Identifier: Apache-2.0
//
// Three forms: an OCI image layout (index.json and blobs/), skopeo's directory (manifest.json and
// blobs beside it), and what `docker save` writes (manifest.json names configurations and layers by
// their files). See the OCI image layout specification, and Docker's image specification v1.2.
#include "images/sources/local_images.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "images/sources/file_set.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

using Files = std::shared_ptr<const FileSet>;

std::string digits_of(const std::string& digest) {
  return digest.substr(digest.find(':') + 1);
}

// Blobs by digest in files: "blobs/sha256/…", or beside the manifest.
class FileBlobs final : public BlobStore {
 public:
  FileBlobs(Files files, Transport transport) : files_(std::move(files)), transport_(transport) {}

  Result<std::string> manifest(const std::string& name) override {
    return read_text(*files_, is_digest(name) ? path_of(name) : name);
  }
  Result<std::unique_ptr<ByteSource>> blob(const Descriptor& descriptor) override {
    return files_->open(path_of(descriptor.digest));
  }

 private:
  std::string path_of(const std::string& digest) const {
    const std::string digits = digits_of(digest);
    if (transport_ != Transport::kDirectory) {
      return "blobs/" + digest.substr(0, digest.find(':')) + "/" + digits;
    }
    // Lists keep the manifests they name beside them with an ending.
    return files_->has(digits + ".manifest.json") ? digits + ".manifest.json" : digits;
  }

  Files files_;
  Transport transport_;
};

class LayoutImage final : public ImageSource {
 public:
  LayoutImage(std::unique_ptr<BlobStore> blobs, std::string name)
      : blobs_(std::move(blobs)), image_(*blobs_, std::move(name)) {}
  Result<ImageParts> parts() override { return image_.parts(); }
  Result<std::unique_ptr<ByteSource>> layer(const ImageParts& parts, std::size_t index) override {
    return image_.layer(parts, index);
  }

 private:
  std::unique_ptr<BlobStore> blobs_;
  ManifestSource image_;
};

class DockerImage final : public ImageSource {
 public:
  DockerImage(Files files, std::string config, std::vector<std::string> layers)
      : files_(std::move(files)), config_(std::move(config)), layers_(std::move(layers)) {}

  Result<ImageParts> parts() override {
    ImageParts parts;
    parts.layers.resize(layers_.size());
    TRY_ASSIGN(std::string text, read_text(*files_, config_));
    parts.id = digest_of(text);
    TRY(take_config(std::move(text), parts));
    return parts;
  }
  Result<std::unique_ptr<ByteSource>> layer(const ImageParts&, std::size_t index) override {
    return files_->open(layers_.at(index));
  }

 private:
  Files files_;
  std::string config_;
  std::vector<std::string> layers_;
};

std::vector<std::string> whole_names(const std::vector<std::string>& names) {
  std::vector<std::string> whole;
  for (const std::string& name : names) {
    if (const auto parsed = parse_reference(name)) {
      whole.push_back(parsed->text());
    }
  }
  return whole;
}

struct Found {
  std::vector<std::string> labels;  // as written
  LocalImage image;
};

Result<std::vector<Found>> docker_images(const Files& files) {
  TRY_ASSIGN(const std::string text, read_text(*files, "manifest.json"));
  const auto document = json::parse(text);
  if (!document || document->as_array().empty()) {
    return fail(Code::kInvalid, "its manifest.json lists no images");
  }
  std::vector<Found> found;
  for (const json::Value& item : document->as_array()) {
    Found one{.labels = json::to_strings(item.at("RepoTags")), .image = {}};
    one.image.names = whole_names(one.labels);
    one.image.source = std::make_unique<DockerImage>(files, item.at("Config").as_string(),
                                                     json::to_strings(item.at("Layers")));
    found.push_back(std::move(one));
  }
  return found;
}

std::unique_ptr<ImageSource> layout_image(const Files& files, Transport transport,
                                          std::string name) {
  return std::make_unique<LayoutImage>(std::make_unique<FileBlobs>(files, transport),
                                       std::move(name));
}

Result<std::vector<Found>> layout_images(const Files& files, Transport transport) {
  TRY_ASSIGN(const std::string text, read_text(*files, "index.json"));
  TRY_ASSIGN(const Manifest index, parse_manifest(text));
  std::vector<Found> found;
  const bool named = std::any_of(index.choices.begin(), index.choices.end(),
                                 [](const auto& choice) { return !choice.name.empty(); });
  if (!named) {  // one image, perhaps for several machines
    found.push_back({{}, {{}, layout_image(files, transport, "index.json")}});
    return found;
  }
  for (const auto& choice : index.choices) {
    if (!choice.name.empty() && runs_on(choice.platform, this_platform())) {
      // A layout may call an image just "latest", which is no name of one.
      const bool whole = choice.name.find_first_of("/:") != std::string::npos;
      LocalImage image{.names = {},
                       .source = layout_image(files, transport, choice.descriptor.digest)};
      image.names = whole ? whole_names({choice.name}) : image.names;
      found.push_back({{choice.name}, std::move(image)});
    }
  }
  return found;
}

Result<std::vector<Found>> find_images(const Reference& reference, const fs::path& scratch) {
  const bool is_directory = reference.transport == Transport::kOciDirectory ||
                            reference.transport == Transport::kDirectory;
  Files files;
  if (is_directory) {
    files = files_of_directory(reference.file);
  } else {
    TRY_ASSIGN(files, files_of_archive(reference.file, scratch));
  }
  // Tools put both forms into one archive: what was asked for comes first.
  const bool asked = reference.transport == Transport::kDockerArchive;
  const bool docker = asked ? files->has("manifest.json") || !files->has("index.json")
                            : !files->has("index.json") && files->has("manifest.json");
  if (!is_directory && docker) {
    return docker_images(files);
  }
  if (reference.transport == Transport::kDirectory) {
    std::vector<Found> found;
    found.push_back({{}, {{}, layout_image(files, reference.transport, "manifest.json")}});
    return found;
  }
  return layout_images(files, reference.transport);
}

bool is_called(const Found& found, const std::string& selector) {
  const auto whole = parse_reference(selector);
  const auto& names = found.image.names;
  return std::find(found.labels.begin(), found.labels.end(), selector) != found.labels.end() ||
         (whole && std::find(names.begin(), names.end(), whole->text()) != names.end());
}

}  // namespace

Result<std::vector<LocalImage>> open_local(const Reference& reference, const fs::path& scratch) {
  auto found = find_images(reference, scratch);
  if (!found) {
    return tl::unexpected(with_context(std::move(found).error(), reference.file.string()));
  }
  std::vector<LocalImage> images;
  std::vector<std::string> labels;
  for (Found& one : *found) {
    if (reference.selector.empty() || is_called(one, reference.selector)) {
      images.push_back(std::move(one.image));
    }
    labels.insert(labels.end(), one.labels.begin(), one.labels.end());
  }
  if (images.empty()) {
    return fail(Code::kNotFound, reference.file.string() + " has no image " + reference.selector +
                                     "; it has " +
                                     (labels.empty() ? "none with a name" : join(labels, ", ")));
  }
  return images;
}

Result<Reference> local_reference(const std::string& source) {
  std::error_code error;
  for (const std::string prefix : {"docker-archive:", "oci-archive:", "oci:", "dir:"}) {
    if (source.starts_with(prefix) && !source.substr(prefix.size()).starts_with('/')) {
      const fs::path here = fs::current_path(error);
      return parse_reference(prefix + (here / source.substr(prefix.size())).string());
    }
  }
  const auto parsed = parse_reference(source);
  if (parsed && parsed->transport != Transport::kRegistry) {
    return *parsed;
  }
  const fs::path file = fs::absolute(source, error).lexically_normal();
  Reference reference{.file = file};
  if (fs::is_directory(file, error)) {
    const bool layout = fs::exists(file / "index.json", error);
    reference.transport = layout ? Transport::kOciDirectory : Transport::kDirectory;
    return reference;
  }
  reference.transport = Transport::kDockerArchive;  // or the other: open_local looks into it
  return reference;
}

}  // namespace sluice::images
