import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textColorOn } from '../../../domain/brand.ts';
import type { Language } from '../../../domain/languages.ts';
import { organizationOfKey } from '../../../domain/organization-key.ts';
import type { Database } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { isKey } from '../../../platform/unguessable-key.ts';
import { findStandingCustomer } from '../../customers/index.ts';
import { findLead, lockLead } from '../../leads/index.ts';
import { findOrganization } from '../../organizations/index.ts';
import { isMessage } from '../communications/message.ts';
import { findCommunication } from '../communications/queries.ts';
import { changeConsent } from '../opt-outs/change-consent.ts';
import { withCustomer } from '../opt-outs/contact.ts';
import { optOut } from '../opt-outs/queries.ts';
import { UNSUBSCRIBE_TEXTS, type UnsubscribeTexts } from './unsubscribe-texts.ts';

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
    const target = await findTarget(database, request);
    const options = { organizationId: target.organization_id, actor: LINK };
    const look = await database.read(options, (tx) => lookOf(tx, target.communication_id));
    return sendPage(
      reply,
      look,
      ({ ask, unsubscribe }) =>
        `<p>${ask}</p>\n<form method="post"><button type="submit">${unsubscribe}</button></form>`,
    );
  });
  app.post('/u/:key', options, async (request: UnsubscribeRequest, reply) => {
    const target = await findTarget(database, request);
    const options = { organizationId: target.organization_id, actor: LINK };
    const look = await database.transaction(options, async (tx) => {
      await unsubscribe(tx, target.communication_id);
      return lookOf(tx, target.communication_id);
    });
    return sendPage(reply, look, ({ done }) => `<p role="status">${done}</p>`);
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

interface Look {
  language: Language;
  color: string | null;
}

/** In the language of the contact, otherwise of the company. */
async function lookOf(tx: Tx, communicationId: string): Promise<Look> {
  const email = await findCommunication(tx, communicationId);
  const company = await findOrganization(tx);
  const lead = isMessage(email) ? await findLead(tx, email.lead_id) : null;
  const customer = lead?.customer_id ? await findStandingCustomer(tx, lead.customer_id) : null;
  const language = customer?.language ?? lead?.language ?? company.language;
  return { language, color: company.brand_color };
}

/** Only what is written here is in the page, so nothing needs escaping. */
function sendPage(
  reply: FastifyReply,
  { language, color }: Look,
  content: (texts: UnsubscribeTexts) => string,
): FastifyReply {
  const texts = UNSUBSCRIBE_TEXTS[language];
  const style = styleFor(color ?? '#0b5cad');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(
      `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
${content(texts)}
</main>
</body>
</html>
`,
    );
}

function styleFor(color: string): string {
  return `
:root { color-scheme: light dark; }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif; }
button { padding: .8rem 1rem; font: inherit; color: ${textColorOn(color)}; background: ${color}; border: 1px solid; border-radius: .4rem; }
`;
}
