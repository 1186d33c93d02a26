import { toUuid } from '../../domain/ids.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isSamePerson, notUsable, ofOtherPerson } from '../properties/index.ts';
import type { EquipmentRow } from './queries.ts';
import type { UpdateEquipmentBody } from './schemas.ts';

/** Finds those of the jobs that exist. Jobs can name machines, so they are above and pass this function in. */
export type FindJobs = (tx: Tx, jobIds: readonly string[]) => Promise<{ lead_id: string }[]>;

const DATES = ['installed_on', 'manufacturer_warranty_until', 'labour_warranty_until'];

export function checkEquipment(body: Record<string, unknown>): { errors: FieldError[] } {
  const outside = DATES.filter((name) => isOutsideSupportedRange(body[name]));
  return {
    errors: outside.map((name) => {
      const detail = `The field ${name} must be ${SUPPORTED_RANGE}.`;
      return { pointer: `/${name}`, code: 'out_of_range', detail };
    }),
  };
}

/** The machine after the change. The job that installed it is one of the person whose place it is in. */
export async function changedEquipment(
  tx: Tx,
  before: EquipmentRow,
  leadId: string,
  body: UpdateEquipmentBody,
  findJobs: FindJobs,
): Promise<EquipmentRow> {
  const {
    installed_by_job_id,
    manufacturer_warranty_until: parts = before.manufacturer_warranty_ends_on,
    labour_warranty_until: labour = before.labour_warranty_ends_on,
    ...others
  } = body;
  return {
    ...before,
    ...others,
    manufacturer_warranty_ends_on: parts,
    labour_warranty_ends_on: labour,
    installed_by_job_id:
      installed_by_job_id === undefined
        ? before.installed_by_job_id
        : await readJob(tx, installed_by_job_id, leadId, findJobs),
  };
}

async function readJob(
  tx: Tx,
  publicId: string | null,
  leadId: string,
  findJobs: FindJobs,
): Promise<string | null> {
  if (publicId === null || publicId === '') return null;
  const jobId = toUuid('job', publicId);
  const [job] = jobId === null ? [] : await findJobs(tx, [jobId]);
  if (job === undefined) throw notUsable('installed_by_job_id', 'unknown_job', 'job');
  if (await isSamePerson(tx, job.lead_id, leadId)) return jobId;
  throw ofOtherPerson('installed_by_job_id', 'job');
}
