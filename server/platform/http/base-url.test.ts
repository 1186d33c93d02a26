import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { baseUrlOf } from './base-url.ts';

const service = sharedService();

function arriving(host: string, localAddress = '10.0.0.7') {
  const socket = { localAddress, localPort: 8080 };
  return { protocol: 'http', host, socket } as unknown as Parameters<typeof baseUrlOf>[0];
}

describe('the address of the service in links', () => {
  it('is the public URL, whatever the request says', () => {
    const publicUrl = 'https://intake.example.com';
    assert.equal(baseUrlOf(arriving('evil.example'), publicUrl), publicUrl);
    assert.equal(baseUrlOf(arriving('localhost:8080'), publicUrl), publicUrl);
  });

  it('is the host of the request only if that is this machine', () => {
    for (const host of ['localhost:8080', '127.0.0.1:9000', '[::1]:8080', 'LOCALHOST']) {
      assert.equal(baseUrlOf(arriving(host), null), `http://${host}`);
    }
  });

  it('is otherwise the address that the request arrived at', () => {
    const foreign = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.0.0.1:8080@evil.example',
      'evil.example:8080',
      'localhost:8080/x',
      '',
    ];
    for (const host of foreign) {
      assert.equal(baseUrlOf(arriving(host), null), 'http://10.0.0.7:8080', host);
    }
    assert.equal(baseUrlOf(arriving('x', 'fe80::1%eth0'), null), 'http://[fe80::1]:8080');
    assert.equal(baseUrlOf(arriving('x', '::ffff:10.0.0.7'), null), 'http://10.0.0.7:8080');
  });

  it('never comes from an unknown Host or X-Forwarded-Host, in forms, channels and calendars', async () => {
    const organization = await service.newOrganization();
    const app = await startAnotherApp(service, { trustProxy: 1 });
    const post = async (path: string, body: object): Promise<string> => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '203.0.113.9',
        authorization: `Bearer ${organization.token}`,
        'content-type': 'application/json',
      };
      const sent = request(`${app.url}${path}`, { method: 'POST', headers });
      sent.end(JSON.stringify(body));
      const [response] = await once(sent, 'response');
      let text = '';
      for await (const chunk of response) text += chunk;
      assert.equal(response.statusCode, 201, text);
      return text;
    };
    try {
      const services = [{ code: 'ac', label: 'AC' }];
      const user = { name: 'Rosa', email: 'rosa@example.com', role: 'technician' };
      const { user_id } = JSON.parse(await post('/v1/users', user));
      const settings = {
        url: 'https://sms.example.com',
        from_number: '+14155550100',
        secret: 's'.repeat(32),
      };
      const responses = [
        await post('/v1/forms', { name: 'Contact', title: 'Ask', services }),
        await post('/v1/channels', { kind: 'sms_gateway', settings }),
        await post(`/v1/users/${user_id}/calendar-key`, {}),
      ];
      for (const response of responses) {
        assert(!response.includes('evil.example'), response);
        assert(response.includes(app.url), response);
      }
    } finally {
      await app.stop();
    }
  });
});
