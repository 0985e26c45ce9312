// SPDX-License-Identifier: Apache-2.0
//
// The client contract over HTTPS, against the embedded API server and against upstream's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "apiserver/server.h"
#include "client/client_contract.h"
#include "http/test_pki.h"
#include "registry/test_cluster.h"
#include "remote/http_client.h"
#include "upstream.h"

namespace sluice::client {
namespace {

// The whole API server in this process, on a store in memory.
class EmbeddedCluster final : public ClientUnderTest {
 public:
  EmbeddedCluster()
      : server_(http::serve(pki_.server_options(),
                            apiserver::make_handler(
                                {.registry = cluster_.registry, .clock = cluster_.clock}))
                    .value()),
        client_(
            remote::connect(remote::Endpoint{.connection = pki_.client_options(
                                                 server_->port(), "tester", {"system:masters"})})
                .value()) {}
  Client& client() override { return *client_; }
  bool forget_history() override {
    return cluster_.store->compact(cluster_.store->revision()).has_value();
  }

 private:
  registry::TestCluster cluster_;
  http::TestPki pki_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<Client> client_;
};

const char* upstream_programs() {
  return std::getenv("KUBEBUILDER_ASSETS");
}

// One server for all tests, since starting it takes seconds. Without it none of them can go on.
Upstream& shared_upstream() {
  static const Result<std::unique_ptr<Upstream>> upstream = Upstream::start(upstream_programs());
  if (!upstream) {
    std::cerr << upstream.error().message << "\n";
    std::exit(1);
  }
  return **upstream;
}

class UpstreamCluster final : public ClientUnderTest {
 public:
  UpstreamCluster() { shared_upstream().clean(); }
  ~UpstreamCluster() override { shared_upstream().clean(); }
  Client& client() override { return shared_upstream().client(); }
};

template <class Cluster>
std::unique_ptr<ClientUnderTest> fresh() {
  return std::make_unique<Cluster>();
}

std::vector<ClientFactory> upstream_factories() {
  return upstream_programs() == nullptr ? std::vector<ClientFactory>()
                                        : std::vector<ClientFactory>{fresh<UpstreamCluster>};
}

TEST(Upstream, Starts) {
  if (upstream_programs() == nullptr) {
    GTEST_SKIP() << "no upstream to compare with: set KUBEBUILDER_ASSETS to a folder that holds "
                    "kube-apiserver and etcd";
  }
  shared_upstream();
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Embedded, ClientContract,
                         testing::Values(ClientFactory(fresh<EmbeddedCluster>)));
INSTANTIATE_TEST_SUITE_P(Upstream, ClientContract, testing::ValuesIn(upstream_factories()));

}  // namespace sluice::client
