export const RUN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'completed',
  'stopped',
  'failed',
  'canceled',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The filters of the list of runs, as they are in its address. */
export interface RunSearch {
  playbook?: string;
  number?: string;
  status?: RunStatus;
  late?: boolean;
}

/** What is not understood is left out. */
export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const { playbook, number, late } = search;
  const status = RUN_STATUSES.find((one) => one === search.status);
  return {
    ...(typeof playbook === 'string' && playbook !== '' && { playbook }),
    // An address with `number=100042` has it as a number.
    ...((typeof number === 'string' || typeof number === 'number') &&
      number !== '' && { number: String(number) }),
    ...(status && { status }),
    ...(late === true && { late }),
  };
}

export function readPlaybooksSearch({ archived }: Record<string, unknown>): { archived?: true } {
  return archived === true ? { archived } : {};
}

export function readNewSearch({ from }: Record<string, unknown>): { from?: string } {
  return typeof from === 'string' ? { from } : {};
}
