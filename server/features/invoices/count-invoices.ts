import Type from 'typebox';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import * as field from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { STATUSES, type Status } from './invoice.ts';
import { isOverdueOn } from './list-invoices-query.ts';
import { findToday } from './queries.ts';

const sum = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const InvoiceCounts = field.closedObject(
  'InvoiceCounts',
  'How many invoices there are, and what they sum to.',
  {
    data: Type.Array(
      Type.Object(
        {
          status: Type.Unsafe<Status>({
            type: 'string',
            enum: [...STATUSES],
            description: 'Status of the invoices.',
            examples: ['sent'],
          }),
          count: sum('Number of invoices.', 12),
          overdue: sum('How many of them are overdue.', 3),
          amounts: Type.Array(
            Type.Object(
              {
                currency: Type.String({ description: 'Currency.', examples: ['USD'] }),
                total: sum('Sum of the totals, in minor units.', 129_900),
                balance: sum('Sum of the balances.', 124_900),
                overdue: sum('Sum of the balances that are overdue.', 0),
              },
              { additionalProperties: false },
            ),
            { description: 'Their sums, one entry per currency.' },
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'One entry per status, also for a status without invoices.' },
    ),
  },
);

export const countInvoices = read({
  id: 'countInvoices',
  path: '/v1/invoices/count',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:read', 'invoices:own'],
  summary: 'Count invoices',
  description:
    'Returns the number of invoices and the sums of their totals and balances for each status, at one moment.',
  responses: returns(InvoiceCounts, 'The counts and sums.'),
  async run(tx) {
    const rows = await countInvoiceRows(tx, await findToday(tx));
    return { data: STATUSES.map((status) => countsOf(status, rows)) };
  },
});

interface InvoiceCountRow {
  status: Status;
  currency: string;
  count: number;
  overdue: number;
  total: number;
  balance: number;
  overdue_balance: number;
}

const countByStatus = statement(
  'count_invoices',
  `select wanted.status, i.* from unnest($3::text[]) as wanted (status)
   cross join lateral (
     select i.currency, count(*) as count, count(*) filter (where ${isOverdueOn('$2')}) as overdue,
            sum(i.total)::bigint as total, sum(i.total - i.paid)::bigint as balance,
            coalesce(sum(i.total - i.paid) filter (where ${isOverdueOn('$2')}), 0)::bigint as overdue_balance
     from invoices i where i.organization_id = $1 and i.status = wanted.status
     group by i.currency order by i.currency
   ) as i`,
);

/** One snapshot of an index that has everything: an invoice that is paid meanwhile is counted exactly once. */
export function countInvoiceRows(tx: Tx, today: string): Promise<InvoiceCountRow[]> {
  return tx.query(countByStatus, [tx.organizationId, today, STATUSES]);
}

function countsOf(status: Status, rows: readonly InvoiceCountRow[]) {
  const own = rows.filter((row) => row.status === status);
  return {
    status,
    count: own.reduce((count, row) => count + row.count, 0),
    overdue: own.reduce((count, row) => count + row.overdue, 0),
    amounts: own.map(({ currency, total, balance, overdue_balance }) => ({
      currency,
      total,
      balance,
      overdue: overdue_balance,
    })),
  };
}
