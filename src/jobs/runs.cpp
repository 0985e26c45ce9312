// SPDX-License-Identifier: Apache-2.0
#include "jobs/runs.h"

namespace sluice::jobs {
namespace {

tl::unexpected<Error> no_files() {
  return fail(Code::kUnsupported,
              "spec.inputs and spec.results: slurmrestd transfers no files; expected a connection "
              "by SSH");
}

}  // namespace

Error as_refusal(Error said) {
  if (said.code == Code::kForbidden || said.code == Code::kNotFound) {
    said.code = Code::kInvalid;
  }
  return said;
}

Result<WallTime> Runs::time() {
  return fail(Code::kUnsupported, "the time cannot be asked for over this connection");
}

Result<std::string> Runs::make_files_directory(const Run& /*run*/) {
  return no_files();
}

Result<void> Runs::put_file_piece(const Run& /*run*/, const FilePiece& /*piece*/) {
  return no_files();
}

Result<std::int64_t> Runs::file_size(const Run& /*run*/, const std::string& /*path*/) {
  return no_files();
}

Result<std::string> Runs::file_part(const Run& /*run*/, const std::string& /*path*/,
                                    std::int64_t /*offset*/, std::int64_t /*most*/) {
  return no_files();
}

}  // namespace sluice::jobs
