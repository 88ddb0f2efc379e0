// Memory that processes of one machine have in common, and that outlives them: a file that all of them map.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#ifndef _WIN32
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace mmc::exact {

// The file may be shorter than what is mapped of it. It is all zeros at first; what is written to is reserved before, as a
// page that the system has not got would end the process.
class SharedBytes {
public:
    // Takes over an open file, and maps it from a multiple of the size of a page on.
    SharedBytes(int file, size_t from, size_t size) : file_(file), from_(from), size_(size) {
#ifndef _WIN32
        struct stat about {};
        if (fstat(file, &about) != 0) throw std::invalid_argument("file: expected the number of an open file");
        void* mapped = size ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(from)) : MAP_FAILED;
        if (mapped == MAP_FAILED) {
            close(file);
            throw std::bad_alloc();
        }
        data_ = mapped;
#else
        throw std::bad_alloc();
#endif
    }
    // Bytes that somebody else has mapped, all of which are there.
    SharedBytes(void* data, size_t size, std::shared_ptr<void> owner) : size_(size), data_(data), owner_(std::move(owner)) {}
    ~SharedBytes() {
#ifndef _WIN32
        if (owner_) return;
        munmap(data_, size_);
        close(file_);
#endif
    }
    SharedBytes(const SharedBytes&) = delete;

    bool reserve(size_t begin, size_t end) {
        if (end > size_) return false;
        if (owner_) return true;
#ifdef __linux__
        int said;
        do said = posix_fallocate(file_, static_cast<off_t>(from_ + begin), static_cast<off_t>(end - begin));
        while (said == EINTR);
        return said == 0;
#elif !defined(_WIN32)
        struct stat about {};
        if (fstat(file_, &about) != 0) return false;
        static const char zeros[1 << 16] = {};
        for (auto at = static_cast<size_t>(about.st_size); at < from_ + end;) {
            const size_t count = at < from_ ? from_ - at : from_ + end - at;
            const ssize_t written = pwrite(file_, zeros, count < sizeof zeros ? count : sizeof zeros, static_cast<off_t>(at));
            if (written <= 0) return false;
            at += static_cast<size_t>(written);
        }
        (void)begin;
        return true;
#else
        (void)begin;
        return false;
#endif
    }

    void* data() const { return data_; }
    size_t size() const { return size_; }

private:
    int file_ = -1;
    size_t from_ = 0, size_ = 0;
    void* data_ = nullptr;
    std::shared_ptr<void> owner_;
};

}  // namespace mmc::exact
