import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { UpdateEstimateBody } from './body-schemas.ts';
import { assertAllowed, changeEstimate, openEstimate } from './change-estimate.ts';
import { changedContent, checkContent } from './content.ts';
import { estimateUpdated } from './events.ts';
import { toEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

export const updateEstimate = mutation({
  id: 'updateEstimate',
  method: 'PATCH',
  path: '/v1/estimates/{id}',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:write', 'estimates:own'],
  summary: 'Update an estimate',
  description:
    'Changes the fields of a draft that you send. What was sent cannot be changed: revise it.',
  body: UpdateEstimateBody,
  responses: returns(Estimate, 'The changed estimate.'),
  problems: [
    'estimate_not_draft',
    'estimate_accepted',
    'estimate_declined',
    'estimate_expired',
    'estimate_superseded',
    'person_erased',
  ],
  check: checkContent,
  async run(tx, { params, body }) {
    const open = await openEstimate(tx, params.id);
    assertAllowed('update', open);
    const { before, today } = open;
    const content = await changedContent(tx, before, body, today);
    const changed = toEstimate({ ...before, ...content }, today);
    if (Object.keys(changedFields(toEstimate(before, today), changed)).length === 0) {
      return { status: 200, body: changed };
    }
    return { status: 200, body: changeEstimate(tx, open, content, estimateUpdated) };
  },
});
