// SPDX-License-Identifier: Apache-2.0
#include "ssh/library.h"

#include <dlfcn.h>

#include <string>

namespace sluice::ssh {
namespace {

constexpr const char* kFile = "libssh.so.4";

// Fills a library's pointers and remembers what was missing.
class Finder {
 public:
  explicit Finder(void* handle) : handle_(handle) {}

  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(handle_, name));
    if (function == nullptr) {
      missing_ += (missing_.empty() ? "" : ", ") + std::string(name);
    }
  }
  const std::string& missing() const { return missing_; }

 private:
  void* handle_;
  std::string missing_;
};

Result<Library> open_library() {
  void* handle = ::dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    return fail(Code::kNotFound, "connections by SSH need libssh 0.10 or newer (" +
                                     std::string(kFile) +
                                     ", Debian's package libssh-4): " + ::dlerror());
  }
  Library library;
  Finder finder(handle);
  finder.find("ssh_new", library.new_session);
  finder.find("ssh_free", library.free_session);
  finder.find("ssh_options_set", library.options_set);
  finder.find("ssh_connect", library.connect);
  finder.find("ssh_disconnect", library.disconnect);
  finder.find("ssh_is_connected", library.is_connected);
  finder.find("ssh_get_error", library.get_error);
  finder.find("ssh_set_blocking", library.set_blocking);
  finder.find("ssh_set_counters", library.set_counters);
  finder.find("ssh_send_keepalive", library.send_keepalive);
  finder.find("ssh_get_server_publickey", library.get_server_key);
  finder.find("ssh_known_hosts_parse_line", library.parse_known_host);
  finder.find("ssh_knownhosts_entry_free", library.free_known_host);
  finder.find("ssh_key_free", library.free_key);
  finder.find("ssh_key_cmp", library.compare_keys);
  finder.find("ssh_key_type", library.key_type);
  finder.find("ssh_key_type_to_char", library.key_type_name);
  finder.find("ssh_get_publickey_hash", library.key_hash);
  finder.find("ssh_clean_pubkey_hash", library.free_key_hash);
  finder.find("ssh_get_fingerprint_hash", library.fingerprint);
  finder.find("ssh_string_free_char", library.free_text);
  finder.find("ssh_userauth_none", library.auth_none);
  finder.find("ssh_userauth_list", library.auth_methods);
  finder.find("ssh_userauth_password", library.auth_password);
  finder.find("ssh_userauth_kbdint", library.auth_interactive);
  finder.find("ssh_userauth_kbdint_getnprompts", library.interactive_prompts);
  finder.find("ssh_userauth_kbdint_setanswer", library.interactive_answer);
  finder.find("ssh_pki_import_privkey_base64", library.import_key);
  finder.find("ssh_userauth_publickey", library.auth_key);
  finder.find("ssh_channel_new", library.new_channel);
  finder.find("ssh_channel_free", library.free_channel);
  finder.find("ssh_set_channel_callbacks", library.set_channel_callbacks);
  finder.find("ssh_channel_open_session", library.open_channel);
  finder.find("ssh_channel_request_exec", library.request_exec);
  finder.find("ssh_channel_write", library.write);
  finder.find("ssh_channel_send_eof", library.send_eof);
  finder.find("ssh_channel_open_forward", library.open_forward);
  finder.find("ssh_channel_read_nonblocking", library.read_nonblocking);
  finder.find("ssh_channel_is_eof", library.is_eof);
  finder.find("ssh_get_fd", library.get_fd);
  finder.find("ssh_get_poll_flags", library.poll_flags);
  finder.find("ssh_blocking_flush", library.flush);
  finder.find("ssh_event_new", library.new_event);
  finder.find("ssh_event_free", library.free_event);
  finder.find("ssh_event_add_session", library.event_add_session);
  finder.find("ssh_event_remove_session", library.event_remove_session);
  finder.find("ssh_event_add_fd", library.event_add_fd);
  finder.find("ssh_event_remove_fd", library.event_remove_fd);
  finder.find("ssh_event_dopoll", library.event_poll);
  if (!finder.missing().empty()) {
    return fail(Code::kNotFound, std::string(kFile) + " lacks " + finder.missing() +
                                     ": libssh 0.10 or newer is needed");
  }
  return library;
}

}  // namespace

Result<const Library*> Library::load() {
  static const Result<Library> library = open_library();  // for the whole life of the program
  if (!library) {
    return tl::unexpected(library.error());
  }
  return &*library;
}

}  // namespace sluice::ssh
