// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <string_view>

#include "slurm/cli_parse.h"
#include "slurm/cli_start.h"
#include "slurm/flags.h"
#include "slurm/gres.h"

// Whatever Slurm's commands print, and whatever flags a user gives, harms nobody.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)sluice::slurm::parse_jobs(text);
  (void)sluice::slurm::parse_accounting(text);
  (void)sluice::slurm::parse_nodes(text);
  (void)sluice::slurm::parse_partitions(text);
  (void)sluice::slurm::parse_submitted(text);
  (void)sluice::slurm::parse_config(text);
  CHECK(sluice::slurm::parse_srun(text).errors.size() <= text.size() + 1);
  sluice::slurm::parse_expected_start(text);
  const auto granted = sluice::slurm::parse_granted(text);
  CHECK(!granted || *granted > 0);
  CHECK(sluice::slurm::parse_slurm_duration(text) >= 0);
  const auto words = sluice::slurm::flag_words({std::string(text)});
  CHECK(!words || words->empty() || words->front().starts_with('-'));
  if (words) {
    (void)sluice::slurm::flag_value(*words, "partition", 'p');
  }
  for (const auto& [name, count] : sluice::slurm::parse_gres(text)) {
    CHECK(!name.empty() && count >= 0);
  }
  return 0;
}
