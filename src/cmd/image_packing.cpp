// SPDX-License-Identifier: Apache-2.0
#include "cmd/image_packing.h"

#include <memory>

#include "cmd/variable.h"
#include "containers/apptainer_runtime.h"
#include "containers/availability.h"
#include "containers/sif.h"

namespace sluice::cmd {

images::Pack packing_for(const std::string& runtime) {
  if (!find_program("apptainer") && !find_program("singularity")) {
    return {};
  }
  const auto chosen = containers::choose_runtime(runtime, temporary_directory());
  const auto program = containers::find_apptainer(chosen.value_or(""));
  if (!program || !containers::can_mount_sif(*program)) {
    return {};
  }
  return [program = *program, runner = std::make_shared<ProcessRunner>()](
             const std::filesystem::path& root, const std::stop_token& stop) {
    return containers::make_sif(program, *runner, root, stop);
  };
}

}  // namespace sluice::cmd
