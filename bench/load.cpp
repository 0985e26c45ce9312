// SPDX-License-Identifier: Apache-2.0
//
// Load on a Kubernetes API server, whoever's it is, over TLS with keep-alive:
//   bench_load create COUNT CONNECTIONS NAMESPACE   pods of 2 kB, made by as many clients at once
//   bench_load get    COUNT CONNECTIONS NAMESPACE   one of those pods, again and again
//   bench_load list   COUNT CONNECTIONS any         all pods there are
//   bench_load fanout COUNT WATCHES NAMESPACE       ConfigMaps at 5 a second until every watch told
//   bench_load filtered COUNT WATCHES NAMESPACE     the same with objects of 2 kB and a label selector
// Expects KUBECONFIG in the environment; prints one JSON document.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>
#include <iostream>
#include <latch>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/worker_pool.h"
#include "http/client.h"
#include "http/sockets.h"
#include "http/tls.h"
#include "json/text.h"
#include "must.h"
#include "remote/kubeconfig.h"

namespace {

using namespace sluice;  // NOLINT: a program of one file
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::chrono::seconds kPatience{60};
constexpr std::chrono::milliseconds kBetweenEvents{200};
constexpr std::string_view kStamp = "\"stamp\":\"";  // when an event was made

struct Load {
  http::ClientOptions server;
  int count = 0;
  int clients = 0;
  std::string ns;
  bool filtered = false;  // watches select by label

  std::string path(const std::string& rest) const { return "/api/v1/namespaces/" + ns + rest; }
};

double since(Clock::time_point start) {
  return Milliseconds(Clock::now() - start).count();
}

std::string pod(const std::string& name) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
         R"(","labels":{"app":"bench","tier":"load"}},"spec":{"restartPolicy":"Never",)"
         R"("automountServiceAccountToken":false,"terminationGracePeriodSeconds":0,)"
         R"("containers":[{"name":"c","image":"registry.local/app:1","command":["sleep","60"],)"
         R"("env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],)"
         R"("resources":{"requests":{"cpu":"100m","memory":"64Mi"},)"
         R"("limits":{"cpu":"1","memory":"128Mi"}}}]}})";
}

http::ClientRequest create_pod(const Load& load, int i) {
  return {.method = "POST",
          .target = load.path("/pods"),
          .content_type = "application/json",
          .body = pod("load-" + std::to_string(i))};
}

http::ClientRequest get_pod(const Load& load, int) {
  return {.target = load.path("/pods/load-7")};
}

http::ClientRequest list_pods(const Load&, int) {
  return {.target = "/api/v1/pods"};
}

http::ClientResponse ask(http::Client& client, const http::ClientRequest& request) {
  auto response = must(client.send(request, kPatience), request.method.c_str());
  if (response.status / 100 != 2) {
    die(request.method + " " + request.target + ": " + response.body);
  }
  return response;
}

