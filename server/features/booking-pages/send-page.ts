import type { FastifyReply } from 'fastify';
import { type Brand, logoOrigin, NO_BRAND } from '../../domain/brand.ts';
import { type Markup, SCRIPT_HASH } from '../forms/index.ts';
import { IN_PLACE_SCRIPT_HASH } from './in-place-script.ts';
import { styleFor } from './style.ts';

/** What the policy of a page depends on. */
interface Look {
  brand: Brand;
  redirect_url: string | null;
}

export const NOTHING_SPECIAL: Look = { brand: NO_BRAND, redirect_url: null };

/** Browsers apply form-action to the redirect after a form as well, so the policy must list its origin. */
export function sendPage(
  reply: FastifyReply,
  page: Markup,
  { brand, redirect_url }: Look,
): FastifyReply {
  const { styleHash } = styleFor(brand);
  const picture = logoOrigin(brand);
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `script-src '${SCRIPT_HASH}' '${IN_PLACE_SCRIPT_HASH}'`,
    "connect-src 'self'",
    ...(picture === null ? [] : [`img-src ${picture}`]),
    `form-action 'self'${redirect_url === null ? '' : ` ${new URL(redirect_url).origin}`}`,
    'frame-ancestors *',
    "base-uri 'none'",
  ];
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(page.toString());
}
