#include "deep.hpp"

#include <future>
#include <new>

#ifdef _WIN32
#include <process.h>
#include <windows.h>
#elif !defined(__EMSCRIPTEN__)
#include <pthread.h>
#endif

namespace mmc::exact {
namespace {

using Work = std::function<void()>;

#ifdef _WIN32
using Thread = HANDLE;

unsigned __stdcall enter(void* work) {
    (*static_cast<Work*>(work))();
    return 0;
}

bool started(Thread& thread, size_t stack_bytes, Work& work) {
    const auto size = static_cast<unsigned>(stack_bytes);
    thread = reinterpret_cast<HANDLE>(
        _beginthreadex(nullptr, size, enter, &work, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr));
    return thread != nullptr;
}

void join(Thread thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#elif defined(__EMSCRIPTEN__)
// A browser runs the search in the one thread that it gives to Python.
using Thread = int;

bool started(Thread&, size_t, Work&) { return false; }

void join(Thread) {}
#else
using Thread = pthread_t;

void* enter(void* work) {
    (*static_cast<Work*>(work))();
    return nullptr;
}

bool started(Thread& thread, size_t stack_bytes, Work& work) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const bool done = pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
                      pthread_create(&thread, &attributes, enter, &work) == 0;
    pthread_attr_destroy(&attributes);
    return done;
}

void join(Thread thread) { pthread_join(thread, nullptr); }
#endif

}  // namespace

bool DeepThreads::start(size_t stack_bytes, Work work) {
    auto kept = std::make_unique<Work>(std::move(work));
    Thread thread{};
    running_.reserve(running_.size() + 1);
    if (!started(thread, stack_bytes, *kept)) return false;
    running_.emplace_back(kept.release(), [thread](Work* done) {
        join(thread);
        delete done;
    });
    return true;
}

#ifdef __EMSCRIPTEN__
void run_deep(size_t, const Work& work, const Work& meanwhile) {
    work();
    meanwhile();
}
#else
void run_deep(size_t stack_bytes, const Work& work, const Work& meanwhile) {
    std::packaged_task<void()> task(work);
    std::future<void> ended = task.get_future();
    DeepThreads thread;
    if (!thread.start(stack_bytes, [&] { task(); })) throw std::bad_alloc();
    while (ended.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) meanwhile();
    ended.get();
}
#endif

}  // namespace mmc::exact
