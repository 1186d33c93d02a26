import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, isIP, type LookupFunction } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { request } from 'undici';
import { codeOf } from '../failure.ts';
import { AddressNotPublic, Outbound } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

/** Addresses of this machine, its network and its cloud, and unassigned ones, in canonical notation. */
const NOT_PUBLIC = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.1.2.3', '172.16.0.1'],
  ...['172.31.255.255', '192.168.1.1', '169.254.0.1', '169.254.169.254', '100.64.0.1'],
  ...['100.100.100.200', '192.0.0.1', '192.0.0.192', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ...['198.18.0.1', '198.19.255.255', '192.88.99.1', '224.0.0.1', '239.255.255.255'],
  ...['240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::1', '::', '::7f00:1', '::a9fe:a9fe', '::808:808', '::ffff:7f00:1', '::ffff:a00:1'],
  ...['::ffff:808:808', '::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b::808:808'],
  ...['64:ff9b:1::7f00:1', '2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:0:7f00:1::'],
  ...['fc00::1', 'fd12:3456::1', 'fd00:ec2::254', 'fd20:ce::254', 'fe80::1', 'fec0::1'],
  ...['ff02::1', 'ff0e::1', '2001:db8::1', '3fff::1', '2001:2::1', '2001:10::1', '2001:20::1'],
  ...['100::1', '5f00::1', '4000::1', 'e000::1'],
];

/** URL hosts that resolve to 127.0.0.1, ::1 or the cloud’s own host without looking like it. */
const SPELLINGS = [
  ...['2130706433', '017700000001', '0x7f000001', '0X7F000001', '0177.0.0.1', '0x7f.0.0.1'],
  ...['0x7f.1', '127.1', '127.0.1', '0177.1', '0000177.0.0.1', '127.0.0.1.', '2130706433.', '0'],
  ...['①②⑦.⓪.⓪.①', '１２７.0.0.1', '127。0。0。1', '127%2e0%2e0%2e1', '%31%32%37.0.0.1'],
  ...['dana@127.0.0.1', '8.8.8.8@127.0.0.1', 'example.com:443@127.0.0.1', '127.0.0.1%00'],
  ...['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::]'],
  ...['[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b:1::127.0.0.1]', '[2002:7f00:1::]', '[FD00:EC2::254]'],
  ...['[::ffff:169.254.169.254]', '[fe80::1%25lo]', '[FE80::1]', '[ff02::1]'],
];

/** Host names that their owner can point to any address; the test DNS points all of them to this machine. */
const NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', 'localhost.localdomain'],
  ...['metadata.google.internal', 'localtest.me', '127.0.0.1.nip.io', 'ⓛocalhost', 'xn--nxasmq6b'],
];

describe('isPublicAddress', () => {
  it('recognizes public addresses', () => {
    const addresses = ['93.184.215.14', '8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1'];
    addresses.push(
      '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
      '2001:4860:4860::8888',
      '2A00:1450::1',
    );
    for (const address of addresses) assert.equal(isPublicAddress(address), true, address);
  });

  it('recognizes this machine, its network, its cloud, and addresses that lead to them', () => {
    for (const address of NOT_PUBLIC) {
      assert.notEqual(isIP(address), 0, address);
      assert.equal(isPublicAddress(address), false, address);
    }
  });

  it('recognizes them in every notation, and refuses anything that is not an address', () => {
    const others = [
      ...['::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::FFFF:10.0.0.1'],
      ...['64:ff9b::10.0.0.1', '0:0:0:0:0:0:0:1', 'FE80::1', 'fe80::1%eth0', '2606:4700::1111%lo'],
      ...['', 'localhost', '127.1', '127.1.1', '1.2.3.4.5', '0x8.8.8.8', '010.8.8.8', '134744072'],
      ...['8.8.8.8.', ' 8.8.8.8', '8.8.8.8/0', '[2606:4700::1111]', '８.8.8.8', '8.8.8.8\0'],
    ];
    for (const address of others) assert.equal(isPublicAddress(address), false, address);
  });
});