double percentile(std::vector<double>& sorted, double part) {
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

int report(std::vector<double> milliseconds, double seconds, std::size_t bytes) {
  std::sort(milliseconds.begin(), milliseconds.end());
  std::cout << json::write(
                   json::Object{{"per_second", static_cast<double>(milliseconds.size()) / seconds},
                                {"p50_ms", percentile(milliseconds, 0.5)},
                                {"p99_ms", percentile(milliseconds, 0.99)},
                                {"bytes", bytes}})
            << "\n";
  return 0;
}

// Every client has a connection of its own and asks again as soon as it is answered.
int run(const Load& load, http::ClientRequest (*make)(const Load&, int)) {
  std::vector<std::vector<double>> samples(static_cast<std::size_t>(load.clients));
  std::atomic<int> next = 0;
  std::atomic<std::size_t> bytes = 0;  // of the last answer
  std::latch connected(load.clients + 1);
  std::vector<std::jthread> clients;
  for (auto& own : samples) {
    clients.emplace_back([&] {
      const auto client = must(http::make_client(load.server), "connecting");
      ask(*client, {.target = "/version"});
      connected.arrive_and_wait();
      for (int i = next++; i < load.count; i = next++) {
        const http::ClientRequest request = make(load, i);
        const auto start = Clock::now();
        bytes = ask(*client, request).body.size();
        own.push_back(since(start));
      }
    });
  }
  connected.arrive_and_wait();
  const auto start = Clock::now();
  clients.clear();
  const double seconds = since(start) / 1000;
  std::vector<double> all;
  for (const auto& own : samples) {
    all.insert(all.end(), own.begin(), own.end());
  }
  return report(std::move(all), seconds, bytes);
}

std::string stamp() {
  return std::to_string(Clock::now().time_since_epoch().count());
}

// From the moment before the request that makes the event until a watch has its line; `stamp` is
// where the line tells that moment.
double age_ms(const char* stamp) {
  const Clock::duration then(std::atoll(stamp));
  return Milliseconds(Clock::now().time_since_epoch() - then).count();
}

// Behind the stamp of a line, nothing where there is none. memmem, since std::string_view stops at
// every quotation mark, which costs as much as reading the line from the socket.
const char* stamp_in(std::string_view line) {
  const void* found = ::memmem(line.data(), line.size(), kStamp.data(), kStamp.size());
  return found == nullptr ? nullptr : static_cast<const char*>(found) + kStamp.size();
}

void make_events(const Load& load, http::Client& client) {
  const auto start = Clock::now();
  const std::string rest = load.filtered ? R"(","more":")" + std::string(2000, 'x') : "";
  for (int i = 0; i < load.count; ++i) {
    std::this_thread::sleep_until(start + i * kBetweenEvents);
    ask(client, {.method = "POST",
                 .target = load.path("/configmaps"),
                 .content_type = "application/json",
                 .body = R"({"metadata":{"generateName":"e-","labels":{"wanted":"yes"}},)"
                         R"("data":{"stamp":")" +
                         stamp() + rest + R"("}})"});
  }
}

// A watch over a connection of its own, of which nobody waits for any one: a thread for each would
// cost more than the server that is measured.
class WatchConnection {
 public:
  WatchConnection(SSL_CTX* context, const http::ClientOptions& server, const std::string& target)
      : socket_(must(http::TlsSocket::connected(
                         context, must(http::connect_to(server.host, server.port, soon()), "watch"),
                         server.host),
                     "watch")) {
    drive([&] { return must(socket_.handshake(), "handshake"); });
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: " + server.host +
                                "\r\nAccept: application/json\r\n\r\n";
    drive([&] { return must(socket_.write(request), "watching").next; });
    while (input_.find("\r\n\r\n") == std::string::npos) {
      drive([&] { return take(); });
    }
    if (!input_.starts_with("HTTP/1.1 200")) {
      die("watching: " + input_);
    }
    input_.clear();
  }

  int fd() const { return socket_.fd(); }

  // Adds the age of every event that has arrived.
  void collect(std::vector<double>& ages) {
    // Not asked again when nothing is left in it: the socket says so itself, and this program
    // shares its processors with the server it measures.
    while (take() == http::TlsSocket::Next::kDone && socket_.has_pending()) {
    }
    std::size_t begin = 0;
    for (std::size_t end = input_.find('\n'); end != std::string::npos;
         end = input_.find('\n', begin)) {
      const char* stamp = stamp_in(std::string_view(input_).substr(begin, end - begin));
      if (stamp != nullptr) {  // else the end of a chunk
        ages.push_back(age_ms(stamp));
      }
      begin = end + 1;
    }
    input_.erase(0, begin);
  }

 private:
  static SteadyTime soon() { return RealClock().steady() + kPatience; }

  template <class Step>
  void drive(const Step& step) {
    for (auto next = step(); next != http::TlsSocket::Next::kDone; next = step()) {
      const bool write = next == http::TlsSocket::Next::kWaitWrite;
      must(http::wait_for(fd(), write ? POLLOUT : POLLIN, soon()), "watching");
    }
  }

