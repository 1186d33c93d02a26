import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../domain/choose-language.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../domain/languages.ts';
import type { Database } from '../../platform/database/database.ts';
import { isSuspended } from '../../platform/database/suspension.ts';
import { notFound, organizationSuspended } from '../../platform/errors.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { capture } from '../leads/index.ts';
import { type ChallengedPage, Challenges, outcomeOf, type UsableChallenge } from './challenge.ts';
import type { Markup } from './html.ts';
import { againPage, errorPage, formPage, thanksPage } from './page-html.ts';
import { SCRIPT_HASH } from './page-script.ts';
import { brandStyle, hashOf, STYLE_HASH } from './page-style.ts';
import {
  BODY_LIMIT_BYTES,
  type PageServices,
  readFormBodies,
  sendErrorsAsPages,
} from './public-page.ts';
import { findPublicForm, type PublicForm, takeChallenge } from './queries.ts';
import { type Shown, showForm } from './shown.ts';
import {
  checkSubmission,
  contentHash,
  readSubmission,
  type Submission,
  toCapture,
} from './submission.ts';
import { readReferrer } from './visit.ts';

type FormRequest = FastifyRequest<{
  Params: { form_key: string };
  Querystring: Record<string, unknown>;
  Body?: URLSearchParams;
}>;

/** The public pages of the forms: outside /v1, without a token, for browsers. */
export function serveFormPages(app: FastifyInstance, services: PageServices): void {
  const { database, rateLimit, metrics } = services;
  const challenges = new Challenges(services.secrets);
  readFormBodies(app);
  sendErrorsAsPages(app, (reply, { status, requestId, acceptLanguage }) => {
    const wanted = { chosen: '', accepted: acceptLanguage, fallback: DEFAULT_LANGUAGE };
    const language = chooseLanguage(LANGUAGES, wanted);
    return sendPage(reply, errorPage(language, status, requestId));
  });
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: FormRequest, reply: FastifyReply) => {
      const { form_key } = request.params;
      if (!isKey(form_key)) throw notFound('form');
      rateLimit.takePublic(form_key, request.ip, reply);
    },
  };

  app.get('/f/:form_key', options, async (request: FormRequest, reply) => {
    const form = await findOpenForm(database, request);
    const empty = { ...readSubmission(form, new URLSearchParams()), ...cameFrom(request) };
    const challenge = challenges.issue(placeOf(form), 'first', database.clock.now());
    const shown = show(form, request);
    return sendPage(reply, formPage(shown, empty, new Map(), challenge), form);
  });

  app.post('/f/:form_key', options, async (request: FormRequest, reply) => {
    const form = await findOpenForm(database, request);
    const submission = readSubmission(form, request.body ?? new URLSearchParams(), {
      query: request.query,
      referer: request.headers.referer,
    });
    if (submission.isFromBot) {
      metrics.formHoneypots.inc();
      return redirectToThanks(request, reply, form);
    }
    const shown = show(form, request, request.body);
    const errors = checkSubmission(form, submission, shown.texts);
    const now = database.clock.now();
    if (errors.size > 0) {
      const challenge = challenges.issue(placeOf(form), 'first', now);
      return sendPage(reply.code(422), formPage(shown, submission, errors, challenge), form);
    }

    const { passed, again } = challenges.judge(placeOf(form), submission.answer, now);
    if (passed !== null) {
      if (!passed.hasProof) rateLimit.takeSlow(form.form_key, request.ip, reply);
      request.lifecycleNumber = await captureSubmission(database, form, submission, passed);
    }
    metrics.formChallenges.inc({ outcome: outcomeOf(passed, request.lifecycleNumber) });
    if (request.lifecycleNumber !== null) return redirectToThanks(request, reply, form);
    const challenge = again ?? challenges.issue(placeOf(form), 'again', now);
    return sendPage(reply.code(428), againPage(shown, submission, challenge), form);
  });

  app.get('/f/:form_key/thanks', options, async (request: FormRequest, reply) => {
    const form = await findOpenForm(database, request);
    return sendPage(reply, thanksPage(show(form, request)), { ...form, redirect_url: null });
  });
}

/** In the language that was chosen in the address or in the form; HTML on another page chooses none. */
function show(form: PublicForm, request: FormRequest, sent?: URLSearchParams): Shown {
  const [, search = ''] = request.url.split('?', 2);
  const query = new URLSearchParams(search);
  const chosen = sent?.get('lang') ?? query.get('lang') ?? '';
  const accepted = request.headers['accept-language'] ?? '';
  return showForm(form, { chosen, accepted }, query);
}

/** The parameters of the link stay in the address that the page is sent to; the page before is a field. */
function cameFrom({ headers }: FormRequest): { referrer: string } {
  return { referrer: readReferrer(headers.referer) ?? '' };
}

async function findOpenForm(database: Database, request: FormRequest): Promise<PublicForm> {
  const form = await findPublicForm(database, request.params.form_key);
  if (form === null) throw notFound('form');
  request.organizationId = form.organization_id;
  if (await isSuspended(database, form.organization_id)) throw organizationSuspended();
  return form;
}

function placeOf({ organization_id, form_key }: PublicForm): ChallengedPage {
  return { organizationId: organization_id, key: form_key };
}

/**
 * Captures the lead in the form's organization, in one transaction, with the same rules as every lead. Null if the
 * challenge was already used for another request.
 */
async function captureSubmission(
  database: Database,
  form: PublicForm,
  submission: Submission,
  challenge: UsableChallenge,
): Promise<string | null> {
  const actor = { type: 'system', id: null, name: `Form: ${form.name}` } as const;
  const policy = { country: form.country, qualificationPolicy: form.qualification_policy };
  const options = { organizationId: form.organization_id, actor };
  // Without an id of its own, the challenge makes it one request.
  const identified = { ...submission, submissionId: submission.submissionId ?? challenge.key };
  const captured = await database.transaction(options, async (tx) => {
    if (!(await takeChallenge(tx, challenge, contentHash(identified)))) return null;
    return capture(tx, toCapture(form, identified), policy);
  });
  return captured?.lifecycleNumber ?? null;
}

/** 303 See Other, so reloading the next page does not send the form again. */
function redirectToThanks(
  request: FormRequest,
  reply: FastifyReply,
  form: PublicForm,
): FastifyReply {
  const { language } = show(form, request, request.body);
  const isChosen = language !== show(form, request, new URLSearchParams({ lang: '' })).language;
  const thanks = `/f/${form.form_key}/thanks${isChosen ? `?lang=${language}` : ''}`;
  const next = form.redirect_url === null ? thanks : new URL(form.redirect_url).href;
  return reply.header('cache-control', 'no-store').redirect(next, 303);
}

/** What the policy of a page depends on. */
type Look = Pick<PublicForm, 'redirect_url' | 'brand_color'>;

const NOTHING_SPECIAL: Look = { redirect_url: null, brand_color: null };

/** Browsers apply form-action to the redirect after a form as well, so the policy must list its origin. */
function sendPage(
  reply: FastifyReply,
  page: Markup,
  { redirect_url, brand_color }: Look = NOTHING_SPECIAL,
): FastifyReply {
  const target = redirect_url === null ? '' : ` ${new URL(redirect_url).origin}`;
  const color = brand_color === null ? '' : ` '${hashOf(brandStyle(brand_color))}'`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'${color}; script-src '${SCRIPT_HASH}'; form-action 'self'${target}; frame-ancestors *; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(page.toString());
}
