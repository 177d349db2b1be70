#!/usr/bin/env bash
# sbatch --array=1-8 examples/slurm_parts.sh DATASET NAME: coarsens one of the array's parts of a dataset into NAME.partK. After the last one:
# ndpool merge NAME.part* -o NAME. Options after NAME are passed on to ndpool coarsen. Also for mpirun -n 8, which numbers its tasks itself.
set -euo pipefail

if [ -n "${SLURM_ARRAY_TASK_ID-}" ]; then
  part=$SLURM_ARRAY_TASK_ID
  count=${SLURM_ARRAY_TASK_COUNT:-$SLURM_ARRAY_TASK_MAX}
else
  part=$((${OMPI_COMM_WORLD_RANK:-0} + 1))
  count=${OMPI_COMM_WORLD_SIZE:-1}
fi
exec "${NDPOOL:-ndpool}" coarsen "$1" -o "$2.part$part" --part "$part/$count" "${@:3}"
