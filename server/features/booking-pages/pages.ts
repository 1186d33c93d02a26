import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../domain/choose-language.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../domain/languages.ts';
import type { Database } from '../../platform/database/database.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound, organizationSuspended } from '../../platform/errors.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { findServedArea } from '../areas/index.ts';
import type { Booking } from '../bookings/index.ts';
import {
  BODY_LIMIT_BYTES,
  type ChallengedPage,
  Challenges,
  type Markup,
  outcomeOf,
  type PageServices,
  readFormBodies,
  sendErrorsAsPages,
} from '../forms/index.ts';
import { findOnlineServices } from '../services/index.ts';
import { type Confirmation, Confirmations, calendarFile } from './confirmation.ts';
import { contactErrors, readContact, toBooking } from './contact.ts';
import { againPage, contactPage, type Draft, lostPage } from './contact-pages.ts';
import { donePage } from './done-page.ts';
import { formatsFor } from './formats.ts';
import { failurePage, pathOf, type Shown } from './layout.ts';
import { findPublicPage, type PublicPage } from './queries.ts';
import { findBooked, send, transactionOf } from './send.ts';
import { NOTHING_SPECIAL, sendPage } from './send-page.ts';
import { showStep } from './show-step.ts';
import { newSubmission } from './submission.ts';
import { TEXTS } from './texts/index.ts';
import { findOpenTime } from './times.ts';
import { detailErrors, lastOf, readWish, type Wish } from './wish.ts';

type PageRequest = FastifyRequest<{ Params: { page_key: string }; Body?: URLSearchParams }>;

