#!/usr/bin/env bash
# slurm_parts_test.sh NDPOOL PROJECT: examples/slurm_parts.sh, started as Slurm and as mpirun start it, gives the undivided dataset.
set -euo pipefail
export NDPOOL=$1
script=$2/examples/slurm_parts.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$NDPOOL" coarsen bench:easy-small -o whole --quiet > /dev/null
for task in 1 2 3; do
  SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 "$script" bench:easy-small slurm --quiet > /dev/null
  OMPI_COMM_WORLD_RANK=$((task - 1)) OMPI_COMM_WORLD_SIZE=3 "$script" bench:easy-small ranks --quiet > /dev/null
done
for name in slurm ranks; do
  "$NDPOOL" merge $name.part* -o $name --quiet > /dev/null
  diff -r -x manifest.json whole $name
done
