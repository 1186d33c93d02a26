import { toPublicIdOrNull } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import { findToday } from '../invoices/index.ts';
import { allowedSteps, isAllowed, type Status, type Step, statusOn } from './estimate.ts';
import {
  type EstimateRow,
  findEstimate,
  lockEstimate,
  saveEstimate,
  toEstimate,
} from './queries.ts';
import type { Estimate } from './schemas.ts';

/** Functions that all changes of an estimate share. */

/** A locked version, today’s date for the organization, and its status on this day. */
export interface OpenEstimate {
  before: EstimateRow;
  today: string;
  status: Status;
}

export async function openEstimate(tx: Tx, id: string): Promise<OpenEstimate> {
  // A statement that waits for the lock has values of other tables from before the wait, so it is read by another one.
  const [, before, today] = await Promise.all([
    lockEstimate(tx, id),
    findEstimate(tx, id),
    findToday(tx),
  ]);
  return { before, today, status: statusOn(before, today) };
}

/** Saves the version and emits its events. */
export function changeEstimate(
  tx: Tx,
  { before, today }: OpenEstimate,
  changes: Partial<EstimateRow>,
  ...types: EventType<typeof Estimate>[]
): Estimate {
  const resource = { save: saveEstimate, show: (row: EstimateRow) => toEstimate(row, today) };
  return changeResource(tx, resource, before, changes, ...types);
}

const DETAILS: Record<Exclude<Status, 'viewed'>, [code: string, detail: string]> = {
  draft: [
    'estimate_not_sent',
    'This estimate is a draft, which the customer has not seen. Send it first with POST /v1/estimates/{id}/send.',
  ],
  sent: [
    'estimate_not_draft',
    'This estimate was sent, and only a draft can be changed. Revise it with POST /v1/estimates/{id}/revise.',
  ],
  accepted: [
    'estimate_accepted',
    'This estimate was accepted, and a job was created from it. Create another estimate.',
  ],
  declined: [
    'estimate_declined',
    'This estimate was declined. Revise it with POST /v1/estimates/{id}/revise.',
  ],
  expired: [
    'estimate_expired',
    'This estimate has expired. Revise it with POST /v1/estimates/{id}/revise.',
  ],
  superseded: [
    'estimate_superseded',
    'A newer version has replaced this one: see superseded_by. Use that version.',
  ],
};

/** Refuses a step that the status does not allow. */
export function assertAllowed(step: Step, { before, status }: OpenEstimate): void {
  if (!isAllowed(step, status)) throw stateProblem(before, status);
}

export function stateProblem({ superseded_by }: EstimateRow, status: Status): Problem {
  const [code, detail] = DETAILS[status === 'viewed' ? 'sent' : status];
  return conflict(code, detail, {
    status_now: status,
    allowed: allowedSteps(status),
    superseded_by: toPublicIdOrNull('estimate', superseded_by),
  });
}
