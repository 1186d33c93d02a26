import { knownId } from '../../domain/known-id.ts';
import { notFound } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { type StrandVisits, withStranded } from '../organizations/index.ts';
import { timeOffCreated } from './events.ts';
import { timeOffResource } from './queries.ts';
import { CreateTimeOffBody, NewTimeOff } from './schemas.ts';
import { checkTimeOff } from './time-off.ts';

export const createTimeOff = (strandVisits: StrandVisits) =>
  mutation({
    id: 'createTimeOff',
    method: 'POST',
    path: '/v1/time-off',
    tag: 'Time off',
    resource: 'time off',
    scopes: ['time_off:write'],
    summary: 'Create time off',
    description:
      'Records that a user does not work between two times, regardless of their working hours. It can overlap other time off of the same user. Booked appointments in that time stay assigned; they are listed in `stranded`, and each emits `appointment.stranded`.',
    body: CreateTimeOffBody,
    responses: creates(NewTimeOff, 'The new time off.'),
    undo: 'deleteTimeOff',
    check: checkTimeOff,
    refusals: { time_off_of_a_user: () => notFound('user') },
    async run(tx, { body }) {
      const row = {
        time_off_id: newUuid(),
        user_id: knownId('user', body.user_id),
        starts_at: new Date(body.starts_at),
        ends_at: new Date(body.ends_at),
        reason: body.reason?.trim() || null,
        deleted_at: null,
        created_at: tx.now,
        updated_at: tx.now,
      };
      const timeOff = createResource(tx, timeOffResource, row, timeOffCreated);
      const stranded = await strandVisits(tx, row.user_id, row);
      return { status: 201, body: withStranded(timeOff, stranded) };
    },
  });
