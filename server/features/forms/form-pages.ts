import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors.ts';
import { asProblem } from '../../platform/http/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { capture } from '../leads/index.ts';
import type { Markup } from './html.ts';
import { errorPage, formPage, thanksPage } from './page-html.ts';
import { STYLE_HASH } from './page-style.ts';
import { findPublicForm, type PublicForm } from './queries.ts';
import { checkSubmission, readSubmission, type Submission, toCapture } from './submission.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

export interface PageServices {
  database: Database;
  rateLimit: RateLimit;
  metrics: Metrics;
}

type FormRequest = FastifyRequest<{ Params: { form_key: string }; Body?: URLSearchParams }>;

/** The pages of the forms: outside /v1, without a token, for a visitor's browser. */
export function serveFormPages(app: FastifyInstance, services: PageServices): void {
  const { database, rateLimit, metrics } = services;
  readFormBodies(app);
  answerErrorsAsPages(app);
  const options = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: FormRequest, reply: FastifyReply) => {
      const { form_key } = request.params;
      if (!isKey(form_key)) throw notFound('form');
      rateLimit.takePublic(form_key, request.ip, reply);
    },
  };

  app.get('/f/:form_key', options, async (request: FormRequest, reply) => {
    const form = await openForm(database, request);
    const nothing = readSubmission(form, new URLSearchParams());
    return sendPage(reply, formPage(form, nothing, new Map()), form.redirect_url);
  });

  app.post('/f/:form_key', options, async (request: FormRequest, reply) => {
    const form = await openForm(database, request);
    const submission = readSubmission(form, request.body ?? new URLSearchParams());
    if (submission.isFromProgram) {
      metrics.formHoneypots.inc();
      return sayThanks(request, reply, form);
    }
    const problems = checkSubmission(form, submission);
    if (problems.size > 0) {
      return sendPage(reply.code(422), formPage(form, submission, problems), form.redirect_url);
    }

    request.lifecycleNumber = await captureSubmission(database, form, submission);
    return sayThanks(request, reply, form);
  });

  app.get('/f/:form_key/thanks', options, async (request: FormRequest, reply) => {
    return sendPage(reply, thanksPage(await openForm(database, request)));
  });
}

/** Only what a plain HTML form sends. */
function readFormBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** Whoever comes here reads pages, not problem+json. */
function answerErrorsAsPages(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    if (problem.status >= 500) {
      request.log.error({ err: problem.cause ?? error, status: problem.status }, problem.message);
    }
    reply.code(problem.status).headers(problem.headers);
    return sendPage(reply, errorPage(problem.status, request.id));
  });
}

async function openForm(database: Database, request: FormRequest): Promise<PublicForm> {
  const form = await findPublicForm(database, request.params.form_key);
  if (form === null) throw notFound('form');
  request.organizationId = form.organization_id;
  return form;
}

/** As the form's organization, in one transaction, by the same way that every lead takes. */
async function captureSubmission(
  database: Database,
  form: PublicForm,
  submission: Submission,
): Promise<string> {
  const actor = { type: 'system', id: null, name: `Form: ${form.name}` } as const;
  const policy = { country: form.country, qualificationPolicy: form.qualification_policy };
  const options = { organizationId: form.organization_id, actor };
  const captured = await database.transaction(options, (tx) =>
    capture(tx, toCapture(form, submission), policy),
  );
  return captured.lifecycleNumber;
}

/** See other: a reload of what comes next sends nothing again. */
function sayThanks(request: FormRequest, reply: FastifyReply, form: PublicForm): FastifyReply {
  const own = `/f/${request.params.form_key}/thanks`;
  const next = form.redirect_url === null ? own : new URL(form.redirect_url).href;
  return reply.header('cache-control', 'no-store').redirect(next, 303);
}

/** Browsers hold a form's own redirect to form-action as well, so the page must name where it leads. */
function sendPage(
  reply: FastifyReply,
  page: Markup,
  redirectUrl: string | null = null,
): FastifyReply {
  const target = redirectUrl === null ? '' : ` ${new URL(redirectUrl).origin}`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self'${target}; frame-ancestors *; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(page.toString());
}
