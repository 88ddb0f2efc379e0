// Interruptible work: long loops call work() often, which checks now and then whether to continue.
#pragma once

#include <cstdint>

namespace mmc {

class Pulse {
public:
    virtual ~Pulse() = default;

    // units: about one per nanosecond of work.
    void work(uint64_t units) {
        spent_ += units;
        if (spent_ >= kEvery) {
            spent_ = 0;
            check();
        }
    }

    uint64_t done = 0;
    uint64_t total = 0;

protected:
    // Throws to stop the work.
    virtual void check() {}

    static constexpr uint64_t kEvery = 2'000'000;

private:
    uint64_t spent_ = 0;
};

}  // namespace mmc
