import { conflict } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { lockLeadOfLifecycle } from '../../leads/index.ts';
import { changeConsent } from './change-consent.ts';
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
  summary: 'Revoke an opt-out',
  description:
    'Revokes an opt-out when a contact asks to receive messages again. Send the evidence in `source`. The consent of the contact is set to `granted`. An opt-out by `text` can be revoked only by a START from the same phone: the request is refused with `opted_out_by_text`. If the opt-out is already revoked, it is returned unchanged.',
  body: RevokeOptOutBody,
  responses: returns(OptOut, 'The revoked opt-out.'),
  problems: ['opted_out_by_text', 'person_erased'],
  effect: 'destructive',
  async run(tx, { params, body }) {
    const { lifecycle_number: number, ...row } = await findOptOut(tx, params.id);
    if (row.said_by === 'text' && row.revoked_at === null) throw optedOutByText();
    const contact = number && (await withCustomer(tx, await lockLeadOfLifecycle(tx, number)));
    const source = body.source.trim();
    const revoked = row.revoked_at === null ? await optIn(tx, number, row, source) : null;
    if (revoked === null) return { status: 200, body: toOptOut(await findOptOut(tx, params.id)) };
    if (contact) changeConsent(tx, contact, { channel: row.channel, status: 'granted', source });
    return { status: 200, body: toOptOut(revoked) };
  },
});

function optedOutByText() {
  return conflict(
    'opted_out_by_text',
    'The contact opted out by text, so only a START from the same phone can revoke it. Ask the contact to send START.',
  );
}
