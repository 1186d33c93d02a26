import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job, JobNote } from '../../../packages/sdk/src/index.ts';
import type { OutboxEntry } from '../../offline/outbox.ts';
import { entryOf, type Work } from '../../offline/work.ts';
import type { JobDetails } from './use-job.ts';
import { jobWithWork } from './with-work.ts';

const at = '2027-03-02T17:00:00.000Z';

/** Only what the rules read. */
function details(notes: readonly Partial<JobNote>[] = []): JobDetails {
  const item = { item_id: 'i1', title: 'Filter', checked_at: null, changed_at: null };
  const job: Partial<Job> = { job_id: 'j1', checklist: [{ ...item, created_at: at }] };
  return {
    job: job as Job,
    visits: [],
    invoices: [],
    notes: notes as readonly JobNote[],
    attachments: [],
    claims: [],
  };
}

function entries(...work: Work[]): OutboxEntry[] {
  return work.map((one, index) => {
    const sent = { key: `k${index}`, made_at: index, refusal: null };
    return { ...entryOf(one), ...sent, id: index + 1 };
  });
}

const check = (is_checked: boolean, job_id = 'j1'): Work => ({
  do: 'check',
  job_id,
  item_id: 'i1',
  is_checked,
  at,
});
const note = (text: string): Work => ({ do: 'note', job_id: 'j1', text, at });

describe('a job without signal', () => {
  it('shows the last tick of each item, with its entry', () => {
    const shown = jobWithWork(details(), entries(check(true), check(false), check(true)));
    assert.equal(shown.job.checklist[0]?.checked_at, at);
    assert.equal(shown.checks.get('i1')?.id, 3);
  });

  it('shows nothing of another job', () => {
    const shown = jobWithWork(details(), entries(check(true, 'j2')));
    assert.equal(shown.job.checklist[0]?.checked_at, null);
    assert.deepEqual([shown.entries, shown.checks.size], [[], 0]);
  });

  it('shows new notes newest first, and each one once when it has arrived', () => {
    const arrived = { text: 'Valve is rusty', written_at: '2027-03-02T17:00:00.400Z' };
    const waiting = entries(note('Valve is rusty'), note('Key is under the mat'));
    const texts = (shown: ReturnType<typeof jobWithWork>) =>
      shown.newNotes.map(({ work }) => work.text);
    assert.deepEqual(texts(jobWithWork(details(), waiting)), [
      'Key is under the mat',
      'Valve is rusty',
    ]);
    assert.deepEqual(texts(jobWithWork(details([arrived]), waiting)), ['Key is under the mat']);
  });

  it('shows a note again that was written before with the same words', () => {
    const earlier = { text: 'No one there', written_at: '2027-03-01T17:00:00.000Z' };
    const shown = jobWithWork(details([earlier]), entries(note('No one there')));
    assert.equal(shown.newNotes.length, 1);
  });

  it('shows photos newest first', () => {
    const photo = (name: string): Work => ({
      do: 'photo',
      job_id: 'j1',
      name,
      content: new Blob(),
      at,
    });
    const shown = jobWithWork(details(), entries(photo('before.jpg'), photo('after.jpg')));
    assert.deepEqual(
      shown.photos.map(({ work }) => work.name),
      ['after.jpg', 'before.jpg'],
    );
  });
});