/** The public booking pages: outside /v1, without a token, for browsers. */
export function serveBookingPages(app: FastifyInstance, services: PageServices): void {
  const { database, rateLimit, metrics } = services;
  const challenges = new Challenges(services.secrets);
  const confirmations = new Confirmations(services.secrets);
  readFormBodies(app);
  sendErrorsAsPages(app, (reply, { status, requestId, acceptLanguage }) => {
    const language = chooseLanguage(LANGUAGES, {
      chosen: '',
      accepted: acceptLanguage,
      fallback: DEFAULT_LANGUAGE,
    });
    return sendPage(reply, failurePage(language, status, requestId), NOTHING_SPECIAL);
  });
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: PageRequest, reply: FastifyReply) => {
      const { page_key } = request.params;
      if (!isKey(page_key)) throw notFound('booking page');
      rateLimit.takePublic(page_key, request.ip, reply);
    },
  };

  app.get('/b/:page_key', options, async (request: PageRequest, reply) => {
    const page = await findOpenPage(database, request);
    const { status, markup } = await database.read(transactionOf(page), async (tx) => {
      const sent = queryOf(request);
      const shown = await show(tx, page, request, sent);
      const challenge = challenges.issue(placeOf(page), 'again', tx.now);
      const { referer } = request.headers;
      const asked = readWish(sent, shown.services, { now: tx.now, referer });
      const { wish, booked } = await lookUp(tx, page, asked);
      // The visitor went back.
      if (booked !== null) return { status: 200, markup: lastPage(shown, earlier(booked)) };
      return showStep(tx, shown, identified(wish, tx.now), challenge);
    });
    return sendPage(reply.code(status), markup, page);
  });

  app.post('/b/:page_key', options, async (request: PageRequest, reply) => {
    const page = await findOpenPage(database, request);
    const sent = request.body ?? new URLSearchParams();
    const contact = readContact(sent);
    const { answer } = contact;
    const now = database.clock.now();
    const { passed, again } = challenges.judge(placeOf(page), answer, now);
    // A challenge that is not used up goes on: the visitor does not have to wait again.
    const challenge = passed === null && again !== null ? again : answer.challenge;
    const read = await database.read(transactionOf(page), async (tx) => {
      const shown = await show(tx, page, request, sent);
      const { wish, booked } = await lookUp(tx, page, readWish(sent, shown.services, { now }));
      const wanted = { service: wish.service?.code ?? '', postalCode: wish.postalCode };
      const time = wish.start === null ? null : await findOpenTime(tx, wanted, wish.start);
      const isIncomplete =
        wish.service === null ||
        detailErrors(wish, shown.needsPostalCode, shown.texts).size > 0 ||
        (wish.start === null && !wish.isWithoutTime);
      const asked = { ...identified(wish, now), step: 'contact' as const };
      const early = isIncomplete ? await showStep(tx, shown, asked, challenge) : null;
      return { shown, wish, time, early, booked };
    });
    const { shown, wish, time, early, booked } = read;
    if (contact.isFromBot) {
      metrics.formHoneypots.inc();
      const nothing = { service: wish.service?.code ?? '', time: null, end: null, reference: null };
      return redirect(reply, page, shown, confirmations.write(page, nothing));
    }
    const showEarlier = (booking: Booking) =>
      redirect(reply, page, shown, confirmations.write(page, earlier(booking)));
    if (early !== null && booked !== null) return showEarlier(booked);
    if (early !== null) return sendPage(reply.code(422), early.markup, page);
    const booking = toBooking(page, wish, contact, shown.texts, shown.language);
    const errors = contactErrors(booking, contact, page.country, shown.texts);
    if (booked !== null && (errors.size > 0 || passed === null)) return showEarlier(booked);
    const draft: Draft = { wish: identified(wish, now), contact, challenge, errors, time };
    if (errors.size > 0) return sendPage(reply.code(422), contactPage(shown, draft), page);
    if (passed === null) {
      metrics.formChallenges.inc({ outcome: outcomeOf(passed, null) });
      return sendPage(reply.code(428), againPage(shown, draft), page);
    }
    if (!passed.hasProof) rateLimit.takeSlow(page.page_key, request.ip, reply);
    const outcome = await send(database, shown, { wish, contact }, passed);
    switch (outcome.kind) {
      case 'done': {
        const { booking } = outcome.result;
        const { lifecycle_number } = booking.lead;
        request.lifecycleNumber = lifecycle_number;
        metrics.formChallenges.inc({ outcome: outcomeOf(passed, lifecycle_number) });
        const code = wish.service?.code ?? '';
        const confirmation = { ...confirmationOf(booking, code), link: outcome.link };
        return redirect(reply, page, shown, confirmations.write(page, confirmation));
      }
      case 'earlier': {
        metrics.formChallenges.inc({ outcome: outcomeOf(passed, null) });
        return showEarlier(outcome.booking);
      }
      case 'replayed':
      case 'canceled': {
        metrics.formChallenges.inc({ outcome: outcomeOf(passed, null) });
        const isCanceled = outcome.kind === 'canceled';
        if (booked !== null && !isCanceled) return showEarlier(booked);
        const next = {
          ...draft,
          wish: isCanceled ? identified({ ...wish, submission: '' }, now) : draft.wish,
          challenge: challenges.issue(placeOf(page), 'again', now),
        };
        return sendPage(reply.code(428), againPage(shown, next), page);
      }
      case 'outside': {
        const untimed = { ...wish, start: null, isWithoutTime: true };
        const next = { ...draft, wish: untimed, time: null, notice: shown.texts.outside };
        return sendPage(reply.code(409), contactPage(shown, next), page);
      }
      case 'lost':
        return sendPage(reply.code(409), lostPage(shown, draft, outcome.alternatives), page);
    }
  });

  function lastPage(shown: Shown, confirmation: Confirmation, signed?: string): Markup {
    const { page, language } = shown;
    const v = signed ?? confirmations.write(page, confirmation);
    const file = `${pathOf(page)}/visit.ics?${new URLSearchParams({ lang: language, v })}`;
    return donePage(shown, confirmation, file);
  }

  app.get('/b/:page_key/done', options, async (request: PageRequest, reply) => {
    const page = await findOpenPage(database, request);
    const sent = queryOf(request);
    const signed = sent.get('v') ?? '';
    const confirmation = confirmations.read(page, signed);
    if (confirmation === null) throw notFound('booking page');
    const shown = await database.read(transactionOf(page), (tx) => show(tx, page, request, sent));
    return sendPage(reply, lastPage(shown, confirmation, signed), page);
  });

  app.get('/b/:page_key/visit.ics', options, async (request: PageRequest, reply) => {
    const page = await findOpenPage(database, request);
    const sent = queryOf(request);
    const confirmation = confirmations.read(page, sent.get('v') ?? '');
    if (confirmation?.time == null) throw notFound('booking page');
    const shown = await database.read(transactionOf(page), (tx) => show(tx, page, request, sent));
    const service = shown.services.find(({ code }) => code === confirmation.service);
    const serviceName = service ? shown.formats.name(service) : page.title;
    const now = database.clock.now();
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="visit.ics"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(calendarFile(page, confirmation, { serviceName, now }));
  });
}

