import type { FastifyReply } from 'fastify';
import { NOTHING_SPECIAL, sendPage as sendPlainPage } from '../booking-pages/index.ts';
import type { Markup } from '../forms/index.ts';
import type { DownloadedFile } from './shown.ts';
import { STYLE_HASH } from './style.ts';

/** The address is the permission: it is passed on to no one, found by no search, and stored by no cache. */
const PRIVATE = {
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export function sendPage(reply: FastifyReply, page: Markup, refresh?: string): FastifyReply {
  if (refresh !== undefined) reply.header('refresh', refresh);
  return reply
    .headers({
      ...PRIVATE,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    })
    .send(page.toString());
}

export function sendFailure(reply: FastifyReply, page: Markup): FastifyReply {
  return sendPlainPage(reply.headers(PRIVATE), page, NOTHING_SPECIAL);
}

export function sendFile(reply: FastifyReply, file: DownloadedFile): FastifyReply {
  const { name, type, content } = file;
  const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`;
  return reply
    .headers({ ...PRIVATE, 'content-type': type, 'content-disposition': disposition })
    .send(content);
}
