// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "images/reference.h"
#include "images/sources/image_source.h"

namespace sluice::images {

// An image in an archive or directory.
struct LocalImage {
  std::vector<std::string> names;  // whole references it carries
  std::unique_ptr<ImageSource> source;
};

// The images in `reference.file`, or the one that its selector names; NotFound tells what is there.
// `scratch` takes the content of compressed archives.
Result<std::vector<LocalImage>> open_local(const Reference& reference,
                                           const std::filesystem::path& scratch);

// "docker-archive:/x.tar" of a bare path (whatever form the archive has, open_local finds it),
// "oci:/x" or "dir:/x" of a directory; what names a transport stays as it is, but for relative
// paths.
Result<Reference> local_reference(const std::string& source);

}  // namespace sluice::images
