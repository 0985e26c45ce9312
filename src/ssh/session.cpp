// SPDX-License-Identifier: Apache-2.0
#include "ssh/session.h"

#include <unistd.h>

#include <algorithm>

#include "ssh/known_hosts.h"

namespace sluice::ssh {
namespace {

using Key = std::unique_ptr<ssh_key_struct, decltype(&::ssh_key_free)>;

}  // namespace

void Session::Free::operator()(ssh_session session) const {
  library->disconnect(session);
  library->free_session(session);
}

Session::Session(const Library& library, Handle handle)
    : library_(&library),
      counter_(std::make_unique<ssh_counter_struct>()),
      handle_(std::move(handle)) {
  library.set_counters(handle_.get(), counter_.get(), nullptr);
}

Result<Session> Session::login(const Library& library, const Endpoint& endpoint,
                               Duration patience) {
  Session session(library, Handle(library.new_session(), Free{&library}));
  ssh_session raw = session.get();
  if (raw == nullptr) {
    return fail(Code::kInternal, "libssh has no memory for a session");
  }
  const unsigned int port = endpoint.port;
  const auto whole = std::chrono::ceil<std::chrono::seconds>(patience).count();
  const long seconds = static_cast<long>(std::max<std::int64_t>(1, whole));
  const bool off = false;
  const auto set = [&](ssh_options_e option, const void* value) {
    return library.options_set(raw, option, value) == SSH_OK;
  };
  // Nothing of this machine's user has a say: no configuration, no files of known hosts, no agent.
  if (!set(SSH_OPTIONS_PROCESS_CONFIG, &off) || !set(SSH_OPTIONS_HOST, endpoint.host.c_str()) ||
      !set(SSH_OPTIONS_PORT, &port) || !set(SSH_OPTIONS_USER, endpoint.user.c_str()) ||
      !set(SSH_OPTIONS_TIMEOUT, &seconds) || !set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null") ||
      !set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null")) {
    return fail(Code::kInvalid, to_string(endpoint) + ": " + session.error());
  }
  const std::string types = known_key_types(library, endpoint);
  if (!types.empty() && !set(SSH_OPTIONS_HOSTKEYS, types.c_str())) {
    return fail(Code::kInvalid, to_string(endpoint) + ": " + session.error());
  }
  if (endpoint.jump != nullptr) {
    TRY_ASSIGN(session.tunnel_, Tunnel::open(library, *endpoint.jump, endpoint, patience));
    const socket_t socket = session.tunnel_->take_socket();
    if (!set(SSH_OPTIONS_FD, &socket)) {
      ::close(socket);
      return fail(Code::kInternal, to_string(endpoint) + ": " + session.error());
    }
  }
  if (library.connect(raw) != SSH_OK) {
    return fail(Code::kUnavailable,
                "connecting to " + to_string(endpoint) + ": " + session.error());
  }
  TRY(session.check_host(endpoint));
  TRY(session.authenticate(endpoint));
  library.set_blocking(raw, 0);
  return session;
}

Result<void> Session::check_host(const Endpoint& endpoint) const {
  ssh_key raw = nullptr;
  if (library_->get_server_key(get(), &raw) != SSH_OK) {
    return fail(Code::kUnavailable, to_string(endpoint) + " shows no host key: " + error());
  }
  const Key key(raw, library_->free_key);
  return check_host_key(*library_, endpoint, key.get());
}

Result<void> Session::authenticate(const Endpoint& endpoint) const {
  const int open_to_all = library_->auth_none(get(), nullptr);
  if (open_to_all == SSH_AUTH_SUCCESS) {
    return {};
  }
  if (open_to_all == SSH_AUTH_ERROR) {
    return fail(Code::kUnavailable, to_string(endpoint) + ": " + error());
  }
  return endpoint.private_key.empty() ? with_password(endpoint) : with_key(endpoint);
}

Result<void> Session::with_key(const Endpoint& endpoint) const {
  ssh_key raw = nullptr;
  const char* passphrase = endpoint.passphrase.empty() ? nullptr : endpoint.passphrase.c_str();
  if (library_->import_key(endpoint.private_key.c_str(), passphrase, nullptr, nullptr, &raw) !=
      SSH_OK) {
    return fail(
        Code::kInvalid,
        passphrase == nullptr
            ? "the private key cannot be read: expected PEM or OpenSSH's format without a "
              "passphrase, or its passphrase"
            : "the private key cannot be read: it is not in PEM or OpenSSH's format, or the "
              "passphrase does not fit");
  }
  const Key key(raw, library_->free_key);
  switch (library_->auth_key(get(), nullptr, key.get())) {
    case SSH_AUTH_SUCCESS:
      return {};
    case SSH_AUTH_ERROR:
      return fail(Code::kUnavailable, to_string(endpoint) + ": " + error());
    default:
      return fail(Code::kUnauthorized, to_string(endpoint) + " does not accept the private key");
  }
}

// Some hosts know passwords only as the answer to a question.
Result<void> Session::with_password(const Endpoint& endpoint) const {
  const int methods = library_->auth_methods(get(), nullptr);
  int outcome = SSH_AUTH_DENIED;
  if ((methods & SSH_AUTH_METHOD_PASSWORD) != 0) {
    outcome = library_->auth_password(get(), nullptr, endpoint.password.c_str());
  }
  if (outcome == SSH_AUTH_DENIED && (methods & SSH_AUTH_METHOD_INTERACTIVE) != 0) {
    outcome = answer_prompts(endpoint.password);
  }
  switch (outcome) {
    case SSH_AUTH_SUCCESS:
      return {};
    case SSH_AUTH_ERROR:
      return fail(Code::kUnavailable, to_string(endpoint) + ": " + error());
    default:
      return fail(Code::kUnauthorized, to_string(endpoint) + " does not accept the password");
  }
}

int Session::answer_prompts(const std::string& password) const {
  constexpr int kMostRounds = 4;
  int outcome = library_->auth_interactive(get(), nullptr, nullptr);
  for (int round = 0; outcome == SSH_AUTH_INFO && round < kMostRounds; ++round) {
    const int prompts = library_->interactive_prompts(get());
    for (int i = 0; i < prompts; ++i) {
      library_->interactive_answer(get(), static_cast<unsigned>(i), password.c_str());
    }
    outcome = library_->auth_interactive(get(), nullptr, nullptr);
  }
  return outcome;
}

}  // namespace sluice::ssh
