import Type from 'typebox';
import { toPublicId } from '../../domain/ids.ts';
import * as field from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  findFollowUpCounts,
  findPlaybookCounts,
  findRunCounts,
  MAX_COUNTED,
} from './health-queries.ts';

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const dueTimes = {
  next_due_at: field.nullableTime('Due time of the next one; null if none is scheduled.'),
  oldest_late_due_at: field.nullableTime(
    'Due time of the one that has been late the longest; null if none is late.',
  ),
};

const AutomationHealth = field.closedObject(
  'AutomationHealth',
  `Health of the organization’s automation. Each number is counted up to ${MAX_COUNTED.toLocaleString('en')}.`,
  {
    status: Type.Unsafe<'ok' | 'late'>({
      type: 'string',
      enum: ['ok', 'late'],
      description:
        'Overall status. `late` means that at least one run or follow-up is late: check that a worker is running.',
      examples: ['ok'],
    }),
    at: field.time('When these numbers were read.'),
    next_due_at: field.nullableTime(
      'Due time of the next run or follow-up; null if none is scheduled.',
    ),
    runs: Type.Object(
      {
        queued: count('Number of runs that are about to start or continue.', 0),
        running: count('Number of runs that are executing steps.', 2),
        waiting: count('Number of runs that wait for a time or an event.', 140),
        held_back: count(
          'Number of queued runs that are held back by the `concurrency` limit of their playbook.',
          0,
        ),
        late: count(
          'Number of runs that are more than a minute past their due time and that no worker is processing.',
          0,
        ),
        failed_last_24h: count('Number of runs that failed in the last 24 hours.', 1),
        ...dueTimes,
      },
      { additionalProperties: false, description: 'Numbers of playbook runs.' },
    ),
    follow_ups: Type.Object(
      {
        scheduled: count('Number of follow-ups that are scheduled.', 31),
        due: count('Number of calls and tasks that are due and wait for a user.', 4),
        late: count(
          'Number of scheduled follow-ups that are more than a minute past their due time and were not processed.',
          0,
        ),
        failed_last_24h: count(
          'Number of failed follow-ups that were due in the last 24 hours.',
          0,
        ),
        ...dueTimes,
      },
      { additionalProperties: false, description: 'Numbers of follow-ups.' },
    ),
    playbooks: Type.Array(
      Type.Object(
        {
          playbook_id: field.id('playbook', 'Id of the playbook.'),
          name: Type.String({ description: 'Name of the playbook.', examples: ['Speed to lead'] }),
          enabled: Type.Boolean({ description: 'Whether events start runs.', examples: [true] }),
          queued: count('Number of its runs that are about to start or continue.', 0),
          running: count('Number of its runs that are executing steps.', 2),
          waiting: count('Number of its runs that wait for a time or an event.', 140),
          failed_last_24h: count('Number of its runs that failed in the last 24 hours.', 1),
        },
        { additionalProperties: false, description: 'One playbook with its numbers of runs.' },
      ),
      { description: 'The newest 200 playbooks, each with its numbers of runs.' },
    ),
  },
);

export const getAutomationHealth = read({
  id: 'getAutomationHealth',
  path: '/v1/automation/health',
  tag: 'Playbooks',
  resource: 'automation',
  scopes: ['playbooks:read'],
  summary: 'Get automation health',
  description:
    'Returns how many runs and follow-ups are waiting, late and failed, in total and per playbook.',
  responses: returns(AutomationHealth, 'The health of the automation.'),
  async run(tx) {
    const [runs, followUps, playbooks] = await Promise.all([
      findRunCounts(tx),
      findFollowUpCounts(tx),
      findPlaybookCounts(tx),
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
