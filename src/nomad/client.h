// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/client.h"
#include "json/value.h"
#include "nomad/answers.h"

namespace sluice::nomad {

struct ClientOptions {
  std::string address = "http://127.0.0.1:4646";
  std::string token;  // sent as a header, never shown
  std::string space = "default";
  std::string region;
  std::string ca_pem;  // who must have signed the server's certificate; empty: the system's
};

// Nomad's HTTP API as far as services need it. Thread-safe. Errors carry Nomad's own words;
// Conflict: the job was changed since it was planned.
class Client {
 public:
  Client(ClientOptions options, std::unique_ptr<http::Client> http);

  Result<std::string> version();       // of the agent: "1.6.5"
  Result<bool> lifts_memory_limits();  // whether memory_max counts (MemoryOversubscriptionEnabled)

  Result<Plan> plan(const json::Value& job);
  // Only while the job is the one that was planned against (EnforceIndex); 0: none is there.
  Result<void> register_job(const json::Value& job, std::int64_t job_modify_index);
  Result<std::int64_t> job_version(const std::string& job);  // NotFound: there is none
  Result<void> stop(const std::string& job);
  // The only way that a system job's dead allocation is replaced.
  Result<void> evaluate(const std::string& job);

  // Those that begin so and are not stopped, whoever has them.
  Result<std::vector<KnownJob>> jobs(const std::string& prefix);

  // Answers at once when something changed behind `index`, which is updated, else after `wait` at
  // the latest. 0: answers at once.
  Result<std::vector<Allocation>> allocations(const std::string& job, std::int64_t& index,
                                              Duration wait);

 private:
  Result<http::ClientResponse> send(const char* method, const std::string& path, std::string query,
                                    const json::Value& body, Duration timeout);
  Result<json::Value> ask(const char* method, const std::string& path,
                          const std::string& query = "", const json::Value& body = {});

  const ClientOptions options_;
  const std::unique_ptr<http::Client> http_;
};

Result<std::unique_ptr<Client>> connect(ClientOptions options);

}  // namespace sluice::nomad
