import type { OutboxEntry } from '../../offline/outbox.ts';
import { afterCheck, hasArrived } from '../../offline/shown-work.ts';
import { type Work, workOf } from '../../offline/work.ts';
import type { JobDetails } from './use-job.ts';

/** Work of one kind that is not sent yet. */
export interface Waiting<Kind extends Work['do']> {
  entry: OutboxEntry;
  work: Extract<Work, { do: Kind }>;
}

export interface JobWithWork extends JobDetails {
  /** What waits for this job, oldest first. */
  entries: readonly OutboxEntry[];
  /** The last change of each item, by its id. */
  checks: ReadonlyMap<string, OutboxEntry>;
  /** Newest first, as what was sent. */
  newNotes: readonly Waiting<'note'>[];
  photos: readonly Waiting<'photo'>[];
}

/** The job as it is after what was done but is not sent yet. Pure. */
export function jobWithWork(details: JobDetails, all: readonly OutboxEntry[]): JobWithWork {
  const { job, notes } = details;
  const entries = all.filter(({ target }) => target === job.job_id);
  const checks = ofKind(entries, 'check');
  return {
    ...details,
    entries,
    job: {
      ...job,
      checklist: checks.reduce((list, { work }) => afterCheck(list, work), job.checklist),
    },
    checks: new Map(checks.map(({ entry, work }) => [work.item_id, entry])),
    newNotes: ofKind(entries, 'note')
      .filter(({ work }) => !hasArrived(work, notes))
      .reverse(),
    photos: ofKind(entries, 'photo').reverse(),
  };
}

function ofKind<Kind extends Work['do']>(
  entries: readonly OutboxEntry[],
  kind: Kind,
): Waiting<Kind>[] {
  return entries.flatMap((entry) => {
    const work = workOf(entry);
    return isKind(work, kind) ? [{ entry, work }] : [];
  });
}

function isKind<Kind extends Work['do']>(
  work: Work,
  kind: Kind,
): work is Extract<Work, { do: Kind }> {
  return work.do === kind;
}
