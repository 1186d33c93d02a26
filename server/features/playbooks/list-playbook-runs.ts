import Type from 'typebox';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import {
  DEFAULT_LIMIT,
  listQuery,
  pageById,
  pageOf,
  pagesOf,
  readCursor,
} from '../../platform/paging.ts';
import { type DuePosition, listLateRows, listRunRows, type RunFilters } from './list-runs-query.ts';
import { PlaybookRun } from './run-schemas.ts';
import { toRun } from './runtime/queries.ts';
import { STATUSES } from './runtime/run.ts';

export const listPlaybookRuns = read({
  id: 'listPlaybookRuns',
  path: '/v1/playbook-runs',
  tag: 'Playbooks',
  resource: 'run',
  scopes: ['playbooks:read'],
  summary: 'List playbook runs',
  description:
    'Lists the runs of your organization, newest first. With `late=true`, lists only runs that are more than a minute past their due time, the oldest due time first. A run must match all filters.',
  query: listQuery({
    playbook_id: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.id,
        description: 'Only runs of this playbook.',
        examples: ['playbook_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: 30,
        description: 'Only runs under this lifecycle number.',
        examples: ['100042-7'],
      }),
    ),
    status: commaList(STATUSES, {
      maxLength: 200,
      description: 'Only runs with one of these statuses.',
      example: 'waiting,failed',
    }),
    late: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Only runs that are more than a minute past their due time.',
        examples: [true],
      }),
    ),
    created_since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only runs that were created at this time or later.',
        examples: ['2027-03-01T00:00:00Z'],
      }),
    ),
  }),
  responses: pagesOf(PlaybookRun, 'The runs.'),
  check: (query) => unknownStatuses(STATUSES, query.status),
  async run(tx, { query }) {
    const filters: RunFilters = {
      playbookId: filterById('playbook', query.playbook_id),
      lifecycleNumber: query.lifecycle_number ?? null,
      statuses: filterByStatus(STATUSES, query.status),
      createdSince: query.created_since === undefined ? null : new Date(query.created_since),
    };
    if (query.late) {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readDuePosition(query.cursor);
      const rows = await listLateRows(tx, filters, after, limit + 1);
      return pageOf(
        rows,
        limit,
        toRun,
        (row) => `${Number(row.due_at)} ${toPublicId('run', row.run_id)}`,
      );
    }
    return pageById(
      query,
      'run',
      (before, limit) => listRunRows(tx, filters, before, limit),
      toRun,
    );
  },
});

function readDuePosition(cursor: string | undefined): DuePosition | null {
  const position = readCursor(cursor, /^(\d{1,15}) (run_\w{26})$/);
  if (position === null) return null;
  const [, dueAt, runId = ''] = position;
  return { dueAt: new Date(Number(dueAt)), runId: toUuid('run', runId) ?? NIL_UUID };
}
