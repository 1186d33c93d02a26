import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { request } from 'undici';
import { AddressNotPublic, Outbound } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it('knows the open internet', () => {
    for (const address of ['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']) {
      assert.equal(isPublicAddress(address), true, address);
    }
  });

  it('knows this machine, its network and its cloud, however they are written', () => {
    const addresses = [
      ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
      ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1'],
      ...['::1', '::', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1'],
      ...['fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2002:7f00:1::', '2001:db8::1'],
      ...['', 'localhost', '127.1.1', '1.2.3.4.5'],
    ];
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
});

describe('Outbound', () => {
  let port: number;
  const server = createServer((_request, response) => response.end('in'));
  const guarded = new Outbound({ allowPrivate: false });
  const open = new Outbound({ allowPrivate: true });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(async () => {
    await Promise.all([guarded.close(), open.close()]);
    server.close();
  });

  it('connects to no private address, by its name or by its number', async () => {
    // The second is 127.0.0.1 as a whole number, the third in hexadecimal.
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'];
    for (const host of hosts) {
      const asked = request(`http://${host}:${port}/`, { dispatcher: guarded.agent });
      await assert.rejects(asked, AddressNotPublic, host);
      await assert.rejects(guarded.resolve(new URL(`http://${host}`).hostname), AddressNotPublic);
    }
  });

  it('connects to them where the setting allows it', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { body } = await request(`http://${host}:${port}/`, { dispatcher: open.agent });
      assert.equal(await body.text(), 'in');
      assert.match(await open.resolve(host), /^(127\.0\.0\.1|::1)$/);
    }
  });
});
