import type { FastifyReply } from 'fastify';
import { NO_BRAND } from '../../domain/brand.ts';
import { styleFor } from '../booking-pages/index.ts';
import { hashOf, type Markup } from '../forms/index.ts';
import type { DownloadedFile, View } from './shown.ts';
import { SIGNATURE_SCRIPT } from './signature-script.ts';
import { pageStyle } from './style.ts';

/** The address is the permission: it is passed on to no one, found by no search, and stored by no cache. */
const PRIVATE = {
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

function policyFor(company: Company, page: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(pageStyle(company))}'`,
    // All texts are escaped, so only our own script is an element.
    ...(page.includes('<script>') ? [`script-src '${hashOf(SIGNATURE_SCRIPT)}'`] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

type Company = Parameters<typeof pageStyle>[0];

export function sendPage(
  reply: FastifyReply,
  company: Company,
  { page, refresh }: View,
): FastifyReply {
  if (refresh !== undefined) reply.header('refresh', refresh);
  return reply
    .headers({
      ...PRIVATE,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(company, page.toString()),
    })
    .send(page.toString());
}

export function sendFailure(reply: FastifyReply, page: Markup): FastifyReply {
  return reply
    .headers({
      ...PRIVATE,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src '${styleFor(NO_BRAND).styleHash}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    })
    .send(page.toString());
}

export function sendFile(reply: FastifyReply, file: DownloadedFile): FastifyReply {
  const { name, type, content } = file;
  const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`;
  return reply
    .headers({ ...PRIVATE, 'content-type': type, 'content-disposition': disposition })
    .send(content);
}