  http::TlsSocket::Next take() {
    std::array<char, 16384> bytes;
    const auto got = must(socket_.read(bytes), "watching");
    if (got.next == http::TlsSocket::Next::kClosed) {
      die("the server ended a watch");
    }
    input_.append(bytes.data(), got.next == http::TlsSocket::Next::kDone ? got.bytes : 0);
    return got.next;
  }

  http::TlsSocket socket_;
  std::string input_;
};

// Waits for these watches until each had `events`, on a thread of its own.
std::vector<double> collect_events(std::span<const std::unique_ptr<WatchConnection>> watches,
                                   std::size_t events) {
  const UniqueFd readable(::epoll_create1(EPOLL_CLOEXEC));
  for (const auto& watch : watches) {
    epoll_event interest{.events = EPOLLIN, .data = {.ptr = watch.get()}};
    ::epoll_ctl(readable.get(), EPOLL_CTL_ADD, watch->fd(), &interest);
  }
  std::vector<double> ages;
  ages.reserve(watches.size() * events);
  std::array<epoll_event, 64> ready{};
  while (ages.size() < watches.size() * events) {
    const int many = ::epoll_wait(readable.get(), ready.data(), ready.size(), 60'000);
    if (many <= 0) {
      die("events are missing");
    }
    for (int i = 0; i < many; ++i) {
      static_cast<WatchConnection*>(ready[static_cast<std::size_t>(i)].data.ptr)->collect(ages);
    }
  }
  return ages;
}

// As many readers as there are processors, so that the last event is not waiting for one of them
// while another is idle.
std::vector<double> collect_events_in_parallel(
    const std::vector<std::unique_ptr<WatchConnection>>& watches, std::size_t events) {
  const std::size_t readers = std::min(usable_cores(), watches.size());
  std::vector<std::future<std::vector<double>>> parts;
  for (std::size_t i = 0; i < readers; ++i) {
    const std::size_t begin = watches.size() * i / readers;
    const std::size_t end = watches.size() * (i + 1) / readers;
    parts.push_back(std::async(std::launch::async, collect_events,
                               std::span(watches).subspan(begin, end - begin), events));
  }
  std::vector<double> all;
  for (auto& part : parts) {
    const std::vector<double> ages = part.get();
    all.insert(all.end(), ages.begin(), ages.end());
  }
  return all;
}

int fanout(const Load& load) {
  const auto client = must(http::make_client(load.server), "connecting");
  const auto list =
      must(json::parse(ask(*client, {.target = load.path("/configmaps")}).body), "listing");
  const std::string target = load.path("/configmaps?watch=1&resourceVersion=") +
                             list.at("metadata", "resourceVersion").as_string() +
                             (load.filtered ? "&labelSelector=wanted%3Dyes" : "");
  const auto context =
      must(http::client_tls_context({load.server.certificate_pem, load.server.key_pem},
                                    load.server.ca_pem),
           "TLS");
  std::vector<std::unique_ptr<WatchConnection>> watches;
  for (int i = 0; i < load.clients; ++i) {
    watches.push_back(std::make_unique<WatchConnection>(context.get(), load.server, target));
  }
  const auto start = Clock::now();
  const std::jthread maker([&] { make_events(load, *client); });
  std::vector<double> ages =
      collect_events_in_parallel(watches, static_cast<std::size_t>(load.count));
  return report(std::move(ages), since(start) / 1000, 0);
}

void allow_many_files() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace

int main(int argc, char** argv) {
  const char* config = std::getenv("KUBECONFIG");
  if (argc != 5 || config == nullptr) {
    die("usage: KUBECONFIG=FILE bench_load create|get|list|fanout|filtered COUNT CLIENTS NAMESPACE");
  }
  allow_many_files();
  const auto endpoint = must(remote::read_kubeconfig(std::filesystem::path(config)), config);
  const std::string mode = argv[1];
  const Load load{endpoint.connection, std::atoi(argv[2]), std::atoi(argv[3]), argv[4],
                  mode == "filtered"};
  if (mode == "create") {
    return run(load, create_pod);
  }
  if (mode == "get") {
    return run(load, get_pod);
  }
  return mode == "list" ? run(load, list_pods) : fanout(load);
}
