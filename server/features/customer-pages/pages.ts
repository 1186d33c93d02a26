import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../domain/choose-language.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../domain/languages.ts';
import { organizationOfKey } from '../../domain/organization-key.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound, organizationSuspended, Problem } from '../../platform/errors.ts';
import type { Actor } from '../../platform/events/event.ts';
import { baseUrlOf } from '../../platform/http/base-url.ts';
import { failurePage } from '../booking-pages/index.ts';
import { isNotOpen } from '../bookings/index.ts';
import { findContact } from '../documents/index.ts';
import {
  BODY_LIMIT_BYTES,
  type PageServices,
  readFormBodies,
  sendErrorsAsPages,
} from '../forms/index.ts';
import { findLinkOfKey, type Purpose } from '../links/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { estimatePages } from './estimate-pages.ts';
import { invoicePages } from './invoice-pages.ts';
import { servePaidPage } from './paid-page.ts';
import { profilePages } from './profile-pages.ts';
import { sendFailure, sendFile, sendPage } from './send-page.ts';
import { type Pages, REFUSED, type Shown } from './shown.ts';
import { isOpenLink } from './still-needed.ts';
import { TEXTS } from './texts/index.ts';
import { visitPages } from './visit-pages.ts';

type PageRequest = FastifyRequest<{
  Params: { key: string; part?: string };
  Body?: URLSearchParams;
}>;

/** What events name as the actor. */
const CUSTOMER: Actor = { type: 'system', id: null, name: 'Customer link' };

const PAGES: Record<Purpose, Pages> = {
  visit: visitPages,
  estimate: estimatePages,
  invoice: invoicePages,
  profile: profilePages,
};

/** The pages of customers' links: outside /v1, without a token, for browsers. */
export function serveCustomerPages(
  app: FastifyInstance,
  services: PageServices & { publicUrl: string | null },
): void {
  const { database, rateLimit, publicUrl } = services;
  readFormBodies(app);
  sendErrorsAsPages(app, (reply, { status, requestId, acceptLanguage }) => {
    const language = chooseLanguage(LANGUAGES, {
      chosen: '',
      accepted: acceptLanguage,
      fallback: DEFAULT_LANGUAGE,
    });
    return sendFailure(reply, failurePage(language, status, requestId));
  });
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: PageRequest, reply: FastifyReply) => {
      const { key } = request.params;
      if (organizationOfKey(key) === null) throw noPage();
      rateLimit.takePublic(key, request.ip, reply);
    },
  };

  servePaidPage(app, services);

  app.get('/c/:key', options, async (request: PageRequest, reply) => {
    // Opening an estimate is recorded.
    const isRead = isReadByPerson(request);
    const { made: page, company } = await inOpenLink(
      request,
      (tx, shown) => PAGES[shown.link.purpose].show(tx, shown),
      { isRead },
    );
    return sendPage(reply, company, { page });
  });

  app.get('/c/:key/:part', options, async (request: PageRequest, reply) => {
    const { part = '' } = request.params;
    const { made, company } = await inOpenLink(request, async (tx, shown) => {
      const { views, files, actions } = PAGES[shown.link.purpose];
      if (Object.hasOwn(views, part)) return { view: await views[part]?.(tx, shown) };
      if (Object.hasOwn(files, part)) return { file: await files[part]?.(tx, shown) };
      // A form with errors has this address: a browser that restores its tab asks for it without the form.
      if (Object.hasOwn(actions, part)) return { isForm: true };
      throw noPage();
    });
    if (made.isForm) return redirect(reply, request.params.key, '');
    if (made.view) return sendPage(reply, company, made.view);
    if (made.file) return sendFile(reply, await made.file());
    throw noPage();
  });

  app.post('/c/:key/:part', options, async (request: PageRequest, reply) => {
    const { key, part = '' } = request.params;
    const sent = request.body ?? new URLSearchParams();
    const by = { address: request.ip, userAgent: userAgentOf(request) };
    let pages: Pages | null = null;
    try {
      const { made: outcome, company } = await inOpenLink(
        request,
        async (tx, shown) => {
          pages = PAGES[shown.link.purpose];
          const action = Object.hasOwn(pages.actions, part) ? pages.actions[part] : undefined;
          if (action === undefined) throw noPage();
          return action(tx, shown, sent, by);
        },
        { isRead: true },
      );
      if ('page' in outcome) return sendPage(reply.code(outcome.status ?? 422), company, outcome);
      return redirect(reply, key, outcome.next);
    } catch (error) {
      const next = pages === null ? null : nextAfter(pages, part, sent, error);
      if (next === null) throw error;
      return redirect(reply, key, next);
    }
  });

  /** Runs the work in the organization of the key, if the key opens something now. */
  async function inOpenLink<Made>(
    request: PageRequest,
    work: (tx: Tx, shown: Shown) => Promise<Made>,
    { isRead = false } = {},
  ): Promise<{ made: Made; company: Shown['company'] }> {
    const { key } = request.params;
    const organizationId = organizationOfKey(key);
    if (organizationId === null) throw noPage();
    const options = { organizationId, actor: CUSTOMER };
    const open = async (tx: Tx) => {
      const link = await findLinkOfKey(tx, key);
      if (link === null || !(await isOpenLink(tx, link))) throw noPage();
      request.organizationId = organizationId;
      if (await isSuspended(database, organizationId)) throw organizationSuspended();
      const around = { isRead, baseUrl: baseUrlOf(request, publicUrl) };
      const shown = await show(tx, link, request, around);
      return { made: await work(tx, shown), company: shown.company };
    };
    return isRead ? database.transaction(options, open) : database.read(options, open);
  }
}

