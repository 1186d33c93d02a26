import { conflict } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { lockLeadOfLifecycle } from '../../leads/index.ts';
import { answerConsent } from './answer-consent.ts';
import { withCustomer } from './contact.ts';
import { findOptOut, optIn, toOptOut } from './queries.ts';
import { OptOut, RevokeOptOutBody } from './schemas.ts';

export const revokeOptOut = mutation({
  id: 'revokeOptOut',
  method: 'POST',
  path: '/v1/opt-outs/{id}/revoke',
  tag: 'Communications',
  resource: 'opt-out',
  scopes: ['communications:write'],
  problems: ['opted_out_by_text'],
  params: { id: 'opt_out' },
  summary: 'End an opt-out',
  description:
    'For somebody who asks to hear from us again, with the evidence of it; their consent is granted anew. What was said by `text` is theirs alone to end, by a START from the same phone: it is refused as `opted_out_by_text`. One that has ended is answered as it is.',
  body: RevokeOptOutBody,
  answers: { 200: { description: 'The opt-out, ended.', body: OptOut } },
  async run(tx, { params, body }) {
    const { lifecycle_number: number, ...row } = await findOptOut(tx, params.id);
    if (row.said_by === 'text' && row.revoked_at === null) throw theirsToEnd();
    const contact = number && (await withCustomer(tx, await lockLeadOfLifecycle(tx, number)));
    const source = body.source.trim();
    const ended = row.revoked_at === null ? await optIn(tx, number, row, source) : null;
    if (ended === null) return { status: 200, body: toOptOut(await findOptOut(tx, params.id)) };
    if (contact) answerConsent(tx, contact, { channel: row.channel, status: 'granted', source });
    return { status: 200, body: toOptOut(ended) };
  },
});

function theirsToEnd() {
  return conflict(
    'opted_out_by_text',
    'They said STOP by a text, so that only a START from the same phone ends it. Ask them to send one.',
  );
}
