import type { IdPrefix } from '../../domain/ids.ts';
import type { Needs } from '../../platform/auth/needs.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Pure rules: what links are for, and how long they work. */

export const PURPOSES = ['visit', 'estimate', 'invoice', 'profile'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a link of each purpose opens. */
export const KIND_OF = {
  visit: 'appointment',
  estimate: 'estimate',
  invoice: 'invoice',
  profile: 'customer',
} as const satisfies Record<Purpose, IdPrefix>;

export type TargetField = `${(typeof KIND_OF)[Purpose]}_id`;

export function fieldOf(purpose: Purpose): TargetField {
  return `${KIND_OF[purpose]}_id`;
}

/** What the holder of a link can do, the token that creates it must be able to do, too. */
export const NEEDS: Record<Purpose, Needs> = {
  visit: [['appointments:write', 'appointments:own']],
  estimate: [['estimates:write'], ['jobs:write'], ['invoices:write']],
  invoice: [['invoices:read', 'invoices:own']],
  profile: [['customers:write']],
};

const DAY_MS = 24 * 60 * 60_000;

/** A profile shows how a person can be reached, so its link is short-lived. */
const DAYS: Record<Purpose, number> = { visit: 180, estimate: 180, invoice: 180, profile: 30 };
export const MAX_DAYS = 730;

export function defaultExpiry(purpose: Purpose, now: Date): Date {
  return new Date(now.getTime() + DAYS[purpose] * DAY_MS);
}

/** Nobody asked for another one: then the link works for as long as it is needed. */
export function isDefaultExpiry(link: { purpose: Purpose; created_at: Date; expires_at: Date }) {
  return defaultExpiry(link.purpose, link.created_at).getTime() === link.expires_at.getTime();
}

/** Null if the time is not after now, or too far ahead. */
export function readExpiry(text: string, now: Date): Date | null {
  const at = new Date(text);
  return at > now && at.getTime() <= now.getTime() + MAX_DAYS * DAY_MS ? at : null;
}

/** Exactly one target, and that of the purpose. */
export function targetErrors(body: Record<string, unknown>): FieldError[] {
  const purpose = PURPOSES.find((one) => one === body.purpose);
  // The schema reports a purpose that is unknown.
  if (purpose === undefined) return [];
  const wanted = fieldOf(purpose);
  const others = PURPOSES.map(fieldOf).filter((one) => one !== wanted && body[one] !== undefined);
  const missing: FieldError = {
    pointer: `/${wanted}`,
    code: 'required',
    detail: `A link with the purpose ${purpose} needs the field ${wanted}.`,
  };
  return [
    ...(body[wanted] === undefined ? [missing] : []),
    ...others.map((one) => ({
      pointer: `/${one}`,
      code: 'not_allowed',
      detail: `A link with the purpose ${purpose} opens one thing only. Send only ${wanted}.`,
    })),
  ];
}
