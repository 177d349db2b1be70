"""Python goes on while the library works."""
import threading
import time

import ndpool


def test_the_lock_of_the_interpreter_is_released():
    """Another thread counts while a pyramid is made; with the lock held it could not."""
    graph = ndpool.generate("erdos-renyi:3000,0.01")
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted.append(time.perf_counter())
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    begin = time.perf_counter()
    ndpool.pyramid(graph, [1], threads=1)
    end = time.perf_counter()
    done.set()
    counter.join()
    assert sum(begin < moment < end for moment in counted) >= 3


def test_threads_of_python_get_the_same_results():
    expected = ndpool.pyramid("sensor:300", [1, 2]).levels[1].adjacency
    found = []
    threads = [threading.Thread(target=lambda: found.append(ndpool.pyramid("sensor:300", [1, 2]).levels[1].adjacency)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(one == expected for one in found)
