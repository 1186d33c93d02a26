import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlaybookStep, PlaybookVersion } from '../../../packages/sdk/src/index.ts';
import { changesBetween } from './version-diff.ts';

const NAMES = { users: [], teams: [], templates: [] };
const wait = (id: string, duration: string): PlaybookStep => ({
  id,
  do: 'wait',
  with: { duration },
});
const task = (id: string, title: string): PlaybookStep => ({
  id,
  do: 'create_task',
  with: { title },
});
const version = (steps: PlaybookStep[], more: Partial<PlaybookVersion> = {}): PlaybookVersion => ({
  playbook_id: 'playbook_1',
  version: 1,
  trigger: { event: 'lead.qualified' },
  stop_on: [],
  steps,
  concurrency: null,
  once_per: 'person',
  created_by: { type: 'user', id: null, name: 'Rosa' },
  created_at: '2027-03-01T00:00:00.000Z',
  ...more,
});

describe('the changes between two versions', () => {
  it('name steps that were added, removed and changed in words', () => {
    const changes = changesBetween(
      version([wait('pause', 'PT5M'), task('call', 'Call')]),
      version([wait('pause', 'PT10M'), task('visit', 'Visit')]),
      NAMES,
    );
    assert.deepEqual(changes, [
      { kind: 'removed', title: 'Task for the office, due at once: Call' },
      { kind: 'changed', title: 'pause', before: 'Wait 5 minutes', after: 'Wait 10 minutes' },
      { kind: 'added', title: 'Task for the office, due at once: Visit' },
    ]);
  });

  it('call only the step that moved moved', () => {
    const [a, b, c] = [task('a', 'A'), task('b', 'B'), task('c', 'C')];
    const changes = changesBetween(version([a, b, c]), version([c, a, b]), NAMES);
    assert.deepEqual(
      changes.map(({ kind, title }) => [kind, title.at(-1)]),
      [['moved', 'C']],
    );
  });

  it('tell the start and the rules', () => {
    const steps = [task('a', 'A')];
    const changes = changesBetween(
      version(steps),
      version(steps, { trigger: { manual: true }, stop_on: ['lead.*'], concurrency: 3 }),
      NAMES,
    );
    assert.deepEqual(
      changes.map(({ before, after }) => [before, after]),
      [
        ['Lead qualified', 'Only by hand'],
        ['Nothing', 'Lead: everything'],
        ['No limit', '3'],
      ],
    );
  });

  it('are none if nothing changed', () => {
    const one = version([wait('pause', 'PT5M')]);
    assert.deepEqual(changesBetween(one, one, NAMES), []);
  });
});
