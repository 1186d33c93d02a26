import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Service } from './schemas.ts';
import { type Definition, undefinedService } from './service.ts';

export interface ServiceRow extends Definition {
  code: string;
  created_at: Date;
  updated_at: Date;
}

const services = table<ServiceRow>('services', {
  code: 'key',
  name: 'value',
  names: 'json',
  duration_minutes: 'value',
  skills: 'value',
  buffer_minutes: 'value',
  price_hint: 'json',
  deposit: 'json',
  crew_size: 'value',
  online: 'value',
  questions: 'json',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { find: findService, lock: lockService } = services.byKey('service');

export function toService({ created_at, updated_at, ...row }: ServiceRow): Service {
  return {
    ...row,
    defined: true,
    count: null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export const serviceResource = { insert: services.insert, save: services.update, show: toService };

/** A service in a list, or a code of leads without a definition. */
export type ListedRow = ServiceRow | CodeInUse;

interface CodeInUse {
  code: string;
  count: number;
}

export function toListedService(row: ListedRow): Service {
  if (!('count' in row)) return toService(row);
  return {
    code: row.code,
    ...undefinedService(row.code),
    defined: false,
    count: row.count,
    created_at: null,
    updated_at: null,
  };
}

interface Page {
  /** Codes after this one. */
  after: string;
  limit: number;
  /** Also codes that leads have without a definition. */
  inUse: boolean;
}

/** In the order of their codes. */
export async function listServiceRows(tx: Tx, { after, limit, inUse }: Page): Promise<ListedRow[]> {
  const values = [tx.organizationId, after, limit];
  const [defined, others] = await Promise.all([
    tx.query<ServiceRow>(selectServices, values),
    inUse ? tx.query<CodeInUse>(selectCodesInUse, values) : [],
  ]);
  const rows: ListedRow[] = [...defined, ...others];
  return rows.sort((a, b) => (a.code < b.code ? -1 : 1)).slice(0, limit);
}

const selectServices = statement(
  'list_services',
  `select ${services.columns} from services
   where organization_id = $1 and code > $2 order by code limit $3`,
);

const selectCodesInUse = statement(
  'list_service_codes_in_use',
  `select n.service_needed as code, count(*)::integer as count
   from (select l.service_needed from leads l where l.organization_id = $1 order by l.lead_id desc limit 100000) as n
   where n.service_needed > $2 collate "C"
     and not exists (select 1 from services s where s.organization_id = $1 and s.code = n.service_needed)
   group by n.service_needed order by n.service_needed collate "C" limit $3`,
);
