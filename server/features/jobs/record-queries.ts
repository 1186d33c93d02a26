import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { ClaimStatus, JobAttachment, JobNote, WarrantyClaim } from './record-schemas.ts';

/** What every record under a job has. */
interface RecordRow {
  job_id: string;
  lifecycle_number: string;
  created_at: Date;
  updated_at: Date;
}

export interface NoteRow extends RecordRow {
  note_id: string;
  text: string;
  author: string;
}

export interface AttachmentRow extends RecordRow {
  attachment_id: string;
  url: string;
  name: string;
  content_type: string | null;
  size_bytes: number | null;
}

export interface ClaimRow extends RecordRow {
  claim_id: string;
  status: ClaimStatus;
  description: string;
  resolution: string | null;
  appointment_id: string | null;
  closed_at: Date | null;
}

const shared = (row: RecordRow) => ({
  job_id: toPublicId('job', row.job_id),
  lifecycle_number: row.lifecycle_number,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export function toNote(row: NoteRow): JobNote {
  const { text, author } = row;
  return { note_id: toPublicId('note', row.note_id), ...shared(row), text, author };
}

export function toAttachment(row: AttachmentRow): JobAttachment {
  const { url, name, content_type, size_bytes } = row;
  const attachment_id = toPublicId('attachment', row.attachment_id);
  return { attachment_id, ...shared(row), url, name, content_type, size_bytes };
}

export function toClaim(row: ClaimRow): WarrantyClaim {
  return {
    claim_id: toPublicId('claim', row.claim_id),
    ...shared(row),
    status: row.status,
    description: row.description,
    resolution: row.resolution,
    appointment_id: toPublicIdOrNull('appointment', row.appointment_id),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

const SHARED_COLUMNS = 'job_id, lifecycle_number, created_at, updated_at';
const NOTE_COLUMNS = `note_id, text, author, ${SHARED_COLUMNS}`;
const ATTACHMENT_COLUMNS = `attachment_id, url, name, content_type, size_bytes, ${SHARED_COLUMNS}`;
const CLAIM_COLUMNS = `claim_id, status, description, resolution, appointment_id, closed_at,
  ${SHARED_COLUMNS}`;

const sharedValues = (row: RecordRow) => [
  row.job_id,
  row.lifecycle_number,
  row.created_at,
  row.updated_at,
];

const insertNoteRow = statement(
  'insert_job_note',
  `insert into job_notes (organization_id, ${NOTE_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export function insertNote(tx: Tx, row: NoteRow): void {
  const { note_id, text, author } = row;
  tx.query(insertNoteRow, [tx.organizationId, note_id, text, author, ...sharedValues(row)]);
}

const insertAttachmentRow = statement(
  'insert_job_attachment',
  `insert into job_attachments (organization_id, ${ATTACHMENT_COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export function insertAttachment(tx: Tx, row: AttachmentRow): void {
  const { attachment_id, url, name, content_type, size_bytes } = row;
  const own = [attachment_id, url, name, content_type, size_bytes];
  tx.query(insertAttachmentRow, [tx.organizationId, ...own, ...sharedValues(row)]);
}

const insertClaimRow = statement(
  'insert_warranty_claim',
  `insert into warranty_claims (organization_id, ${CLAIM_COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

export function insertClaim(tx: Tx, row: ClaimRow): void {
  const { claim_id, status, description, resolution, appointment_id, closed_at } = row;
  const own = [claim_id, status, description, resolution, appointment_id, closed_at];
  tx.query(insertClaimRow, [tx.organizationId, ...own, ...sharedValues(row)]);
}

const selectClaimRow = statement(
  'select_warranty_claim',
  `select ${CLAIM_COLUMNS} from warranty_claims where organization_id = $1 and claim_id = $2`,
);
const lockClaimRow = statement('lock_warranty_claim', `${selectClaimRow.text} for no key update`);

export function findClaim(tx: Tx, claimId: string): Promise<ClaimRow> {
  return oneClaim(tx, selectClaimRow, claimId);
}

export function lockClaim(tx: Tx, claimId: string): Promise<ClaimRow> {
  return oneClaim(tx, lockClaimRow, claimId);
}

async function oneClaim(tx: Tx, by: Statement, claimId: string): Promise<ClaimRow> {
  const [row] = await tx.query<ClaimRow>(by, [tx.organizationId, claimId]);
  if (!row) throw notFound('warranty claim');
  return row;
}

const updateClaimRow = statement(
  'update_warranty_claim',
  `update warranty_claims
   set status = $3, resolution = $4, appointment_id = $5, closed_at = $6, updated_at = $7
   where organization_id = $1 and claim_id = $2`,
);

export function saveClaim(tx: Tx, row: ClaimRow): void {
  const { claim_id, status, resolution, appointment_id, closed_at, updated_at } = row;
  const values = [status, resolution, appointment_id, closed_at, updated_at];
  tx.query(updateClaimRow, [tx.organizationId, claim_id, ...values]);
}

const selectVisitsOfOpenClaims = statement(
  'select_visits_of_open_claims',
  `select appointment_id from warranty_claims
   where organization_id = $1 and job_id = $2 and status = 'open' and appointment_id is not null`,
);

/** What was claimed while the warranty ran is still owed when the job is closed. */
export async function listVisitsOfOpenClaims(tx: Tx, jobId: string): Promise<string[]> {
  const values = [tx.organizationId, jobId];
  const rows = await tx.query<{ appointment_id: string }>(selectVisitsOfOpenClaims, values);
  return rows.map(({ appointment_id }) => appointment_id);
}

/** Newest first, of one job. */
const listOf = (table: string, id: string, columns: string) => {
  const page = statement(
    `list_${table}`,
    `select ${columns} from ${table}
     where organization_id = $1 and job_id = $2 and ${id} < $3
     order by ${id} desc limit $4`,
  );
  return <Row>(tx: Tx, jobId: string, before: string | null, limit: number) =>
    tx.query<Row>(page, [tx.organizationId, jobId, before ?? LAST_UUID, limit]);
};

export const listNoteRows = listOf('job_notes', 'note_id', NOTE_COLUMNS)<NoteRow>;
export const listAttachmentRows = listOf(
  'job_attachments',
  'attachment_id',
  ATTACHMENT_COLUMNS,
)<AttachmentRow>;
export const listClaimRows = listOf('warranty_claims', 'claim_id', CLAIM_COLUMNS)<ClaimRow>;

const everyClaim = statement(
  'list_every_warranty_claim',
  `select ${CLAIM_COLUMNS} from warranty_claims
   where organization_id = $1 and claim_id < $2 order by claim_id desc limit $3`,
);
const everyClaimOfStatus = statement(
  'list_every_warranty_claim_of_status',
  `select ${CLAIM_COLUMNS} from warranty_claims
   where organization_id = $1 and claim_id < $2 and status = $4 order by claim_id desc limit $3`,
);

/** Newest first, of all jobs. */
export function listEveryClaimRow(
  tx: Tx,
  status: ClaimStatus | null,
  before: string | null,
  limit: number,
): Promise<ClaimRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  if (status === null) return tx.query(everyClaim, values);
  return tx.query(everyClaimOfStatus, [...values, status]);
}
