// SPDX-License-Identifier: Apache-2.0
//
// What idle watches cost the server in memory:
//   bench_watches http1 N PID   N watches, each a TLS connection of its own
//   bench_watches http2 N PID   N watches, 100 on each connection
// Expects KUBECONFIG in the environment; PID is the server's. Prints one JSON document.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "base/files.h"
#include "http/http2_test_client.h"
#include "json/text.h"
#include "must.h"
#include "remote/kubeconfig.h"

namespace {

using namespace sluice;  // NOLINT: a program of one file

constexpr std::chrono::seconds kPatience{60};
constexpr int kStreamsPerConnection = 100;
const std::string kTarget = "/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=3600";

double resident_kib(const std::string& pid) {
  const std::string status = must(read_file("/proc/" + pid + "/status"), "reading the server's");
  return std::stod(status.substr(status.find("VmRSS:") + 6));
}

SteadyTime soon() {
  return RealClock().steady() + kPatience;
}

// One connection per watch; the connections stay open as long as what is returned.
std::vector<http::Client::Opened> watch_http1(const http::ClientOptions& options, int count) {
  const auto client = must(http::make_client(options), "connecting");
  std::vector<http::Client::Opened> watches;
  for (int i = 0; i < count; ++i) {
    watches.push_back(must(client->open({.target = kTarget}, kPatience), "watching"));
    if (watches.back().lines == nullptr) {
      die("refused: " + watches.back().refused.body);
    }
  }
  return watches;
}

std::vector<std::unique_ptr<http::Http2TestConnection>> watch_http2(
    const http::ClientOptions& options, int count) {
  std::vector<std::unique_ptr<http::Http2TestConnection>> connections;
  for (int i = 0; i < count; ++i) {
    if (i % kStreamsPerConnection == 0) {
      connections.push_back(must(http::Http2TestConnection::open(options, soon()), "connecting"));
    }
    auto& connection = *connections.back();
    const auto id = connection.ask({.target = kTarget});
    must(connection.until([&] { return connection.answers[id].status == 200; }, soon()),
         "watching");
  }
  return connections;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string protocol = argc > 1 ? argv[1] : "";
  const int count = argc > 2 ? std::atoi(argv[2]) : 0;
  const std::string pid = argc > 3 ? argv[3] : "";
  if ((protocol != "http1" && protocol != "http2") || count <= 0 || pid.empty()) {
    die("usage: bench_watches http1|http2 N PID");
  }
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const auto endpoint =
      must(remote::read_kubeconfig(std::filesystem::path(std::getenv("KUBECONFIG"))), "KUBECONFIG");
  const double before = resident_kib(pid);
  double after = 0;
  if (protocol == "http1") {
    const auto watches = watch_http1(endpoint.connection, count);
    after = resident_kib(pid);
  } else {
    const auto connections = watch_http2(endpoint.connection, count);
    after = resident_kib(pid);
  }
  std::cout << json::write(json::Object{{"protocol", protocol},
                                        {"watches", count},
                                        {"grown_mib", (after - before) / 1024},
                                        {"kib_per_watch", (after - before) / count}})
            << "\n";
  return 0;
}
