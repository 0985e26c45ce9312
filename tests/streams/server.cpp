// SPDX-License-Identifier: Apache-2.0
//
// The API server with a test kubelet and one running pod, for real clients:
//   streams_server KUBECONFIG POD_IP
// writes a kubeconfig there and serves until its standard input ends.
#include "apiserver/server.h"

#include <unistd.h>

#include <cstdio>

#include "base/files.h"
#include "base/text.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/registry.h"
#include "store/store.h"
#include "test_kubelet.h"

namespace sluice::streams {
namespace {

constexpr const char* kNode = R"({"metadata":{"name":"node-1"}})";
constexpr const char* kPod =
    R"({"metadata":{"name":"web"},"spec":{"nodeName":"node-1","containers":[
        {"name":"main","image":"i","stdin":true,"tty":true},{"name":"side","image":"i"}]}})";
constexpr const char* kStatus = R"({"status":{"phase":"Running","containerStatuses":[
      {"name":"main","ready":true,"restartCount":0,"image":"i","imageID":"","state":{"running":{}}},
      {"name":"side","ready":true,"restartCount":0,"image":"i","imageID":"","state":{"running":{}}}
    ]}})";

Result<void> fill(registry::Registry& registry, const char* pod_ip) {
  TRY(registry.bootstrap());
  TRY_ASSIGN(auto node, json::parse(kNode));
  TRY(registry.create(api::kinds::node(), "", std::move(node)));
  TRY_ASSIGN(auto pod, json::parse(kPod));
  TRY(registry.create(api::kinds::pod(), "default", std::move(pod)));
  TRY_ASSIGN(auto status, json::parse(kStatus));
  status["status"]["podIP"] = pod_ip;
  TRY(registry.patch(api::kinds::pod(), {.key = {"default", "web"},
                                         .patch = {client::PatchType::kMerge, std::move(status)},
                                         .subresource = "status"}));
  return {};
}

std::string kubeconfig(const http::ClientOptions& options) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: t\ncontexts:\n- name: t\n  context: "
         "{cluster: t, user: t}\nclusters:\n- name: t\n  cluster:\n    server: https://127.0.0.1:" +
         std::to_string(options.port) +
         "\n    certificate-authority-data: " + base64_encode(options.ca_pem) +
         "\nusers:\n- name: t\n  user:\n    client-certificate-data: " +
         base64_encode(options.certificate_pem) +
         "\n    client-key-data: " + base64_encode(options.key_pem) + "\n";
}

Result<void> serve(const char* path, const char* pod_ip) {
  RealClock clock;
  TRY_ASSIGN(const auto store, store::open_store(store::memory_backend()));
  registry::Registry registry(*store, clock);
  TRY(fill(registry, pod_ip));
  TestKubelet kubelet;
  const http::TestPki pki;
  TRY_ASSIGN(const auto server,
             http::serve(pki.server_options(),
                         apiserver::make_handler(
                             {.registry = registry, .pods = &kubelet, .clock = clock})));
  TRY(write_file_atomic(
      path, kubeconfig(pki.client_options(server->port(), "tester", {"system:masters"}))));
  char byte = 0;
  while (::read(0, &byte, 1) > 0) {
  }
  return {};
}

}  // namespace
}  // namespace sluice::streams

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s KUBECONFIG POD_IP\n", argv[0]);
    return 2;
  }
  const auto served = sluice::streams::serve(argv[1], argv[2]);
  if (!served) {
    std::fprintf(stderr, "%s\n", served.error().message.c_str());
    return 1;
  }
  return 0;
}
