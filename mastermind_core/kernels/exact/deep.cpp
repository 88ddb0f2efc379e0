#include "deep.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>

#ifdef _WIN32
#include <process.h>
#include <windows.h>
#else
#include <pthread.h>
#endif

namespace mmc::exact {

// Not in the nameless namespace: a type that a header declares has one as a member.
struct DeepJob {
    explicit DeepJob(std::function<void()> todo) : work(std::move(todo)) {}

    std::function<void()> work;
    std::exception_ptr error;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;

    void run() {
        try {
            work();
        } catch (...) {
            error = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        ended.notify_one();
    }
};

namespace {

#ifdef _WIN32
using Thread = HANDLE;

unsigned __stdcall enter(void* job) {
    static_cast<DeepJob*>(job)->run();
    return 0;
}

Thread start(size_t stack_bytes, DeepJob& job) {
    const auto thread = _beginthreadex(nullptr, static_cast<unsigned>(stack_bytes), enter, &job,
                                       STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
    if (thread == 0) throw std::bad_alloc();
    return reinterpret_cast<HANDLE>(thread);
}

void join(Thread thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#else
using Thread = pthread_t;

void* enter(void* job) {
    static_cast<DeepJob*>(job)->run();
    return nullptr;
}

Thread start(size_t stack_bytes, DeepJob& job) {
    Thread thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) throw std::bad_alloc();
    const bool started = pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
                         pthread_create(&thread, &attributes, enter, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) throw std::bad_alloc();
    return thread;
}

void join(Thread thread) { pthread_join(thread, nullptr); }
#endif

}  // namespace

void run_deep(size_t stack_bytes, const std::function<void()>& work, const std::function<void()>& meanwhile) {
    DeepJob job(work);
    const Thread thread = start(stack_bytes, job);
    std::unique_lock lock(job.mutex);
    while (!job.ended.wait_for(lock, std::chrono::milliseconds(100), [&] { return job.done; })) {
        lock.unlock();
        meanwhile();
        lock.lock();
    }
    lock.unlock();
    join(thread);
    if (job.error) std::rethrow_exception(job.error);
}

struct DeepThreads::Running {
    explicit Running(std::function<void()> work) : job(std::move(work)) {}
    DeepJob job;
    Thread thread{};
};

DeepThreads::DeepThreads() = default;

DeepThreads::~DeepThreads() {
    for (const auto& one : running_) join(one->thread);
}

bool DeepThreads::start(size_t stack_bytes, std::function<void()> work) {
    auto one = std::make_unique<Running>(std::move(work));
    running_.reserve(running_.size() + 1);
    try {
        one->thread = exact::start(stack_bytes, one->job);
    } catch (const std::bad_alloc&) {
        return false;
    }
    running_.push_back(std::move(one));
    return true;
}

}  // namespace mmc::exact
