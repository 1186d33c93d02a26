import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../src/webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const BODY = JSON.stringify({ id: 'event_1', type: 'lead.created', data: { phone: '+1415 ☎' } });

function signed(body: string, secret = SECRET, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'event_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('event_1', at, body),
  };
}

describe('verifyWebhook', () => {
  it('returns the event, whatever form the body and the headers have', async () => {
    const headers = signed(BODY);
    const capital = { 'Webhook-Id': ['event_1'], ...headers };
    for (const body of [BODY, new TextEncoder().encode(BODY)]) {
      for (const one of [headers, new Headers(headers), capital]) {
        assert.equal((await verifyWebhook(body, one, SECRET)).type, 'lead.created');
      }
    }
  });

  it('accepts both secrets while one replaces the other', async () => {
    const secrets = [SECRET, OLD_SECRET];
    assert.equal((await verifyWebhook(BODY, signed(BODY, OLD_SECRET), secrets)).id, 'event_1');
    const both = signed(BODY);
    both['webhook-signature'] =
      `${signed(BODY, OLD_SECRET)['webhook-signature']} ${both['webhook-signature']}`;
    assert.equal((await verifyWebhook(BODY, both, SECRET)).id, 'event_1');
  });

  it('refuses another body, another secret, another id and no signature', async () => {
    const headers = signed(BODY);
    await assert.rejects(verifyWebhook(`${BODY} `, headers, SECRET), /signature does not match/);
    await assert.rejects(verifyWebhook(BODY, headers, OLD_SECRET), /signature does not match/);
    await assert.rejects(
      verifyWebhook(BODY, { ...headers, 'webhook-id': 'event_2' }, SECRET),
      /match/,
    );
    for (const signature of ['', 'v1,', 'v1,%%%', 'v2,abc', 'v1,AAAA']) {
      const changed = { ...headers, 'webhook-signature': signature };
      await assert.rejects(verifyWebhook(BODY, changed, SECRET), /signature does not match/);
    }
    await assert.rejects(verifyWebhook(BODY, {}, SECRET), /too old, or it is not from Throughline/);
    await assert.rejects(verifyWebhook(BODY, headers, 'whsec_%%'), /begins with whsec_/);
  });

  it('refuses what is older or newer than five minutes, or than you allow', async () => {
    const ago = (seconds: number) => signed(BODY, SECRET, new Date(Date.now() - seconds * 1000));
    await assert.rejects(verifyWebhook(BODY, ago(330), SECRET), /too old/);
    await assert.rejects(verifyWebhook(BODY, ago(-330), SECRET), /too old/);
    assert.equal((await verifyWebhook(BODY, ago(270), SECRET)).id, 'event_1');
    const options = { toleranceSeconds: 1_000 };
    assert.equal((await verifyWebhook(BODY, ago(330), SECRET, options)).id, 'event_1');
    const odd = { ...signed(BODY), 'webhook-timestamp': 'NaN' };
    await assert.rejects(verifyWebhook(BODY, odd, SECRET), /too old/);
  });
});
