import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { listSpendRows, toSpend } from './queries.ts';
import { ListSpendQuery, Spend } from './schemas.ts';

const POSITION = /^(\d{4}-\d{2}-\d{2}) ([\s\S]*)$/;

export const listSpend = read({
  id: 'listSpend',
  path: '/v1/spend',
  tag: 'Reports',
  resource: 'spend',
  scopes: ['spend:read'],
  summary: 'List what was spent',
  description: 'Returns what was spent on each source and day, the newest days first.',
  query: ListSpendQuery,
  ignoresEmpty: true,
  responses: pagesOf(Spend, 'What was spent, the newest days first.'),
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const [, date = '9999-12-31', source = ''] = readCursor(query.cursor, POSITION) ?? [];
    const filters = {
      source: query.source ?? null,
      from: query.from ?? '0001-01-01',
      to: query.to ?? '9999-12-30',
    };
    const rows = await listSpendRows(tx, filters, [date, source], limit + 1);
    return pageOf(rows, limit, toSpend, (row) => `${row.spent_on} ${row.source}`);
  },
});
