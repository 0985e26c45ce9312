// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <string_view>

#include "json/text.h"
#include "slurm/host_list.h"
#include "slurm/rest/answers.h"
#include "slurm/rest/flag_fields.h"
#include "slurm/rest/token.h"

namespace rest = sluice::slurm::rest;

// Whatever slurmrestd answers, a token says or a user wants, harms nobody.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CHECK(sluice::slurm::expand_host_list(text).size() <= 100'000);
  CHECK(rest::read_token(text).expires >= 0);
  for (const rest::ApiVersion& version : rest::known_versions()) {
    sluice::json::Value job = sluice::json::Object{};
    (void)rest::apply_flags(version, {std::string(text)}, job);
  }
  const auto document = sluice::json::parse(text);
  if (!document) {
    return 0;
  }
  const rest::Owner owner{"ann", 0};
  for (const auto& job : rest::read_jobs(*document, owner)) {
    CHECK(job.id != 0 && job.exit_code >= 0 && job.signal >= 0);
  }
  (void)rest::read_remembered_jobs(*document, owner);
  CHECK(rest::fingerprint_of_jobs(*document, owner) != 0);
  CHECK(rest::read_last_update(*document) >= 0);
  auto nodes = rest::read_nodes(*document);
  rest::add_memberships(nodes, *document);
  for (const auto& partition : rest::read_partitions(*document)) {
    CHECK(partition.max_time_seconds >= 0);
  }
  (void)rest::read_ping(*document);
  (void)rest::read_submitted(*document);
  (void)rest::read_errors(*document);
  (void)rest::choose_version(*document);
  return 0;
}
