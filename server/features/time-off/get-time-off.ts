import { read } from '../../platform/http/operation.ts';
import { findTimeOff, toTimeOff } from './queries.ts';
import { TimeOff } from './schemas.ts';

export const getTimeOff = read({
  id: 'getTimeOff',
  path: '/v1/time-off/{id}',
  tag: 'Time off',
  resource: 'time off',
  scopes: ['time_off:read'],
  params: { id: 'time_off' },
  summary: 'Read time off',
  description: 'Answers the time off, deleted or not.',
  answers: { 200: { description: 'The time off.', body: TimeOff } },
  async run(tx, { params }) {
    return toTimeOff(await findTimeOff(tx, params.id));
  },
});
