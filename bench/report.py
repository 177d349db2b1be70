"""What the comparing scripts share: the report, the machine, where data sets are."""
import os
import platform
import subprocess


class Report:
    """Lines to the terminal and, at the end, to a file."""

    def __init__(self):
        self.lines = []

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def note(self, line):
        """A line that is left out if there is nothing to say."""
        if line:
            self.say(line)

    def write(self, path):
        with open(path, "w") as file:
            file.write("\n".join(self.lines) + "\n")


def machine(ndpool=None):
    """The processor, and the vector variant that a build of ndpool uses on it."""
    with open("/proc/cpuinfo") as text:
        model = next((line.split(":")[1].strip() for line in text if line.startswith("model name")), platform.processor())
    said = f"{model}, {os.cpu_count()} cores"
    if ndpool:
        version = subprocess.run([ndpool, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        said += ", " + version.split(", ")[1]
    return said


def path_of(data, name):
    """The data set of this name in the folder, or None."""
    for candidate in [f"{data}/{name}.zip", f"{data}/{name}", f"{data}/tu/{name}.zip", f"{data}/tu/{name}"]:
        if os.path.exists(candidate):
            return candidate
    return None
