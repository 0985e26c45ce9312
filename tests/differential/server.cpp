// SPDX-License-Identifier: Apache-2.0
//
// The API server alone, as `sluice up` has it but without controllers and kubelet, which would
// change what clients just wrote:
//   differential_server DIRECTORY
// writes ca.crt, admin.crt, admin.key and then port there, and serves until its standard input
// ends.
#include "apiserver/server.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "auth/bootstrap.h"
#include "base/files.h"
#include "http/test_pki.h"
#include "registry/registry.h"
#include "store/store.h"

namespace sluice {
namespace {

Result<void> announce(const std::filesystem::path& directory, const http::ClientOptions& admin) {
  TRY(write_file_atomic(directory / "ca.crt", admin.ca_pem));
  TRY(write_file_atomic(directory / "admin.crt", admin.certificate_pem));
  TRY(write_file_atomic(directory / "admin.key", admin.key_pem));
  return write_file_atomic(directory / "port", std::to_string(admin.port));
}

Result<void> serve(const std::filesystem::path& directory) {
  RealClock clock;
  TRY_ASSIGN(const auto store, store::open_store(store::memory_backend()));
  registry::Registry registry(*store, clock);
  TRY_ASSIGN(auto services, registry::AddressRange::parse("10.0.0.0/24"));  // as when recorded
  registry.allocate_from(std::move(services));
  TRY(registry.bootstrap());
  TRY(auth::bootstrap_policy(registry));
  const http::TestPki pki;
  http::ServerOptions options = pki.server_options();
  options.max_body = 2 * apiserver::kMaxBody;
  options.refuse = apiserver::refuse_unseen;
  TRY_ASSIGN(const auto server,
             http::serve(options, apiserver::make_handler({.registry = registry, .clock = clock})));
  TRY(announce(directory, pki.client_options(server->port(), "tester", {"system:masters"})));
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) > 0) {
  }
  server->stop();
  return {};
}

}  // namespace
}  // namespace sluice

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
    return 2;
  }
  const auto served = sluice::serve(argv[1]);
  if (!served) {
    std::fprintf(stderr, "%s\n", served.error().message.c_str());
    return 1;
  }
  return 0;
}
