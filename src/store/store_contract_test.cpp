// SPDX-License-Identifier: Apache-2.0
#include "store/store_contract.h"

#include "base/files.h"

namespace sluice::store {
namespace {

// The directory lives as long as the backend in it.
class ScratchBackend final : public Backend {
 public:
  Result<Loaded> load() override { return backend_->load(); }
  Result<void> append(const std::vector<RecordPtr>& changes) override {
    return backend_->append(changes);
  }
  Result<void> compact(Revision revision) override { return backend_->compact(revision); }

 private:
  TemporaryDirectory directory_;
  std::unique_ptr<Backend> backend_ = std::move(sqlite_backend(directory_.path() / "db")).value();
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Memory, StoreContract, testing::Values(BackendFactory(memory_backend)));

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreContract, testing::Values(BackendFactory([] {
                           return std::unique_ptr<Backend>(std::make_unique<ScratchBackend>());
                         })));

}  // namespace sluice::store
