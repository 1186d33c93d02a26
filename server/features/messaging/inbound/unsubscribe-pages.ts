import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { isKey } from '../../../platform/unguessable-key.ts';
import { lockLead } from '../../leads/index.ts';
import { isMessage } from '../communications/message.ts';
import { findCommunication } from '../communications/queries.ts';
import { answerConsent } from '../opt-outs/answer-consent.ts';
import { withCustomer } from '../opt-outs/contact.ts';
import { optOut } from '../opt-outs/queries.ts';

const BODY_LIMIT_BYTES = 4 * 1024;

export interface UnsubscribeServices {
  database: Database;
  rateLimit: RateLimit;
}

type UnsubscribeRequest = FastifyRequest<{ Params: { key: string } }>;

/**
 * Where List-Unsubscribe of a mail leads (RFC 8058). Only a POST unsubscribes: mail scanners open every
 * link they find, and would unsubscribe whom they protect.
 */
export function serveUnsubscribePages(app: FastifyInstance, services: UnsubscribeServices): void {
  const { database, rateLimit } = services;
  ignoreBodies(app);
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: UnsubscribeRequest, reply: FastifyReply) => {
      if (!isKey(request.params.key)) throw notFound('mail');
      rateLimit.takePublic(request.params.key, request.ip, reply);
    },
  };
  app.get('/u/:key', options, async (request: UnsubscribeRequest, reply) => {
    await findPlace(database, request);
    return sendPage(reply, ASK);
  });
  app.post('/u/:key', options, async (request: UnsubscribeRequest, reply) => {
    const place = await findPlace(database, request);
    const actor = { type: 'system', id: null, name: 'Unsubscribe link' } as const;
    const options = { organizationId: place.organization_id, actor };
    await database.transaction(options, (tx) => unsubscribe(tx, place.communication_id));
    return sendPage(reply, DONE);
  });
}

/** What a mail program or a browser sends along says nothing that the address does not. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
}

interface Place {
  organization_id: string;
  communication_id: string;
}

const selectPlace = statement('find_unsubscribe_key', 'select * from find_unsubscribe_key($1)');

async function findPlace(database: Database, request: UnsubscribeRequest): Promise<Place> {
  const [place] = await database.withoutTenant<Place>(selectPlace, [request.params.key]);
  if (!place) throw notFound('mail');
  request.organizationId = place.organization_id;
  return place;
}

/** The address that the mail went to, and whoever it was written to. */
async function unsubscribe(tx: Tx, communicationId: string): Promise<void> {
  const mail = await findCommunication(tx, communicationId);
  if (!isMessage(mail)) throw notFound('mail');
  const contact = await withCustomer(tx, await lockLead(tx, mail.lead_id));
  const source = 'unsubscribe link';
  const address = { channel: 'email', address: mail.to_address } as const;
  await optOut(tx, contact.lead.lifecycle_number, { ...address, said_by: 'link', source });
  answerConsent(tx, contact, { channel: 'email', status: 'denied', source });
}

const ASK = `<p>Do you want no more e-mails from us at this address?</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`;
const DONE = '<p>You are unsubscribed. We send no more e-mails to this address.</p>';

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
      `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>E-mails</title>\n${content}\n</html>\n`,
    );
}
