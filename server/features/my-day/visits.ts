import { toPublicIdOrNull } from '../../domain/ids.ts';
import { holds } from '../../platform/auth/scopes.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FullAppointment, toAppointment } from '../calendar/index.ts';
import { dueOf, invoicesOfJobs } from '../invoices/index.ts';
import {
  attachmentsOfJobs,
  findJobs,
  notesOfJobs,
  toAttachment,
  toJob,
  toNote,
} from '../jobs/index.ts';
import { nextStepOf } from './next-step.ts';
import { placesOf } from './queries.ts';

/** A phone without signal has these, and no more of a long job. */
const MAX_RECORDS = 50;

/** What the visits need on site: one statement for each kind of thing, however many visits there are. */
export async function readVisits(
  tx: Tx,
  rows: readonly FullAppointment[],
  scopes: readonly string[],
) {
  const jobIds = [...new Set(rows.flatMap(({ job_id }) => job_id ?? []))];
  const [places, jobs, notes, attachments, invoices] = await Promise.all([
    placesOf(tx, [...new Set(rows.flatMap(({ lead_id }) => lead_id ?? []))]),
    findJobs(tx, jobIds),
    notesOfJobs(tx, jobIds, MAX_RECORDS),
    attachmentsOfJobs(tx, jobIds, MAX_RECORDS),
    holds(scopes, 'invoices:read') ? invoicesOfJobs(tx, jobIds) : [],
  ]);
  const ofJob = <Row extends { job_id: string }>(all: readonly Row[], jobId: string | null) =>
    all.filter((one) => one.job_id === jobId);
  return rows.map((row) => {
    const place = places.find(({ lead_id }) => lead_id === row.lead_id);
    const [job] = ofJob(jobs, row.job_id);
    const due = job ? dueOf(job, ofJob(invoices, row.job_id)) : null;
    return {
      next_step: nextStepOf(row.status, holds(scopes, 'invoices:read') ? due : null),
      appointment: toAppointment(row, tx.now),
      address: row.location?.address ?? place?.address ?? null,
      lead_notes: place?.notes ?? null,
      job: job ? toJob(job) : null,
      notes: ofJob(notes, row.job_id).map(toNote),
      attachments: ofJob(attachments, row.job_id).map(toAttachment),
      due: due && { ...due, invoice_id: toPublicIdOrNull('invoice', due.invoice_id) },
    };
  });
}
