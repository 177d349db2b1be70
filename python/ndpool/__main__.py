"""``python -m ndpool`` is the command."""
import signal
import sys


def main() -> int:
    from ._command import run

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
