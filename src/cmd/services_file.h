// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "services/graph.h"

namespace sluice::cmd {

// A file with a document of the kind NodeServices, or what of it is for machines of a pool; empty:
// all. Errors name the file.
Result<services::NodeServices> read_services_file(const std::string& file, const std::string& pool);

// "1.8.3" is 108; Invalid names what was expected.
Result<int> parse_nomad_version(const std::string& text);

}  // namespace sluice::cmd
