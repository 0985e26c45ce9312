// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "jobs/batch.h"
#include "jobs/index_set.h"
#include "jobs/script_options.h"
#include "slurm/flags.h"

// What users write in batch scripts and Slurm about the tasks of arrays.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)sluice::jobs::option_value(text, "array", 'a');
  if (const auto options = sluice::jobs::script_options(text)) {
    (void)sluice::slurm::flag_words(options->flags);
  }
  if (const auto indices = sluice::jobs::parse_indices(text)) {
    const auto again = sluice::jobs::parse_indices(sluice::jobs::indices_text(*indices));
    CHECK(indices->empty() || again == indices);
  }
  return 0;
}
