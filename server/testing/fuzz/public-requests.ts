import { signedHeaders } from '../sms-gateway.ts';
import { almost, hostile } from './hostile-values.ts';
import type { Known } from './known.ts';
import { odd } from './odd-texts.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

/** What is served without a token: forms, booking pages, sources, feeds, callbacks, unsubscribe pages, docs and health. */
export function publicRequest(known: Known, random: Random): FuzzRequest {
  return random.one([
    () => formRequest(known, random),
    () => formRequest(known, random),
    () => bookingPageRequest(known, random),
    () => bookingPageRequest(known, random),
    () => sourceRequest(known, random),
    () => sourceRequest(known, random),
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

const STEP_FIELDS = [
  ...['step', 'lang', 'service', 'postal_code', 'from', 'day', 'starts_at', 'without_time'],
  ...['q_fuel', 'utm_source', 'referrer', 'landing_page', 'v', '__proto__'],
];
const CONTACT_FIELDS = ['challenge', 'proof', ...FIELDS];

function bookingPageRequest(known: Known, random: Random): FuzzRequest {
  const path = address(known, 'booking_page', random);
  const fields = new URLSearchParams();
  const append = (name: string) => fields.append(name, stepValue(name, random));
  for (const name of STEP_FIELDS) if (random.chance(0.6)) append(name);
  const part = random.chance(0.2) ? random.pick(['/done', '/visit.ics', '/x']) : '';
  const query = random.chance(0.05) ? '%ff%00&=&step' : fields.toString().slice(0, 12_000);
  const request = get('booking page', `${path}${part}?${query}`, random);
  if (part !== '' || random.chance(0.4)) {
    const referer = random.chance(0.5) ? 'https://a.example.com/?utm_source=x' : 'x:';
    return { ...request, headers: { ...request.headers, referer } };
  }
  for (const name of CONTACT_FIELDS) if (random.chance(0.7)) append(name);
  return { ...request, path, ...body(fields.toString(), random), copies: copies(random) };
}

function stepValue(name: string, random: Random): string {
  if (random.chance(0.3)) return formValue(name, random);
  switch (name) {
    case 'step':
      return random.pick(['service', 'details', 'time', 'contact', 'done']);
    case 'starts_at':
      return random.pick(['2027-03-02T17:00:00.000Z', '2027-02-30T17:00:00.000Z', '9']);
    case 'from':
    case 'day':
      return random.pick(['2027-03-02', '0000-00-00', '-271821-04-20', '+275760-09-13']);
    default:
      return random.pick(['1', 'en', 'ac_repair', '97205', odd(random)]);
  }
}

/** What makers of other software send, and what others could send to the same address. */
function sourceRequest(known: Known, random: Random): FuzzRequest {
  const path = address(known, 'source', random);
  const query = random.chance(0.3) ? `?${new URLSearchParams({ key: odd(random) })}` : '';
  const request = get('source', `${path}${query}`, random);
  if (random.chance(0.1)) return request;
  const id = random.pick(['1', '2', odd(random)]);
  const lead = { id, name: odd(random), phone: formValue('phone', random), email: 'a@example.com' };
  const sent = random.one([
    () => JSON.stringify(lead),
    () => almost({ ...lead, customer: lead, entry: [{ changes: [{ value: lead }] }] }, random),
    () => new URLSearchParams(lead).toString(),
    () => `From: ${odd(random)}\r\nSubject: x\r\n\r\nPhone: ${lead.phone}`,
    () => hostile(random),
  ]);
  return { ...request, ...body(sent, random), copies: copies(random) };
}

/** In some encoding, with some type, or broken. */
function body(text: string, random: Random) {
  const bytes = random.one<string | Buffer>([
    () => text,
    () => text,
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.concat([Buffer.from(text.slice(0, 40)), Buffer.from([0, 0xff, 0xc3])]),
    () => `%ff&=&${'a=1&'.repeat(3_000)}${text}`,
  ]);
  const type = random.pick([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded',
    'application/json',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'message/rfc822',
    'text/plain;;',
    '/',
  ]);
  const headers = {
    'content-type': type,
    'x-forwarded-for': `198.51.100.${random.between(1, 254)}`,
  };
  return { method: 'POST', headers, body: bytes };
}

function copies(random: Random): number {
  return random.chance(0.1) ? 4 : 1;
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
