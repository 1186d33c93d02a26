import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** The session itself ends after 90 days at most, or earlier without use. */
const MAX_AGE_SECONDS = 90 * 24 * 60 * 60;

/** Browsers accept the first name only over https, and only from this host itself. */
const SECURE_NAME = '__Host-tl_session';
const PLAIN_NAME = 'tl_session';

/**
 * Turns the session in the cookie into the token that it is, before anything else reads the request. A page on another
 * site can make a browser send a request with the cookie, but not with our origin.
 */
export function acceptSessionCookie(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, method } = request;
    if (headers.authorization !== undefined) return done();
    const secret = readSession(request, publicUrl);
    if (secret === null) return done();
    const isSafe = method === 'GET' || method === 'HEAD';
    if (!isSafe && !isOwnOrigin(request, publicUrl)) return done(originMismatch());
    headers.authorization = `Bearer ${secret}`;
    done();
  });
}

/** Refuses a page on another site; a program sends no origin. */
export function assertOwnOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (request.headers.origin !== undefined && !isOwnOrigin(request, publicUrl)) {
    throw originMismatch();
  }
}

/** The origin of the page that sent the request, which is ours; without one, the address that people use. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | null): string {
  const { headers, protocol, host } = request;
  if (headers.origin !== undefined && isOwnOrigin(request, publicUrl)) return headers.origin;
  return publicUrl === null ? `${protocol}://${host}` : new URL(publicUrl).origin;
}

/** The header that sets the session in the browser, or removes it. */
export function sessionCookie(
  request: FastifyRequest,
  publicUrl: string | null,
  secret: string | null,
): string {
  const secure = isSecure(request, publicUrl);
  return [
    `${secure ? SECURE_NAME : PLAIN_NAME}=${secret ?? ''}`,
    'Path=/',
    `Max-Age=${secret === null ? 0 : MAX_AGE_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/** The session of the browser; null for none. */
export function readSession(request: FastifyRequest, publicUrl: string | null): string | null {
  const name = isSecure(request, publicUrl) ? SECURE_NAME : PLAIN_NAME;
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name && /^[\x21-\x7e]+$/.test(value)) return value;
  }
  return null;
}

function isSecure({ protocol }: FastifyRequest, publicUrl: string | null): boolean {
  return protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
}

/** The host that the browser asked for is ours: a page cannot write the header Host. */
function isOwnOrigin(
  { headers, protocol, host }: FastifyRequest,
  publicUrl: string | null,
): boolean {
  if (headers.origin === `${protocol}://${host}`) return true;
  return publicUrl !== null && headers.origin === new URL(publicUrl).origin;
}

function originMismatch(): Problem {
  return new Problem(
    403,
    'origin_mismatch',
    'A session in a cookie can be used only by pages of this service. Send a token in the header Authorization instead, or set THROUGHLINE_PUBLIC_URL to the address that people use.',
  );
}
