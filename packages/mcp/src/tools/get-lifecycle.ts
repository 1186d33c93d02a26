import { z } from 'zod';
import { answer } from '../answers.ts';
import { brief, fitted, withoutEmpty } from '../compact.ts';
import { asList, asObject, asText } from '../json.ts';
import { tool } from '../tool.ts';
import { optional, text } from './fields.ts';

const PARTS = [
  ...[
    'appointments',
    'estimates',
    'jobs',
    'invoices',
    'follow_ups',
    'communications',
    'playbook_runs',
  ],
];

export const getLifecycle = tool({
  name: 'get_lifecycle',
  title: 'Get lifecycle',
  description:
    'Everything under one number: lead, customer, appointments, estimates, jobs, invoices, messages, follow-ups and the timeline.',
  kind: 'read',
  operations: ['getLifecycle'],
  input: () =>
    z.strictObject({
      lifecycle_number: text('Such as 100042-7.'),
      cursor: optional('next_cursor, for more of the timeline.'),
    }),
  async run(parameters, { session }) {
    const found = asObject(await session.read('getLifecycle', { parameters }));
    const parts = PARTS.map((name) => [name, asList(found[name]).map(brief)]);
    const timeline = asList(found.timeline).map((entry) => {
      const { at, type, summary } = asObject(entry);
      return `${asText(at)} ${asText(type)}: ${asText(summary)}`;
    });
    const { lifecycle_number, merged_into, lead, customer, next_cursor, missing_scopes } = found;
    const whole = { lifecycle_number, merged_into, lead, customer, ...Object.fromEntries(parts) };
    return answer(fitted(withoutEmpty({ ...whole, timeline, next_cursor, missing_scopes })));
  },
});
