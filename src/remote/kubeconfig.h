// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/client.h"

namespace sluice::remote {

// Where the current context of a kubeconfig points, with all files read. Holds secrets: never log.
struct Endpoint {
  http::ClientOptions connection;
  std::string path_prefix;  // of the server URL, without trailing slash; usually empty
  std::string ns;           // the context's default namespace
};

// `directory` is what relative paths in the file are relative to. Invalid names the field that is
// missing or wrong; Unsupported those we do not do (exec plugins, no TLS verification).
Result<Endpoint> parse_kubeconfig(std::string_view text, const std::filesystem::path& directory);
Result<Endpoint> read_kubeconfig(const std::filesystem::path& path);

}  // namespace sluice::remote
