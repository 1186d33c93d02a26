import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { readEquipmentOfJob } from '../equipment/index.ts';
import { type ClaimRow, claims, toClaim } from './claim-queries.ts';
import { claimFields, WarrantyClaim } from './claim-schemas.ts';
import { warrantyClaimOpened } from './events.ts';
import type { FullJob } from './job-row.ts';
import { lockJob } from './queries.ts';
import {
  bookVisitOfJob,
  CLAIM_VISIT_TYPE,
  jobVisitErrors,
  jobVisitFields,
  visitOf,
  visitRefusals,
} from './visit.ts';
import { withWarnings } from './visit-warnings.ts';

const CreateWarrantyClaimBody = closedObject(
  'CreateWarrantyClaim',
  'What is wrong, and optionally the appointment to book.',
  { ...claimFields, ...jobVisitFields },
  {
    example: {
      description: 'The pilot light goes out every night.',
      starts_at: '2027-03-04T13:00:00-08:00',
    },
  },
);

export const createWarrantyClaim = mutation({
  id: 'createWarrantyClaim',
  method: 'POST',
  path: '/v1/jobs/{id}/warranty-claims',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write'],
  summary: 'Open a warranty claim',
  description:
    'Opens a claim for a job whose warranty is running. With `starts_at`, an appointment for the job is booked in the same transaction; its type is `warranty` unless you send another one. If the time is taken, the request is refused with `slot_taken` and no claim is opened. What is unusual about the time is in `warnings`.',
  body: CreateWarrantyClaimBody,
  responses: creates(WarrantyClaim, 'The new claim.'),
  problems: [...BOOKING_PROBLEMS, 'not_in_warranty', 'person_erased'],
  check: (body) => ({ errors: jobVisitErrors(body) }),
  refusals: visitRefusals,
  async run(tx, { params, body }) {
    const job = await lockJob(tx, params.id);
    assertInWarranty(job);
    const visit = visitOf(body);
    const machine = await readEquipmentOfJob(tx, body.equipment_id, job);
    const booked =
      visit && (await bookVisitOfJob(tx, job.job_id, { type: CLAIM_VISIT_TYPE, ...visit }));
    const row: ClaimRow = {
      claim_id: newUuid(),
      job_id: job.job_id,
      lifecycle_number: job.lifecycle_number,
      status: 'open',
      description: body.description,
      equipment_id:
        body.equipment_id === undefined ? job.equipment_id : (machine?.equipment_id ?? null),
      resolution: null,
      appointment_id: booked?.row.appointment_id ?? null,
      closed_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    claims.insert(tx, row);
    const claim = toClaim(row);
    tx.emit(job.lifecycle_number, pendingEvent(warrantyClaimOpened, claim));
    return { status: 201, body: withWarnings(claim, booked ? [booked] : [], tx.now) };
  },
});

function assertInWarranty({ status }: FullJob): void {
  if (status === 'in_warranty') return;
  throw conflict(
    'not_in_warranty',
    `The warranty of this job is not running: the job is ${status}. Create another job for the work instead.`,
  );
}
