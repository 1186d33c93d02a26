import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** Where the records of each section are, and by what they are found: `$2` are numbers, `$3` ids of leads. */
const TABLES = {
  properties: 'properties',
  equipment: 'equipment',
  appointments: 'appointments',
  jobs: 'jobs',
  invoices: 'invoices',
  estimates: 'estimates',
  communications: 'communications',
  opt_outs: 'opt_outs',
  follow_ups: 'follow_ups',
  receipts: 'source_receipts',
};
const BY_LEAD: ReadonlySet<string> = new Set(['follow_ups', 'receipts']);

export type Section = keyof typeof TABLES;

const selectFilled = statement(
  'select_filled_sections',
  Object.entries(TABLES)
    .map(([section, table]) => {
      const [key, keys] = BY_LEAD.has(section) ? ['lead_id', '$3'] : ['lifecycle_number', '$2'];
      return `select '${section}' as section, ${key}::text as key from ${table}
        where organization_id = $1 and ${key} = any (${keys}) group by ${key}`;
    })
    .join(' union all '),
);

/** The numbers and leads that have records in a section. Most people have few: nothing is read for the others. */
export type FilledSections = ReadonlyMap<string, ReadonlySet<string>>;

export async function findFilledSections(
  tx: Tx,
  numbers: readonly string[],
  leadIds: readonly string[],
): Promise<FilledSections> {
  const values = [tx.organizationId, numbers, leadIds];
  const rows = await tx.query<{ section: string; key: string }>(selectFilled, values);
  const keys = Map.groupBy(rows, ({ section }) => section);
  return new Map([...keys].map(([section, of]) => [section, new Set(of.map(({ key }) => key))]));
}
