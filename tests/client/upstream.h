// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "client/client.h"
#include "http/test_pki.h"

namespace sluice::client {

// A child process, killed on destruction and when this process dies. Its output goes to a file.
class Child {
 public:
  static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& argv,
                                              const std::filesystem::path& log);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  bool running();

 private:
  explicit Child(pid_t pid) : pid_(pid) {}
  pid_t pid_;
};

// Upstream's kube-apiserver on its etcd, from a folder that holds both programs, in a scratch
// directory and on free ports. No controllers run, so nothing but the tests' own objects appears in
// the namespace default. Not thread-safe.
class Upstream {
 public:
  // Ready to serve on return; the error holds the end of the log of what did not start.
  static Result<std::unique_ptr<Upstream>> start(const std::filesystem::path& programs);

  Client& client() { return *client_; }

  // Deletes what tests leave behind.
  void clean();

 private:
  explicit Upstream(std::filesystem::path programs) : programs_(std::move(programs)) {}
  Result<void> start_etcd();
  Result<void> start_api_server();
  Result<void> wait_ready();
  Result<std::string> write(const std::string& name, const std::string& text) const;
  std::string log_end(const std::string& program) const;

  const std::filesystem::path programs_;
  TemporaryDirectory scratch_{"upstream"};
  http::TestPki pki_;
  std::uint16_t etcd_port_ = 0;
  std::uint16_t port_ = 0;
  std::unique_ptr<Child> etcd_;  // outlives the API server
  std::unique_ptr<Child> api_server_;
  std::unique_ptr<Client> client_;
};

}  // namespace sluice::client
