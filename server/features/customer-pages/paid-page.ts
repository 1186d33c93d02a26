import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { findContact } from '../documents/index.ts';
import { html, type PageServices } from '../forms/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { findCheckoutOrNull, RETURN_PATH, readReturnKey } from '../payments/index.ts';
import { layout } from './layout.ts';
import { sendPage } from './send-page.ts';
import { TEXTS } from './texts/index.ts';

type PaidRequest = FastifyRequest<{
  Params: { key: string };
  Querystring: { payment?: unknown };
}>;

/**
 * Where customers come back to from the page of the provider, if the company has no page of its own: in their language and
 * the company's color, and without anything about the customer. A suspended organization has it too: the money has moved.
 */
export function servePaidPage(
  app: FastifyInstance,
  { database, rateLimit }: Pick<PageServices, 'database' | 'rateLimit'>,
): void {
  const options = {
    onRequest: async (request: PaidRequest, reply: FastifyReply) => {
      const { key } = request.params;
      if (readReturnKey(key) === null) throw notFound('page');
      rateLimit.takePublic(key, request.ip, reply);
    },
  };
  app.get(`${RETURN_PATH}/:key`, options, async (request: PaidRequest, reply) => {
    const named = readReturnKey(request.params.key);
    if (named === null) throw notFound('page');
    const { organizationId, checkoutId } = named;
    const actor = { type: 'system', id: null, name: 'Customer' } as const;
    const { company, language } = await database.read({ organizationId, actor }, async (tx) => {
      const checkout = await findCheckoutOrNull(tx, checkoutId);
      if (checkout === null) throw notFound('page');
      request.organizationId = organizationId;
      const found = await findOrganization(tx);
      const contact = await findContact(tx, checkout.lifecycle_number, found);
      return { company: found, language: contact.language };
    });
    const texts = TEXTS[language];
    const { title, text, canceledTitle, canceledText } = texts.paid;
    const isCanceled = request.query.payment === 'canceled';
    const page = layout(
      { company, language, texts },
      {
        heading: isCanceled ? canceledTitle : title,
        content: html`<p class="text">${isCanceled ? canceledText : text}</p>`,
      },
    );
    return sendPage(reply, company, { page });
  });
}
