import { isObject } from '../../platform/is-object.ts';
import type { Random } from './random.ts';

/** What the responses of the organization have shown so far: later requests use it. */
export class Known {
  readonly #values = new Map<string, string[]>();
  readonly #secret: ReadonlySet<string>;

  /** Ids in `secret` are never used, such as that of the token of the run itself, which would revoke it. */
  constructor(secret: readonly string[] = []) {
    this.#secret = new Set(secret);
  }

  /** Takes every id, number, cursor and public address out of a body. */
  learn(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#learnText(value, name);
    else if (Array.isArray(value)) for (const item of value) this.learn(item, name);
    else if (isObject(value)) {
      for (const [field, member] of Object.entries(value)) this.learn(member, field);
    }
  }

  /** One of that kind; undefined if there is none yet. */
  one(kind: string, random: Random): string | undefined {
    const values = this.#values.get(kind) ?? [];
    if (values.length === 0) return undefined;
    // Half of the time one of the last: a resource that many requests change gets into every state.
    const from = random.chance(0.5) ? Math.max(0, values.length - 5) : 0;
    return values[random.between(from, values.length - 1)];
  }

  /** What no other organization has. Lifecycle numbers and cursors are not: each organization counts for itself. */
  unique(): string[] {
    const shared = ['lifecycle_number', 'cursor'];
    return [...this.#values].flatMap(([kind, values]) => (shared.includes(kind) ? [] : values));
  }

  #learnText(text: string, name: string): void {
    if (text.length > 500 || this.#secret.has(text)) return;
    const prefix = ID.exec(text)?.[1];
    if (prefix !== undefined) this.#add(prefix, text);
    else if (LIFECYCLE_NUMBER.test(text)) this.#add('lifecycle_number', text);
    else if (name === 'next_cursor') this.#add('cursor', text);
    else if (URL.canParse(text)) this.#learnAddress(new URL(text));
  }

  /** Pages, feeds and callbacks that need no token. */
  #learnAddress({ pathname, search }: URL): void {
    const kind = PUBLIC.find(([pattern]) => pattern.test(pathname))?.[1];
    if (kind !== undefined) this.#add(kind, pathname + search);
  }

  #add(kind: string, value: string): void {
    const values = this.#values.get(kind) ?? [];
    this.#values.set(kind, values);
    if (values.includes(value)) return;
    values.push(value);
    // The first ones stay: they have the longest history.
    if (values.length > MAX_OF_A_KIND) values.splice(MAX_OF_A_KIND / 4, 1);
  }
}

const MAX_OF_A_KIND = 80;
const ID = /^([a-z_]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const LIFECYCLE_NUMBER = /^\d{6,15}-\d$/;
const PUBLIC = [
  [/^\/f\/\w+$/, 'form_page'],
  [/^\/b\/\w+$/, 'booking_page'],
  [/^\/in\/\w+$/, 'source'],
  [/^\/u\/\w+$/, 'unsubscribe_page'],
  [/^\/g\/\w+\//, 'gateway_callback'],
  [/\/calendar\.ics$/, 'calendar_feed'],
] as const;
