import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID, type Page, pageById } from '../../platform/paging.ts';
import { findJob } from './queries.ts';

/** Columns of every record of a job: notes, attachments and warranty claims. */
export interface RecordRow {
  job_id: string;
  lifecycle_number: string;
  created_at: Date;
  updated_at: Date;
}

export const RECORD_COLUMNS = {
  job_id: 'fixed',
  lifecycle_number: 'fixed',
  created_at: 'fixed',
  updated_at: 'value',
} as const;

/** The columns of a new record. */
export function newRecord(
  tx: Tx,
  { job_id, lifecycle_number }: Pick<RecordRow, 'job_id' | 'lifecycle_number'>,
): RecordRow {
  return { job_id, lifecycle_number, created_at: tx.now, updated_at: tx.now };
}

export function toRecord(row: RecordRow) {
  return {
    job_id: toPublicId('job', row.job_id),
    lifecycle_number: row.lifecycle_number,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Reads the rows of one job, newest first. */
export function listOfJob<Row>({ columns }: Table<Row>, name: string, id: string) {
  const page = statement(
    `list_${name}`,
    `select ${columns} from ${name}
     where organization_id = $1 and job_id = $2 and ${id} < $3
     order by ${id} desc limit $4`,
  );
  return (tx: Tx, jobId: string, before: string | null, limit: number) =>
    tx.query<Row>(page, [tx.organizationId, jobId, before ?? LAST_UUID, limit]);
}

/** Reads the newest rows of each of several jobs. */
export function newestOfJobs<Row>({ columns }: Table<Row>, name: string, id: string) {
  const newest = statement(
    `newest_${name}_of_jobs`,
    `select r.* from unnest($2::uuid[]) as wanted (id)
     cross join lateral (
       select ${columns} from ${name}
       where organization_id = $1 and job_id = wanted.id order by ${id} desc limit $3
     ) as r order by r.${id} desc`,
  );
  return (tx: Tx, jobIds: readonly string[], limit: number) =>
    tx.query<Row>(newest, [tx.organizationId, jobIds, limit]);
}

/** What a list of the records of a job runs. An unknown job is 404. */
export function newestOfJob<
  Prefix extends string,
  Row extends { readonly [Column in `${Prefix}_id`]: string },
  Item,
>(prefix: Prefix, rowsOf: ReturnType<typeof listOfJob<Row>>, toItem: (row: Row) => Item) {
  return async (
    tx: Tx,
    { params, query }: { params: { id: string }; query: { limit?: number; cursor?: string } },
  ): Promise<Page<Item>> => {
    const rowsBefore = (before: string | null, limit: number) =>
      rowsOf(tx, params.id, before, limit);
    const page = pageById(query, prefix, rowsBefore, toItem);
    const [, records] = await Promise.all([findJob(tx, params.id), page]);
    return records;
  };
}
