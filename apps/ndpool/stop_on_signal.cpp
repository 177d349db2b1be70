#include "stop_on_signal.hpp"

#include <unistd.h>

#include <csignal>

namespace ndpool::command {

namespace {

/// A signal handler can reach nothing but what is global.
StopSource source;
volatile std::sig_atomic_t received = SIGINT;

extern "C" void end_at_once(int /*signal*/) {
    std::signal(received, SIG_DFL);
    std::raise(received);
}

extern "C" void request_stop(int signal) {
    constexpr unsigned patience_seconds = 3;
    received = signal;
    source.request();
    std::signal(signal, SIG_DFL);
    std::signal(SIGALRM, end_at_once);
    alarm(patience_seconds);
}

}  // namespace

StopOnSignal::StopOnSignal() : scope_(source) {
    for (const int signal : {SIGINT, SIGTERM}) {
        // A program that was started with the signal ignored, such as by nohup, keeps ignoring it.
        if (std::signal(signal, request_stop) == SIG_IGN) {
            std::signal(signal, SIG_IGN);
        }
    }
}

StopOnSignal::~StopOnSignal() {
    for (const int signal : {SIGINT, SIGTERM}) {
        if (std::signal(signal, SIG_DFL) == SIG_IGN) {
            std::signal(signal, SIG_IGN);
        }
    }
}

void end_by_signal() {
    alarm(0);
    std::signal(received, SIG_DFL);
    std::raise(received);
    _exit(128 + received);
}

}  // namespace ndpool::command
