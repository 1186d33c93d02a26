import { z } from 'zod';
import { answer } from '../answers.ts';
import { fitted, withoutEmpty } from '../compact.ts';
import { tool } from '../tool.ts';
import { optional } from './fields.ts';

export const dispatchBoard = tool({
  name: 'dispatch_board',
  title: 'Dispatch board',
  description: 'The work of a day by user: shifts, appointments, time off, and what is unassigned.',
  kind: 'read',
  operations: ['getDispatchBoard'],
  input: () =>
    z.strictObject({
      date: optional('2027-03-01; default today.'),
      team_id: optional('Only this team.'),
    }),
  async run(parameters, { session }) {
    return answer(fitted(withoutEmpty(await session.read('getDispatchBoard', { parameters }))));
  },
});