describe('Outbound', () => {
  const servers: Server[] = [];
  const outbounds: Outbound[] = [];
  afterEach(async () => {
    await Promise.all(outbounds.splice(0).map((one) => one.close()));
    for (const server of servers.splice(0)) server.close();
  });

  /** A server that counts its connections. */
  async function serve(host: string, listener: RequestListener, port = 0) {
    const seen = { connections: 0, port: 0 };
    const server = createServer(listener);
    server.on('connection', () => {
      seen.connections += 1;
    });
    server.listen(port, host);
    await once(server, 'listening');
    servers.push(server);
    seen.port = (server.address() as AddressInfo).port;
    return seen;
  }

  function outboundWith(options: Partial<ConstructorParameters<typeof Outbound>[0]>) {
    const outbound = new Outbound({ allowPrivate: false, ...options });
    outbounds.push(outbound);
    return outbound;
  }

  /** A test DNS that returns these results in turn, and the last one from then on. */
  function resolvingTo(...results: string[][]) {
    const asked: string[] = [];
    const lookup: LookupFunction = (host, _options, callback) => {
      const result = results[Math.min(asked.length, results.length - 1)]!;
      asked.push(host);
      const found = result.map((address): LookupAddress => ({ address, family: isIP(address) }));
      process.nextTick(() => callback(null, found));
    };
    return { asked, lookup };
  }

  const get = async (outbound: Outbound, url: string) => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: outbound.agent,
    });
    const text = await body.text();
    // A connection becomes free a moment after its response has been read.
    await setImmediate();
    return { statusCode, headers, text };
  };

  it(`connects to nothing on this machine by any of ${SPELLINGS.length} spellings`, async () => {
    const inside = await serve('127.0.0.1', (_request, response) => response.end('in'));
    const outbound = outboundWith({});
    for (const spelling of SPELLINGS) {
      const url = URL.parse(`http://${spelling.replace(/(@|^)([^@]*)$/, `$1$2:${inside.port}`)}/`);
      // Anything that is not a URL is refused before a DNS lookup.
      if (url === null) continue;
      await assert.rejects(get(outbound, url.href), AddressNotPublic, spelling);
      await assert.rejects(outbound.resolve(url.hostname), AddressNotPublic, spelling);
    }
    assert.equal(SPELLINGS.filter((host) => !URL.canParse(`http://${host}/`)).length, 2);
    assert.equal(inside.connections, 0);
  });

  it('connects to no address that is not public, neither directly nor as a DNS result', async () => {
    const outbound = outboundWith({});
    for (const address of NOT_PUBLIC) {
      const host = isIP(address) === 6 ? `[${address}]` : address;
      await assert.rejects(get(outbound, `http://${host}:9/`), AddressNotPublic, address);
      await assert.rejects(get(outbound, `https://${host}:9/`), AddressNotPublic, address);
      await assert.rejects(outbound.resolve(address), AddressNotPublic, address);
      const misled = outboundWith({ lookup: resolvingTo([address]).lookup });
      await assert.rejects(get(misled, 'http://example.com:9/'), AddressNotPublic, address);
      await assert.rejects(get(misled, 'https://example.com:9/'), AddressNotPublic, address);
      await assert.rejects(misled.resolve('example.com'), AddressNotPublic, address);
    }
  });

  it('connects to no host name that resolves to this machine', async () => {
    const inside = await serve('127.0.0.1', (_request, response) => response.end('in'));
    const real = outboundWith({});
    await assert.rejects(get(real, `http://localhost:${inside.port}/`), AddressNotPublic);
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const misled = outboundWith({ lookup: resolvingTo([address]).lookup });
      for (const name of NAMES) {
        const url = `http://${name}:${inside.port}/`;
        await assert.rejects(get(misled, url), AddressNotPublic, `${name} at ${address}`);
      }
    }
    assert.equal(inside.connections, 0);
  });

  describe('with 127.0.0.2 as a public address', () => {
    /** Needed so that a test can check that public addresses are reachable. */
    const isPublic = (address: string) => address === '127.0.0.2' || isPublicAddress(address);
    let publicSide: Awaited<ReturnType<typeof serve>>;
    let inside: Awaited<ReturnType<typeof serve>>;
    /** On the same port; another program can have the one that is free at the first address. */
    async function serveBoth(listener: RequestListener): Promise<void> {
      publicSide = await serve('127.0.0.2', listener);
      const { port } = publicSide;
      const answer: RequestListener = (_request, response) => response.end('in');
      const started = await serve('127.0.0.1', answer, port).catch((error: unknown) => {
        if (codeOf(error) !== 'EADDRINUSE') throw error;
        return null;
      });
      if (started === null) return serveBoth(listener);
      inside = started;
    }
    const close: RequestListener = (_request, response) =>
      response.writeHead(200, { connection: 'close' }).end('out');
    const keep: RequestListener = (_request, response) => response.end('out');

    it('is not tricked by a host name that changes between two lookups', async () => {
      await serveBoth(close);
      const { asked, lookup } = resolvingTo(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '::1']);
      const outbound = outboundWith({ lookup, isPublic });
      const url = `http://rebind.example.com:${publicSide.port}/`;
      assert.equal((await get(outbound, url)).text, 'out');
      // One lookup per connection: the checked address is the one that was connected to.
      assert.equal(asked.length, 1);
      await assert.rejects(get(outbound, url), AddressNotPublic);
      assert.equal((await get(outbound, url)).text, 'out');
      assert.deepEqual([asked.length, publicSide.connections, inside.connections], [3, 2, 0]);
    });

    it('uses only the public addresses of a mixed result, in any position', async () => {
      await serveBoth(close);
      for (const addresses of [
        ['127.0.0.1', '127.0.0.2'],
        ['127.0.0.2', '127.0.0.1'],
        ['::1', '10.0.0.1', '127.0.0.2', '169.254.169.254'],
      ]) {
        const outbound = outboundWith({ lookup: resolvingTo(addresses).lookup, isPublic });
        const url = `http://mixed.example.com:${publicSide.port}/`;
        assert.equal((await get(outbound, url)).text, 'out');
        assert.equal(await outbound.resolve('mixed.example.com'), '127.0.0.2');
      }
      assert.equal(inside.connections, 0);
    });

    it('does not fall back to this machine when the public address of a mixed result refuses', async () => {
      const outside = await serve('127.0.0.1', keep);
      const { lookup } = resolvingTo(['127.0.0.2', '127.0.0.1']);
      const url = `http://mixed.example.com:${outside.port}/`;
      await assert.rejects(get(outboundWith({ lookup, isPublic }), url), { code: 'ECONNREFUSED' });
      assert.equal(outside.connections, 0);
    });

    it('reports ENOTFOUND when the result of the lookup is empty', async () => {
      const outbound = outboundWith({ lookup: resolvingTo([]).lookup, isPublic });
      await assert.rejects(get(outbound, 'http://empty.example.com/'), { code: 'ENOTFOUND' });
      await assert.rejects(outbound.resolve('empty.example.com'), { code: 'ENOTFOUND' });
    });

    it('follows no redirect, especially not to this machine', async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        await serveBoth((_request, response) =>
          response
            .writeHead(status, { location: `http://127.0.0.1:${publicSide.port}/` })
            .end('elsewhere'),
        );
        const { lookup } = resolvingTo(['127.0.0.2']);
        const outbound = outboundWith({ lookup, isPublic });
        const redirect = await get(outbound, `http://moved.example.com:${publicSide.port}/`);
        assert.deepEqual([redirect.statusCode, redirect.text], [status, 'elsewhere']);
        assert.equal(inside.connections, 0);
      }
    });

    it('reuses a connection only for the host that it was opened for', async () => {
      await serveBoth(keep);
      const { asked, lookup } = resolvingTo(['127.0.0.2'], ['127.0.0.2'], ['127.0.0.1']);
      const outbound = outboundWith({ lookup, isPublic });
      const url = (name: string) => `http://${name}.example.com:${publicSide.port}/`;
      await get(outbound, url('one'));
      await get(outbound, url('one'));
      assert.deepEqual([asked.length, publicSide.connections], [1, 1]);
      await get(outbound, url('two'));
      assert.deepEqual([asked.length, publicSide.connections], [2, 2]);
      // A third one is looked up again, although connections to the same server are open.
      await assert.rejects(get(outbound, url('three')), AddressNotPublic);
      await assert.rejects(get(outbound, `http://127.0.0.1:${publicSide.port}/`), AddressNotPublic);
      assert.deepEqual([publicSide.connections, inside.connections], [2, 0]);
    });

    it('gives other protocols exactly the IP address that it checked', async () => {
      await serveBoth(keep);
      const { asked, lookup } = resolvingTo(['127.0.0.1', '127.0.0.2'], ['127.0.0.1']);
      const outbound = outboundWith({ lookup, isPublic });
      const address = await outbound.resolve('mail.example.com');
      assert.notEqual(isIP(address), 0);
      const socket = connect(publicSide.port, address);
      await once(socket, 'connect');
      assert.equal(socket.remoteAddress, '127.0.0.2');
      socket.destroy();
      assert.deepEqual(asked, ['mail.example.com']);
      await assert.rejects(outbound.resolve('mail.example.com'), AddressNotPublic);
    });
  });

  describe('when the setting allows private addresses', () => {
    let port: number;
    const server = createServer((_request, response) => response.end('in'));
    before(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    });
    after(() => server.close());

    it('connects to them', async () => {
      const open = outboundWith({ allowPrivate: true });
      for (const host of ['127.0.0.1', 'localhost']) {
        assert.equal((await get(open, `http://${host}:${port}/`)).text, 'in');
        assert.match(await open.resolve(host), /^(127\.0\.0\.1|::1)$/);
      }
    });
  });
});
