import Type from 'typebox';
import { toPublicId } from '../../domain/ids.ts';
import * as field from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import {
  findFollowUpFigures,
  findPlaybookFigures,
  findRunFigures,
  MAX_COUNTED,
} from './health-queries.ts';

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const dueTimes = {
  next_due_at: field.nullableTime('When the next one falls due; null if none will.'),
  oldest_late_due_at: field.nullableTime(
    'The due time of the one that is latest; null if none is late.',
  ),
};

const AutomationHealth = field.closedObject(
  'AutomationHealth',
  `How the organization’s automation is doing. Each figure is counted up to ${MAX_COUNTED.toLocaleString('en')}.`,
  {
    status: Type.Unsafe<'ok' | 'late'>({
      type: 'string',
      enum: ['ok', 'late'],
      description: '`late` if anything is late: look whether a worker runs.',
      examples: ['ok'],
    }),
    at: field.time('When this was read.'),
    next_due_at: field.nullableTime('When anything falls due next.'),
    runs: Type.Object(
      {
        queued: count('About to begin, or to go on.', 0),
        running: count('At work.', 2),
        waiting: count('Waiting for a time or an event.', 140),
        held_back: count('Of those queued, held back by their playbook’s own limit.', 0),
        late: count('More than a minute past their time, with nobody at them.', 0),
        failed_last_24h: count('Failed within the last 24 hours.', 1),
        ...dueTimes,
      },
      { additionalProperties: false, description: 'Runs of playbooks.' },
    ),
    follow_ups: Type.Object(
      {
        scheduled: count('To be sent or to fall due later.', 31),
        due: count('Calls and tasks that wait for a person.', 4),
        late: count('More than a minute past their time, and not taken up.', 0),
        failed_last_24h: count('Due within the last 24 hours, and failed.', 0),
        ...dueTimes,
      },
      { additionalProperties: false, description: 'Follow-ups.' },
    ),
    playbooks: Type.Array(
      Type.Object(
        {
          playbook_id: field.id('playbook', 'Id of the playbook.'),
          name: Type.String({ description: 'Its name.', examples: ['Speed to lead'] }),
          enabled: Type.Boolean({ description: 'Whether events begin runs.', examples: [true] }),
          queued: count('Runs about to begin, or to go on.', 0),
          running: count('Runs at work.', 2),
          waiting: count('Runs that wait.', 140),
          failed_last_24h: count('Runs that failed within the last 24 hours.', 1),
        },
        { additionalProperties: false, description: 'One playbook.' },
      ),
      { description: 'The newest two hundred playbooks, each with its runs.' },
    ),
  },
);

export const getAutomationHealth = read({
  id: 'getAutomationHealth',
  path: '/v1/automation/health',
  tag: 'Playbooks',
  resource: 'automation',
  scopes: ['playbooks:read'],
  summary: 'Read the health of the automation',
  description:
    'What waits, what is late and what has failed, in figures: of runs, of follow-ups, and of each playbook.',
  answers: { 200: { description: 'The figures.', body: AutomationHealth } },
  async run(tx) {
    const [runs, followUps, playbooks] = await Promise.all([
      findRunFigures(tx),
      findFollowUpFigures(tx),
      findPlaybookFigures(tx),
    ]);
    const next = [runs.next_due_at, followUps.next_due_at].filter((at) => at !== null);
    const isLate = runs.late > 0 || followUps.late > 0;
    const status: 'late' | 'ok' = isLate ? 'late' : 'ok';
    return {
      status,
      at: tx.now.toISOString(),
      next_due_at: next.sort((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
      runs: withTimes(runs),
      follow_ups: withTimes(followUps),
      playbooks: playbooks.map((one) => ({
        ...one,
        playbook_id: toPublicId('playbook', one.playbook_id),
      })),
    };
  },
});

function withTimes<Figures extends { next_due_at: Date | null; oldest_late_due_at: Date | null }>(
  figures: Figures,
) {
  return {
    ...figures,
    next_due_at: figures.next_due_at?.toISOString() ?? null,
    oldest_late_due_at: figures.oldest_late_due_at?.toISOString() ?? null,
  };
}