/** What was booked with a wish before. A new visit can be booked in the place of one that was canceled. */
async function lookUp(tx: Tx, page: PublicPage, wish: Wish) {
  const found = await findBooked(tx, page, wish);
  if (found === null || found.appointment !== null) return { wish, booked: found };
  return { wish: { ...wish, submission: '' }, booked: null };
}

function identified(wish: Wish, now: Date): Wish {
  return { ...wish, submission: wish.submission || newSubmission(now) };
}

/** Without the link to the visit, because an address is passed on more easily than the page that was sent. */
function earlier(booking: Booking): Confirmation {
  const { service } = booking.appointment ?? {};
  return { ...confirmationOf(booking, service ?? ''), isEarlier: true };
}

function confirmationOf({ lead, appointment }: Booking, service: string): Confirmation {
  const window = appointment?.arrival_window ?? null;
  return {
    service,
    time: appointment && {
      start: Date.parse(appointment.starts_at),
      window: window && {
        start: Date.parse(window.starts_at),
        end: Date.parse(window.ends_at),
      },
    },
    end: appointment && Date.parse(appointment.ends_at),
    reference: lead.lifecycle_number,
  };
}

async function findOpenPage(database: Database, request: PageRequest): Promise<PublicPage> {
  const page = await findPublicPage(database, request.params.page_key);
  if (page === null) throw notFound('booking page');
  request.organizationId = page.organization_id;
  if (await isSuspended(database, page.organization_id)) throw organizationSuspended();
  return page;
}

/** The page with what it offers now, in the language of the visitor. */
async function show(
  tx: Tx,
  page: PublicPage,
  request: PageRequest,
  sent: URLSearchParams,
): Promise<Shown> {
  const language = chooseLanguage(page.languages, {
    chosen: lastOf(sent, 'lang'),
    accepted: request.headers['accept-language'] ?? '',
    fallback: page.language,
  });
  const [services, area] = await Promise.all([
    findOnlineServices(tx, page.services),
    // Any place at all: null if there are no areas, so that everywhere is served.
    findServedArea(tx, { postalCode: '0', point: null }),
  ]);
  const formats = formatsFor(page, language);
  return {
    page,
    language,
    texts: TEXTS[language],
    formats,
    services,
    needsPostalCode: area !== null,
  };
}

function placeOf({ organization_id, page_key }: PublicPage): ChallengedPage {
  return { organizationId: organization_id, key: page_key };
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const [, query = ''] = request.url.split('?', 2);
  return new URLSearchParams(query);
}

/** 303 See Other, so reloading the next page does not send the booking again. */
function redirect(
  reply: FastifyReply,
  page: PublicPage,
  { language }: Shown,
  confirmation: string,
): FastifyReply {
  const query = new URLSearchParams({ lang: language, v: confirmation });
  const next =
    page.redirect_url === null ? `${pathOf(page)}/done?${query}` : new URL(page.redirect_url).href;
  return reply.header('cache-control', 'no-store').redirect(next, 303);
}
