import type { CollectPayment } from '../../packages/sdk/src/index.ts';
import type { NewEntry, OutboxEntry } from './outbox.ts';

/** What people do on site, also without signal. `at` is when it was done. */
export type Work =
  | { do: 'step'; appointment_id: string; step: WorkStep; at: string }
  | { do: 'check'; job_id: string; item_id: string; is_checked: boolean; at: string }
  | { do: 'note'; job_id: string; text: string; at: string }
  | { do: 'photo'; job_id: string; name: string; content: Blob; at: string }
  | {
      do: 'collect';
      job_id: string;
      amount: number;
      currency: string;
      method: CollectPayment['method'];
      at: string;
    };

/** Work without the time; it is added when it is done. */
export type NewWork = Work extends infer One ? (One extends Work ? Omit<One, 'at'> : never) : never;

export type WorkStep = 'en_route' | 'start' | 'complete' | 'no_show';

/** Steps of a visit in their order; notes, checks and photos of a job in theirs. */
export function entryOf(work: Work): NewEntry {
  const target = work.do === 'step' ? work.appointment_id : work.job_id;
  return { operation: work.do, target, params: { work } };
}

export function workOf({ params }: OutboxEntry): Work {
  // Only `entryOf` makes entries of this outbox.
  return params.work as Work;
}
