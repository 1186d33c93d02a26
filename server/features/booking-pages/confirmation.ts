import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import { bodyReader } from '../../platform/http/validation.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { component, line, textLine, timeLine } from '../calendar-feeds/index.ts';
import type { PublicPage } from './queries.ts';
import type { OpenTime } from './times.ts';

/**
 * What the last page shows, in its address and signed: the page can be reloaded, and no one can make it say something
 * else. It says nothing about the person.
 */
export interface Confirmation {
  service: string;
  /** Null for a request without a time. */
  time: OpenTime | null;
  end: number | null;
  reference: string | null;
  /** The path of the customer's link to the visit. */
  link?: string | null;
  /** Whether it was booked before, so that nothing was booked now. */
  isEarlier?: boolean;
}

const interval = Type.Object({ start: Type.Number(), end: Type.Number() });
const nullable = { anyOf: [interval, { type: 'null' }] };
const read = bodyReader(
  Type.Object({
    service: Type.String(),
    time: Type.Unsafe<OpenTime | null>({
      type: ['object', 'null'],
      required: ['start', 'window'],
      properties: { start: { type: 'number' }, window: nullable },
    }),
    end: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    reference: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    link: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    isEarlier: Type.Optional(Type.Boolean()),
  }),
);

export class Confirmations {
  readonly #secrets: Secrets | null;

  constructor(secrets: Secrets | null) {
    this.#secrets = secrets;
  }

  write(page: PublicPage, confirmation: Confirmation): string {
    const content = Buffer.from(JSON.stringify(confirmation)).toString('base64url');
    return `${content}.${this.#sign(page, content)}`;
  }

  /** Null if it was not made for this page. */
  read(page: PublicPage, text: string): Confirmation | null {
    const [content = '', signature = ''] = text.split('.');
    const expected = Buffer.from(this.#sign(page, content));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const checked = read(JSON.parse(Buffer.from(content, 'base64url').toString()));
    return 'body' in checked ? checked.body : null;
  }

  /** Without a secret key, the id of the organization is the key, as for challenges: visitors do not know it. */
  #sign({ organization_id, page_key }: PublicPage, content: string): string {
    const text = `${organization_id} ${page_key} ${content}`;
    const mac =
      this.#secrets?.sign('booking confirmation', text) ??
      createHmac('sha256', organization_id).update(text).digest();
    return mac.toString('base64url').slice(0, 22);
  }
}

/** The visit as a file for any calendar; with an arrival window, the time in which to be there. */
export function calendarFile(
  { company }: PublicPage,
  { time, end, reference }: Confirmation,
  { serviceName, now }: { serviceName: string; now: Date },
): string {
  const from = time?.window?.start ?? time?.start ?? now.getTime();
  const to = time?.window?.end ?? end ?? from;
  return component('VCALENDAR', [
    line('VERSION', '2.0'),
    line('PRODID', '-//Throughline//Throughline//EN'),
    line('METHOD', 'PUBLISH'),
    component('VEVENT', [
      textLine('UID', `${reference ?? from}-visit@throughline`),
      timeLine('DTSTAMP', now.toISOString()),
      timeLine('DTSTART', new Date(from).toISOString()),
      timeLine('DTEND', new Date(to).toISOString()),
      textLine('SUMMARY', `${serviceName} – ${company}`),
      textLine('DESCRIPTION', reference),
    ]),
  ]);
}
