/**
 * What a thread is doing, in memory that it shares with its owner: a thread that is busy reads no messages, and so
 * cannot be asked. The index of the job and the processor time of the thread when the job began.
 */
export type Progress = Float64Array<SharedArrayBuffer>;

const INDEX = 0;
const BEGAN_CPU_MS = 1;
const NONE = -1;

export function newProgress(): Progress {
  return new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)).fill(NONE);
}

/** Called in the thread. */
export function beginJob(progress: Progress, index: number): void {
  progress[BEGAN_CPU_MS] = milliseconds(process.threadCpuUsage());
  progress[INDEX] = index;
}

/** Called in the thread. */
export function endJobs(progress: Progress): void {
  progress[INDEX] = NONE;
}

export function milliseconds({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1_000;
}

/** The job that a thread is at; null if it has finished them. */
export function currentJob(progress: Progress): { index: number; beganCpuMs: number } | null {
  const index = progress[INDEX] ?? NONE;
  return index === NONE ? null : { index, beganCpuMs: progress[BEGAN_CPU_MS] ?? 0 };
}
