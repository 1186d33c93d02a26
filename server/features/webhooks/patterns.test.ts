import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { matchesAny, matchesPattern } from '../../platform/events/patterns.ts';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';
import { privateAddressErrors, urlErrors } from './endpoint-url.ts';
import { distinctPatterns, matchingEventTypes } from './patterns.ts';
import { newSecret, secretErrors } from './secret.ts';

const word = fc.stringMatching(/^[a-z_]{1,12}$/);
const eventType = fc.tuple(word, word).map(([resource, action]) => `${resource}.${action}`);

describe('patterns', () => {
  it('match one event type by name, all of a resource, or everything', () => {
    assert(matchesPattern('lead.qualified', 'lead.qualified'));
    assert(matchesPattern('lead.*', 'lead.qualified'));
    assert(matchesPattern('*', 'lead.qualified'));
    assert(!matchesPattern('lead.created', 'lead.qualified'));
    assert(!matchesPattern('lead.*', 'leads.qualified'), 'a resource that only starts the same');
    assert(!matchesPattern('lead.*', 'lead_form.made'));
    assert(!matchesAny([], 'lead.qualified'));
    assert(matchesAny(['job.*', 'lead.qualified'], 'lead.qualified'));
  });

  it('match for any event types: by name one, by resource those of it, by * all', () => {
    fc.assert(
      fc.property(eventType, eventType, (one, other) => {
        assert.equal(matchesPattern(one, other), one === other);
        const [resource] = one.split('.');
        const isOfIt = other.split('.')[0] === resource;
        assert.equal(matchesPattern(`${resource}.*`, other), isOfIt);
        assert(matchesPattern('*', other));
      }),
    );
  });

  it('expand to the event types that they match, except the one that is never delivered', () => {
    const types = ['example.sent', 'lead.created', 'lead.qualified', 'job.created'];
    assert.deepEqual(matchingEventTypes('lead.*', types), ['lead.created', 'lead.qualified']);
    assert.deepEqual(matchingEventTypes('*', types), types.slice(1));
    assert.deepEqual(matchingEventTypes('example.*', types), []);
    assert.deepEqual(distinctPatterns(['lead.*', '*', 'lead.*']), ['lead.*', '*']);
  });
});

describe('addresses', () => {
  it('must be full http or https URLs without credentials or a fragment', () => {
    for (const url of [
      'https://example.com',
      'http://example.com:8080/a?b=c',
      'https://xn--bcher-kva.example/',
      'https://bücher.example/',
      'HTTPS://EXAMPLE.COM/',
      'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    ]) {
      assert.deepEqual(urlErrors(url), [], url);
    }
    for (const url of [
      '',
      'example.com',
      '/hook',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://',
      'https:example.com',
      'https:///a',
      'https://user@example.com',
      'https://:secret@example.com/',
      'https://example.com/#',
      'https://example.com/#a',
      ' https://example.com',
      'https://exa\nmple.com/',
      'https://exa mple.com/',
    ]) {
      assert.equal(urlErrors(url)[0]?.code, 'invalid_format', JSON.stringify(url));
    }
  });

  it('that are private are detected in every notation', () => {
    for (const host of [
      ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '10.0.0.8', '169.254.169.254'],
      ...['[::1]', '[::ffff:10.0.0.1]', '[::127.0.0.1]', '[fd00::1]', 'localhost', 'LOCALHOST.'],
      'app.localhost',
    ]) {
      const errors = privateAddressErrors(`http://${host}:8080/a`);
      assert.equal(errors[0]?.code, 'private_address', host);
    }
    for (const host of ['93.184.215.14', 'example.com', 'localhost.example.com', '1.example']) {
      assert.deepEqual(privateAddressErrors(`https://${host}/`), [], host);
    }
  });

  it('given as IP addresses are refused exactly when they are not public', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const host = address.includes(':') ? `[${address}]` : address;
        const isRefused = privateAddressErrors(`http://${host}/`).length > 0;
        assert.equal(isRefused, !isPublicAddress(address));
      }),
    );
  });
});

describe('secrets', () => {
  it('are whsec_ followed by 24 to 64 bytes in base64', () => {
    assert.deepEqual(secretErrors(newSecret()), []);
    assert.notEqual(newSecret(), newSecret());
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const secret = `whsec_${Buffer.from(bytes).toString('base64')}`;
        const isRight = bytes.length >= 24 && bytes.length <= 64;
        assert.equal(secretErrors(secret).length, isRight ? 0 : 1);
      }),
    );
    const bare = Buffer.alloc(32, 1).toString('base64');
    for (const wrong of [bare, `whsec_${bare.slice(0, -1)}`, `whsec_ ${bare}`, `WHSEC_${bare}`]) {
      assert.equal(secretErrors(wrong).length, 1, wrong);
    }
  });
});