/**
 * Programs that look at links, such as scanners of mail and previews of messages, read no estimate. Those that say so, or do
 * not ask as browsers ask for a page, are left out; one that pretends to be a browser still counts.
 */
function isReadByPerson({ method, headers }: FastifyRequest): boolean {
  const purpose = `${headers.purpose ?? ''} ${headers['sec-purpose'] ?? ''} ${headers['x-moz'] ?? ''}`;
  const isPage = (headers['sec-fetch-dest'] ?? 'document') === 'document';
  const isBrowser = headers.accept?.includes('text/html') === true;
  const isProgram = PROGRAMS.test(headers['user-agent'] ?? '');
  return (
    method === 'GET' && isBrowser && isPage && !isProgram && !/prefetch|preview/i.test(purpose)
  );
}

const PROGRAMS = /bot\b|crawl|spider|preview|scan|facebookexternalhit|whatsapp/i;

/** One and the same for a key that is unknown, expired or revoked, and for what it does not open. */
function noPage(): Problem {
  return notFound('page');
}

/** Refusals are not errors here: the page that follows says that nothing was done, and how things are. */
function nextAfter(pages: Pages, part: string, sent: URLSearchParams, error: unknown) {
  const isRefused =
    (error instanceof Problem && [409, 422].includes(error.status)) || isNotOpen(error);
  if (!isRefused) return null;
  return pages.refused?.(part, sent, error) ?? `?done=${REFUSED}`;
}

async function show(
  tx: Tx,
  link: Shown['link'],
  request: PageRequest,
  around: Pick<Shown, 'baseUrl' | 'isRead'>,
): Promise<Shown> {
  const company = await findOrganization(tx);
  const { language } = await findContact(tx, link.lifecycle_number, company);
  const [, query = ''] = request.url.split('?', 2);
  return {
    path: pathOf(request.params.key),
    ...around,
    link,
    company,
    language,
    texts: TEXTS[language],
    query: new URLSearchParams(query),
  };
}

function pathOf(key: string): string {
  return `/c/${key}`;
}

const MAX_USER_AGENT = 500;

function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
}

/** 303 See Other, so reloading the next page does not send the form again. */
function redirect(reply: FastifyReply, key: string, next: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`${pathOf(key)}${next}`, 303);
}
