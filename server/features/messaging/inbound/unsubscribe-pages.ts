import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { organizationOfKey } from '../../../domain/organization-key.ts';
import type { Database } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { isKey } from '../../../platform/unguessable-key.ts';
import { lockLead } from '../../leads/index.ts';
import { isMessage } from '../communications/message.ts';
import { findCommunication } from '../communications/queries.ts';
import { changeConsent } from '../opt-outs/change-consent.ts';
import { withCustomer } from '../opt-outs/contact.ts';
import { optOut } from '../opt-outs/queries.ts';

const BODY_LIMIT_BYTES = 4 * 1024;
const LINK: Actor = { type: 'system', id: null, name: 'Unsubscribe link' };

export interface UnsubscribeServices {
  database: Database;
  rateLimit: RateLimit;
}

type UnsubscribeRequest = FastifyRequest<{ Params: { key: string } }>;

/**
 * The page of the List-Unsubscribe link in an email (RFC 8058). Only a POST unsubscribes, because email scanners
 * open every link and would unsubscribe the recipient.
 */
export function serveUnsubscribePages(app: FastifyInstance, services: UnsubscribeServices): void {
  const { database, rateLimit } = services;
  ignoreBodies(app);
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: UnsubscribeRequest, reply: FastifyReply) => {
      const { key } = request.params;
      if (organizationOfKey(key) === null && !isKey(key)) throw notFound('unsubscribe link');
      rateLimit.takePublic(request.params.key, request.ip, reply);
    },
  };
  app.get('/u/:key', options, async (request: UnsubscribeRequest, reply) => {
    await findTarget(database, request);
    return sendPage(reply, ASK);
  });
  app.post('/u/:key', options, async (request: UnsubscribeRequest, reply) => {
    const target = await findTarget(database, request);
    const options = { organizationId: target.organization_id, actor: LINK };
    await database.transaction(options, (tx) => unsubscribe(tx, target.communication_id));
    return sendPage(reply, DONE);
  });
}

/** The key in the URL is enough, so the body is ignored. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
}

interface UnsubscribeTarget {
  organization_id: string;
  communication_id: string;
}

const selectTarget = statement(
  'select_unsubscribe_key',
  `select organization_id, communication_id from unsubscribe_keys
   where organization_id = $1 and unsubscribe_key = $2`,
);
const findTargetAnywhere = statement(
  'find_unsubscribe_key',
  'select * from find_unsubscribe_key($1)',
);

/** A key of an email from before keys named their organization is looked for in all of them. */
async function findTarget(
  database: Database,
  request: UnsubscribeRequest,
): Promise<UnsubscribeTarget> {
  const { key } = request.params;
  const organizationId = organizationOfKey(key);
  const [target] =
    organizationId === null
      ? await database.lookup<UnsubscribeTarget>(findTargetAnywhere, [key])
      : await database.read({ organizationId, actor: LINK }, (tx) =>
          tx.query<UnsubscribeTarget>(selectTarget, [organizationId, key]),
        );
  if (!target) throw notFound('unsubscribe link');
  request.organizationId = target.organization_id;
  return target;
}

/** Opts out the address of the email, and denies the consent of its contact. */
async function unsubscribe(tx: Tx, communicationId: string): Promise<void> {
  const email = await findCommunication(tx, communicationId);
  if (!isMessage(email)) throw notFound('unsubscribe link');
  const contact = await withCustomer(tx, await lockLead(tx, email.lead_id));
  const source = 'unsubscribe link';
  const address = { channel: 'email', address: email.to_address } as const;
  await optOut(tx, contact.lead.lifecycle_number, { ...address, said_by: 'link', source });
  changeConsent(tx, contact, { channel: 'email', status: 'denied', source });
}

const ASK = `<p>Do you want to stop receiving emails from us at this address?</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`;
const DONE = '<p>You are unsubscribed. We will not send any more emails to this address.</p>';

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(
      `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>Unsubscribe</title>\n${content}\n</html>\n`,
    );
}
