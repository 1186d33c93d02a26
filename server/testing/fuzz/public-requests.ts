import { signedHeaders } from '../sms-gateway.ts';
import { almost, hostile } from './hostile-values.ts';
import type { Known } from './known.ts';
import { odd } from './odd-texts.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

/** What is served without a token: forms, feeds, callbacks, unsubscribe pages, docs and health. */
export function publicRequest(known: Known, random: Random): FuzzRequest {
  return random.one([
    () => formRequest(known, random),
    () => formRequest(known, random),
    () => callbackRequest(known, random),
    () => callbackRequest(known, random),
    () => get('calendar feed', address(known, 'calendar_feed', random), random),
    () => ({
      ...get('unsubscribe page', address(known, 'unsubscribe_page', random), random),
      method: random.pick(['GET', 'POST', 'HEAD']),
    }),
    () => get('page', random.pick(PAGES), random),
    () => get('page', `/${encodeURIComponent(odd(random))}`, random),
  ]);
}

const PAGES = [
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/guides/',
  '/docs/guides/webhooks',
  '/docs/guides/..%2f..%2fpackage',
  '/healthz',
  '/readyz',
  '/metrics',
  '/favicon.ico',
  '/.env',
  '/f/',
  '/u/x',
  '/v1',
  '/v1/leads/',
  '//',
];

/** A known address, sometimes with a key that is almost right. */
function address(known: Known, kind: string, random: Random): string {
  const found = known.one(kind, random) ?? '/f/5ztfvasqg8c8m22rgzy12y0685e3kqhe';
  return random.chance(0.15)
    ? found.replace(/\w(?=\W|$)/, () => random.pick(['x', '0', '%00', '']))
    : found;
}

function get(kind: string, path: string, random: Random): FuzzRequest {
  const headers = {
    ...(random.chance(0.3) && { 'accept-encoding': 'gzip' }),
    ...(random.chance(0.1) && { 'if-none-match': '"x"', host: 'evil.invalid' }),
    // One address for each, so that a wrong key does not close the door for all others.
    'x-forwarded-for': `198.51.100.${random.between(1, 254)}`,
  };
  return { kind, operation: null, method: 'GET', path, headers, body: null, copies: 1, raw: null };
}

function formRequest(known: Known, random: Random): FuzzRequest {
  const path = address(known, 'form_page', random);
  const request = get('form', random.chance(0.2) ? `${path}/thanks` : path, random);
  if (random.chance(0.3)) return request;
  const fields = new URLSearchParams();
  for (const name of FIELDS) if (random.chance(0.7)) fields.append(name, formValue(name, random));
  const headers = {
    ...request.headers,
    'content-type': random.chance(0.95) ? 'application/x-www-form-urlencoded' : 'text/plain',
  };
  const body = random.chance(0.1) ? `%ff&=&${'a=1&'.repeat(3_000)}${fields}` : fields.toString();
  return { ...request, method: 'POST', path, headers, body, copies: random.chance(0.1) ? 4 : 1 };
}

const FIELDS = [
  'name',
  'phone',
  'email',
  'address',
  'notes',
  'service_needed',
  'consent',
  'submission',
];

function formValue(name: string, random: Random): string {
  if (random.chance(0.4)) return hostile(random).slice(0, 30_000);
  if (name === 'phone') return `+1415555${random.between(1000, 9999)}`;
  if (name === 'service_needed') return 'ac_repair';
  return odd(random);
}

function callbackRequest(known: Known, random: Random): FuzzRequest {
  const path = address(known, 'gateway_callback', random);
  const sent = path.endsWith('/sms')
    ? {
        from: formValue('phone', random),
        to: '+14155550100',
        body: odd(random),
        reference: odd(random),
      }
    : {
        reference: known.one('communication', random) ?? 'x',
        status: random.pick(['sent', 'delivered', 'failed', odd(random)]),
        reason: odd(random),
      };
  const body = random.chance(0.3) ? almost(sent, random) : JSON.stringify(sent);
  const headers = random.chance(0.85)
    ? signedHeaders(body, new Date(Date.now() + (random.chance(0.1) ? 3_600_000 : 0)))
    : {
        'content-type': 'application/json',
        'x-throughline-signature': odd(random).replaceAll(/[^ -~]/g, ''),
      };
  return {
    ...get('callback', path, random),
    method: 'POST',
    headers,
    body,
    copies: random.chance(0.1) ? 4 : 1,
  };
}
