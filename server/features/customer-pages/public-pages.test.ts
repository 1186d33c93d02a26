import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { contentOf, type SentPage } from '../../testing/booking-visitor.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { type PageKind, type PublicPage, PublicPages } from '../../testing/public-pages.ts';
import { StripeStand } from '../../testing/stripe-stand.ts';

/** A customer's own pages and the one that unsubscribes have buttons that no other page may place under a click. */
const FRAMES: Record<PageKind, string[]> = {
  form: ['*'],
  booking: ['*'],
  customer: ["'none'"],
  unsubscribe: ["'none'"],
};
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function policyOf(headers: Headers): Map<string, string[]> {
  const parts = (headers.get('content-security-policy') ?? '').split('; ');
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

describe('every page without a token, in every state', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const all = shared(() => PublicPages.make(service, stripe));
  const opened: { page: PublicPage; sent: SentPage }[] = [];
  setUp(async () => {
    for (const page of all.pages) opened.push({ page, sent: await all.open(page) });
  });

  it('is there, and says how things are', () => {
    const wrong: string[] = [];
    for (const { page, sent } of opened) {
      const { status, text } = sent;
      if (status !== page.status) wrong.push(`${page.name}: ${status}`);
      if (!text.includes(page.shows)) wrong.push(`${page.name}: ${contentOf(text)}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('passes its address on to no one, is stored nowhere, and loads and runs only its own', () => {
    for (const { page, sent } of opened) {
      const { headers, text } = sent;
      const seen = Object.fromEntries(
        Object.keys(HEADERS).map((name) => [name, headers.get(name)]),
      );
      assert.deepEqual(seen, HEADERS, page.name);
      const policy = policyOf(headers);
      const fixed = ['default-src', 'base-uri', 'frame-ancestors', 'form-action'];
      for (const name of fixed) assert(policy.has(name), `${page.name} has no ${name}`);
      assert.deepEqual(
        [policy.get('default-src'), policy.get('base-uri')],
        [["'none'"], ["'none'"]],
      );
      assert.deepEqual(policy.get('frame-ancestors'), FRAMES[page.kind], page.name);
      // Also where a policy names no hash at all.
      for (const element of ['style', 'script']) {
        const allowed = policy.get(`${element}-src`) ?? [];
        const own = [...text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
        for (const [, content = ''] of own) {
          const one = `'sha256-${hash('sha256', content, 'base64')}'`;
          assert(allowed.includes(one), `${page.name}: ${element}`);
        }
        assert.equal(text.split(`<${element}`).length - 1, own.length, page.name);
        assert(
          allowed.every((one) => one.startsWith("'sha256-")),
          page.name,
        );
      }
      assert.doesNotMatch(text, / (on\w+|style)="/, page.name);
      const isListed = headers.get('x-robots-tag') === null;
      assert.equal(isListed, page.kind !== 'customer', page.name);
    }
  });

  it('may be in a frame of another page only if it can be embedded', () => {
    const kinds = new Set(all.pages.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), Object.keys(FRAMES).sort());
  });
});
