import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound, validationFailed } from '../../platform/errors.ts';
import { findAppointment, isForSomeone } from '../calendar/index.ts';
import { findCustomer } from '../customers/index.ts';
import { findInvoice } from '../invoices/index.ts';
import { fieldOf, KIND_OF, type Purpose } from './link.ts';
import type { CreateLinkBody } from './schemas.ts';

/** What a link opens, and the lifecycle number that it belongs to. */
export interface LinkTarget {
  purpose: Purpose;
  target_id: string;
  lifecycle_number: string;
}

/** Estimates are above links, so the routes pass this function in. */
export type FindEstimate = (tx: Tx, id: string) => Promise<{ lifecycle_number: string }>;

export async function findTarget(
  tx: Tx,
  body: CreateLinkBody,
  findEstimate: FindEstimate,
): Promise<LinkTarget> {
  const { purpose } = body;
  const target_id = toUuid(KIND_OF[purpose], body[fieldOf(purpose)] ?? '');
  if (target_id === null) throw notFound(KIND_OF[purpose]);
  return { purpose, target_id, lifecycle_number: await numberOf(tx, purpose, target_id) };

  async function numberOf(tx: Tx, purpose: Purpose, id: string): Promise<string> {
    switch (purpose) {
      case 'visit':
        return numberOfVisit(tx, id);
      case 'estimate':
        return (await findEstimate(tx, id)).lifecycle_number;
      case 'invoice':
        return (await findInvoice(tx, id)).lifecycle_number;
      case 'profile':
        return (await findCustomer(tx, id)).lifecycle_number;
    }
  }
}

async function numberOfVisit(tx: Tx, id: string): Promise<string> {
  const visit = await findAppointment(tx, id);
  if (isForSomeone(visit) && visit.status !== 'held') return visit.lifecycle_number;
  const detail = 'A hold is not a visit yet. Book it first, then create the link.';
  throw validationFailed([{ pointer: '/appointment_id', code: 'not_allowed', detail }]);
}
