import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { type ClaimRow, claims, toClaim } from './claim-queries.ts';
import { claimFields, WarrantyClaim } from './claim-schemas.ts';
import { warrantyClaimOpened } from './events.ts';
import type { FullJob } from './job-row.ts';
import { lockJob } from './queries.ts';
import {
  bookVisitOfJob,
  jobVisitErrors,
  jobVisitFields,
  TYPE_OF_CLAIM_VISIT,
  visitOf,
  visitRefusals,
} from './visit.ts';

const CreateWarrantyClaimBody = closedObject(
  'CreateWarrantyClaim',
  'What is wrong, and the appointment to book with it, if one is wanted.',
  { ...claimFields, ...jobVisitFields },
);

export const createWarrantyClaim = mutation({
  id: 'createWarrantyClaim',
  method: 'POST',
  path: '/v1/jobs/{id}/warranty-claims',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write'],
  problems: [
    'not_in_warranty',
    'slot_taken',
    'in_the_past',
    'outside_working_hours',
    'time_off',
    'minimum_notice',
    'beyond_horizon',
    'skill_missing',
  ],
  params: { id: 'job' },
  summary: 'Open a warranty claim',
  description:
    'Keeps what the customer claims while the warranty runs. With `starts_at` an appointment is booked under the job in the same transaction, of the type `warranty` unless another is given: a time that is taken is refused as `slot_taken`, and then nothing is kept.',
  body: CreateWarrantyClaimBody,
  answers: { 201: { description: 'The claim.', body: WarrantyClaim } },
  check: (body) => ({ errors: jobVisitErrors(body) }),
  refusals: visitRefusals,
  async run(tx, { params, body }) {
    const job = await lockJob(tx, params.id);
    assertInWarranty(job);
    const visit = visitOf(body);
    const row: ClaimRow = {
      claim_id: newUuid(),
      job_id: job.job_id,
      lifecycle_number: job.lifecycle_number,
      status: 'open',
      description: body.description,
      resolution: null,
      appointment_id:
        visit && (await bookVisitOfJob(tx, job.job_id, { type: TYPE_OF_CLAIM_VISIT, ...visit })),
      closed_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    claims.insert(tx, row);
    const claim = toClaim(row);
    tx.emit(job.lifecycle_number, pendingEvent(warrantyClaimOpened, claim));
    return { status: 201, body: claim };
  },
});

function assertInWarranty({ status }: FullJob): void {
  if (status === 'in_warranty') return;
  throw conflict(
    'not_in_warranty',
    `This job is ${status}, so there is no warranty to claim. Make another job instead.`,
  );
}
