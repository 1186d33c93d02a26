import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { UpdateEstimateBody } from './body-schemas.ts';
import {
  assertAllowed,
  changeEstimate,
  type OpenEstimate,
  openEstimate,
} from './change-estimate.ts';
import { type Content, changedContent, checkContent } from './content.ts';
import { NOT_SENT } from './create-estimate.ts';
import { estimateRevised, estimateSuperseded } from './events.ts';
import { type EstimateRow, insertVersion, toEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

const MAX_VERSIONS = 1000;

export const reviseEstimate = mutation({
  id: 'reviseEstimate',
  method: 'POST',
  path: '/v1/estimates/{id}/revise',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:write', 'estimates:own'],
  summary: 'Revise an estimate',
  description:
    'Creates the next version of a sent, declined or expired estimate, as a draft with the same number. The version before is `superseded` and can no longer be accepted.',
  body: UpdateEstimateBody,
  isBodyOptional: true,
  responses: creates(Estimate, 'The new version.'),
  problems: [
    'estimate_not_sent',
    'estimate_accepted',
    'estimate_superseded',
    'too_many_versions',
    'person_erased',
  ],
  check: checkContent,
  async run(tx, { params, body }) {
    const open = await openEstimate(tx, params.id);
    assertAllowed('revise', open);
    const { before, today } = open;
    if (before.version >= MAX_VERSIONS) throw tooManyVersions();
    // One that has expired needs a new day.
    const kept = { ...before, expires_on: laterOf(before.expires_on, today) };
    const content = await changedContent(tx, kept, body, today);
    return { status: 201, body: addVersion(tx, open, content) };
  },
});

function laterOf(day: string, today: string): string {
  return day >= today ? day : today;
}

function addVersion(tx: Tx, open: OpenEstimate, content: Content): Estimate {
  const { before, today } = open;
  const row: EstimateRow = {
    ...before,
    ...content,
    ...NOT_SENT,
    estimate_id: newUuid(),
    version: before.version + 1,
    supersedes: before.estimate_id,
    created_at: tx.now,
    updated_at: tx.now,
  };
  const replaced = {
    status: 'superseded',
    superseded_by: row.estimate_id,
    superseded_at: tx.now,
  } as const;
  changeEstimate(tx, open, replaced, estimateSuperseded);
  insertVersion(tx, row);
  const estimate = toEstimate(row, today);
  tx.emit(row.lifecycle_number, pendingEvent(estimateRevised, estimate));
  return estimate;
}

function tooManyVersions() {
  const detail = `An estimate can have at most ${MAX_VERSIONS} versions. Create another estimate.`;
  return conflict('too_many_versions', detail);
}
