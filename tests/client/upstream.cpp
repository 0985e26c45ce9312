// SPDX-License-Identifier: Apache-2.0
#include "upstream.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <csignal>

#include "base/unique_fd.h"
#include "base/waiting.h"
#include "remote/http_client.h"

namespace sluice::client {
namespace {

constexpr std::chrono::seconds kStartTimeout{90};

// A port nobody listens on now.
std::uint16_t free_port() {
  const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  CHECK(::bind(fd.get(), generic, size) == 0 && ::getsockname(fd.get(), generic, &size) == 0);
  return ntohs(address.sin_port);
}

[[noreturn]] void become(char* const* argv, const char* log, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(127);
  }
  const int fd = ::open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(fd, STDOUT_FILENO);
  ::dup2(fd, STDERR_FILENO);
  ::execv(argv[0], argv);
  ::_exit(127);
}

}  // namespace

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& argv,
                                            const std::filesystem::path& log) {
  std::vector<char*> words;
  for (const std::string& word : argv) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    return tl::unexpected(errno_error("starting " + argv[0]));
  }
  if (pid == 0) {
    become(words.data(), log.c_str(), parent);
  }
  return std::unique_ptr<Child>(new Child(pid));
}

Child::~Child() {
  if (running()) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

bool Child::running() {
  if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) != 0) {
    pid_ = 0;
  }
  return pid_ > 0;
}

Result<std::unique_ptr<Upstream>> Upstream::start(const std::filesystem::path& programs) {
  std::unique_ptr<Upstream> upstream(new Upstream(programs));
  TRY(upstream->start_etcd());
  TRY(upstream->start_api_server());
  TRY(upstream->wait_ready());
  return upstream;
}

Result<void> Upstream::start_etcd() {
  etcd_port_ = free_port();
  const std::string url = "http://127.0.0.1:" + std::to_string(etcd_port_);
  TRY_ASSIGN(etcd_, Child::start({programs_ / "etcd", "--data-dir", scratch_.path() / "etcd",
                                  "--listen-client-urls", url, "--advertise-client-urls", url,
                                  "--listen-peer-urls", "http://127.0.0.1:0", "--unsafe-no-fsync"},
                                 scratch_.path() / "etcd.log"));
  return {};
}

Result<void> Upstream::start_api_server() {
  port_ = free_port();
  const http::ServerOptions tls = pki_.server_options();
  TRY_ASSIGN(const std::string certificate, write("server.crt", tls.certificate_pem));
  TRY_ASSIGN(const std::string key, write("server.key", tls.key_pem));
  TRY_ASSIGN(const std::string client_ca, write("ca.crt", tls.client_ca_pem));
  // Without controllers no service account appears, so pods must not ask for one.
  const std::vector<std::string> argv{
      programs_ / "kube-apiserver",
      "--etcd-servers=http://127.0.0.1:" + std::to_string(etcd_port_),
      "--bind-address=127.0.0.1",
      "--secure-port=" + std::to_string(port_),
      "--tls-cert-file=" + certificate,
      "--tls-private-key-file=" + key,
      "--client-ca-file=" + client_ca,
      "--service-account-key-file=" + certificate,
      "--service-account-signing-key-file=" + key,
      "--service-account-issuer=https://kubernetes.default.svc",
      "--service-cluster-ip-range=10.0.0.0/24",
      "--authorization-mode=RBAC",
      "--disable-admission-plugins=ServiceAccount",
      "--cert-dir=" + (scratch_.path() / "certs").string()};
  TRY_ASSIGN(api_server_, Child::start(argv, scratch_.path() / "kube-apiserver.log"));
  TRY_ASSIGN(client_, remote::connect(remote::Endpoint{
                          .connection = pki_.client_options(port_, "tester", {"system:masters"})}));
  return {};
}

// The namespace default appears a moment after the server listens.
Result<void> Upstream::wait_ready() {
  RealClock clock;
  const SteadyTime deadline = clock.steady() + kStartTimeout;
  while (!client_->get(api::kinds::namespace_(), {"", "default"})) {
    for (const auto& [child, name] :
         {std::pair(etcd_.get(), "etcd"), std::pair(api_server_.get(), "kube-apiserver")}) {
      if (!child->running() || clock.steady() > deadline) {
        return fail(Code::kUnavailable, std::string(name) + " is not up: " + log_end(name));
      }
    }
    pause(clock, std::chrono::milliseconds(50));
  }
  return {};
}

void Upstream::clean() {
  for (const api::Kind* kind : {&api::kinds::config_map(), &api::kinds::pod()}) {
    const auto left = client_->list(*kind, {.ns = "default"});
    for (const ObjectPtr& object : left ? left->items : std::vector<ObjectPtr>()) {
      (void)client_->remove(*kind, api::key(*object), {.grace_period_seconds = 0});
    }
  }
}

Result<std::string> Upstream::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = scratch_.path() / name;
  TRY(write_file_atomic(path, text));
  return path.string();
}

std::string Upstream::log_end(const std::string& program) const {
  const std::string text = read_file(scratch_.path() / (program + ".log")).value_or("no log");
  return text.substr(text.size() - std::min<std::size_t>(text.size(), 2000));
}

}  // namespace sluice::client
