import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findCustomer } from '../customers/index.ts';
import { readPlaceOf } from '../equipment/index.ts';
import { readAssignee } from '../organizations/index.ts';
import { changeJob } from './change-job.ts';
import { contractColumns, contractErrors, contractOf } from './contract.ts';
import { jobAssigned, jobUpdated } from './events.ts';
import { addJobKeys } from './find-keys.ts';
import { UpdateJobBody } from './job-bodies.ts';
import { type FullJob, toJob } from './job-row.ts';
import { lockJob } from './queries.ts';
import { Job } from './schemas.ts';

export const updateJob = mutation({
  id: 'updateJob',
  method: 'PATCH',
  path: '/v1/jobs/{id}',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write'],
  summary: 'Update a job',
  description:
    'Changes the fields that you send; null clears a field. `warranty_months` cannot be changed after the warranty was enrolled. A change of `assigned_to` emits `job.assigned`; all other changes emit `job.updated`.',
  body: UpdateJobBody,
  responses: returns(Job, 'The changed job.'),
  problems: ['warranty_enrolled', 'contract_signed', 'person_erased'],
  check: (body) => ({ errors: contractErrors(body) }),
  async run(tx, { params, body }) {
    const before = await lockJob(tx, params.id);
    const after: FullJob = {
      ...before,
      title: body.title?.trim() ?? before.title,
      service: body.service === undefined ? before.service : body.service,
      ...(body.contract === undefined ? {} : await contractColumns(tx, body.contract)),
      warranty_months: body.warranty_months ?? before.warranty_months,
      assigned_to:
        body.assigned_to === undefined
          ? before.assigned_to
          : await readAssignee(tx, body.assigned_to),
      ...(await readPlaceOf(tx, body, before.lead_id, before)),
    };
    assertWarrantyUnchanged(before, after);
    assertSignedUnchanged(before, after);
    const changed = Object.keys(changedFields(before, after));
    if (changed.length === 0) return { status: 200, body: toJob(before) };
    if (changed.includes('title')) {
      addJobKeys(tx, after, await findCustomer(tx, before.customer_id));
    }
    const types = [
      ...(changed.some((name) => name !== 'assigned_to') ? [jobUpdated] : []),
      ...(changed.includes('assigned_to') ? [jobAssigned] : []),
    ];
    return { status: 200, body: changeJob(tx, before, after, ...types) };
  },
});

/** The database refuses it too. */
function assertSignedUnchanged(before: FullJob, after: FullJob): void {
  if (before.contract_document_hash === null) return;
  if (isDeepStrictEqual(contractOf(before), contractOf(after))) return;
  throw conflict(
    'contract_signed',
    'The customer signed this contract, so it cannot be changed. Leave out contract, or agree on another estimate.',
  );
}

function assertWarrantyUnchanged(before: FullJob, after: FullJob): void {
  if (before.enrolled_at === null || before.warranty_months === after.warranty_months) return;
  throw conflict(
    'warranty_enrolled',
    `The warranty is already enrolled until ${before.warranty_ends_on}, so its length cannot be changed. Leave out warranty_months.`,
  );
}
