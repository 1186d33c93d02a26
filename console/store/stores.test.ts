import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '../../packages/sdk/src/index.ts';
import { jobs, takeEvent } from './stores.ts';

const event = (type: string, seq: number, data: object) =>
  ({ type, seq, data }) as unknown as Event;

describe('the stores', () => {
  it('take the resource of an event, and do not take a note of a job for the job', () => {
    const job = {
      job_id: 'job_1',
      title: 'Roof',
      checklist: [],
      updated_at: '2027-03-01T16:00:00Z',
    };
    const note = { note_id: 'note_1', job_id: 'job_1', updated_at: '2027-03-01T17:00:00Z' };
    takeEvent(event('job.created', 1, job));
    takeEvent(event('job.note_added', 2, note));
    assert.equal(jobs.get('job_1')?.title, 'Roof');
  });
});
