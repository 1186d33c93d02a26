import { type IdPrefix, toUuid } from '../../../domain/ids.ts';
import { readAddress } from '../../../domain/message-address.ts';
import { readsOfTexts } from '../../../domain/text-scopes.ts';
import type { Caller } from '../../../platform/auth/authenticator.ts';
import { assertMeets } from '../../../platform/auth/needs.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { ownWorkOnly } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { creates } from '../../../platform/http/responses.ts';
import { lockReferencedLead } from '../opt-outs/contact.ts';
import { findTemplateOrNull } from '../templates/queries.ts';
import { textsOf } from '../templates/translations.ts';
import type { MessageContent } from './contents.ts';
import { readExpiry } from './expiry.ts';
import { toCommunication } from './queries.ts';
import { queueMessage } from './queue-message.ts';
import { Communication } from './schemas.ts';
import { SendMessageBody, sendMessageErrors } from './send-message-body.ts';

export const sendMessage = mutation({
  id: 'sendMessage',
  method: 'POST',
  path: '/v1/messages',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write', 'communications:own'],
  summary: 'Send a text or an email',
  description:
    'Queues a text or an email, and sends it through the organization’s channel. Consent and opt-outs are checked when it is sent. The response is the communication: follow its `status` there or in the `communication.…` events. A template also needs the scopes to read what it contains. Without an active channel its status is `not_sent` at once. `marketing` waits for the end of quiet hours. A message that is sent stops the speed-to-lead clock.',
  body: SendMessageBody,
  responses: creates(Communication, 'The queued communication.'),
  problems: ['evaluation_busy', 'person_erased'],
  effect: 'external',
  check: (body, caller) => ({ errors: sendMessageErrors(body, caller.country) }),
  async run(tx, { body, caller, baseUrl }) {
    const { channel, to } = body;
    if (to !== undefined && tx.ownerId !== null) throw ownWorkOnly(OWN_ADDRESS);
    if (body.template_id !== undefined) await assertReads(tx, body.template_id, caller);
    const lead = await lockReferencedLead(tx, body);
    const row = await queueMessage(tx, lead.lead_id, {
      key: null,
      channel,
      to: to === undefined ? null : readAddress(channel, to, caller.country),
      content: contentOf(body),
      purpose: body.purpose ?? null,
      expiresAt: readExpiry(body.expires_at, tx.now),
      baseUrl,
    });
    return { status: 201, body: toCommunication(row) };
  },
});

const OWN_ADDRESS =
  'Your token can only send to the contact’s own phone number or email address. Leave out to.';
/** The response shows the rendered text. */
async function assertReads(tx: Tx, templateId: string, caller: Caller): Promise<void> {
  const template = await findTemplateOrNull(tx, toUuid('template', templateId));
  const reads = await readsOfTexts(tx.organizationId, textsOf(template));
  assertMeets(caller, reads, 'The template shows data of other resources.', '/template_id');
}

function contentOf(body: SendMessageBody): MessageContent {
  const subject = body.subject ?? null;
  if (body.template_id === undefined) return { subject, body: body.body ?? '' };
  const about = {
    appointment_id: toUuidIfGiven('appointment', body.appointment_id),
    job_id: toUuidIfGiven('job', body.job_id),
    invoice_id: toUuidIfGiven('invoice', body.invoice_id),
  };
  const templateId = toUuid('template', body.template_id);
  return { templateId, subject, variables: body.variables ?? {}, about };
}

function toUuidIfGiven(prefix: IdPrefix, publicId: string | undefined): string | null | undefined {
  return publicId === undefined ? undefined : toUuid(prefix, publicId);
}
