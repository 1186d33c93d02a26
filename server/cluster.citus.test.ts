import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { toUuid } from './domain/ids.ts';
import { PASS_TENANT_ON } from './platform/database/transaction.ts';
import { codeOf } from './platform/failure.ts';
import { type CitusServer, findCitus, type Node } from './testing/citus-databases.ts';
import { localNode } from './testing/citus-nodes.ts';
import { eventually } from './testing/eventually.ts';
import {
  cleanUp,
  databaseUrl,
  runToExit,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';
import { CITUS_VARIABLE, createTestDatabase, type TestDatabase } from './testing/test-server.ts';

const TOKEN = 'token-of-the-cluster-tests';

interface Organization {
  id: string;
  token: string;
  node: Node;
}

describe('a cluster', () => {
  let citus: CitusServer;
  let database: TestDatabase;
  let server: ServerProcess;
  const organizations: Organization[] = [];
  /** The ids of the events that the receiver got. */
  const arrived = new Set<string>();
  /** The leads whose capture was acknowledged, by token. */
  const acknowledged = new Map<string, string[]>();
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      arrived.add(JSON.parse(text).id);
      response.end();
    });
  });

  /** Without the checks of the test client, because requests fail here while the database is down. */
  async function call(token: string, method: string, path: string, body?: object, key?: string) {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }

  let leads = 0;
  async function capture(token: string, key?: string) {
    leads += 1;
    // The same request for the same key.
    const email = `${key ?? `person${leads}`}@example.com`;
    const lead = { name: 'Dana', email, service_needed: 'repair' };
    const response = await call(token, 'POST', '/v1/leads', lead, key);
    const before = acknowledged.get(token) ?? [];
    if (response.status === 201) acknowledged.set(token, [...before, response.body.lead_id]);
    return response;
  }

  async function nodeOf(organizationId: string): Promise<Node> {
    const { rows } = await database.owner.query<Node>(
      `select n.nodename as host, n.nodeport as port
       from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`,
      [organizationId],
    );
    return rows[0] ?? assert.fail('the organization has no node');
  }

  async function newOrganization(): Promise<Organization> {
    const made = await call(TOKEN, 'POST', '/v1/organizations', {
      name: 'A company',
      time_zone: 'America/Chicago',
      country: 'US',
    });
    assert.equal(made.status, 201);
    const { organization_id, token } = made.body;
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const endpoint = { url, event_types: ['lead.created'] };
    assert.equal((await call(token, 'POST', '/v1/webhook-endpoints', endpoint)).status, 201);
    const id = toUuid('organization', organization_id) ?? assert.fail();
    return { id, token, node: await nodeOf(id) };
  }

  before(async () => {
    citus = await findCitus(process.env[CITUS_VARIABLE] ?? '');
    database = await createTestDatabase();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    server = await startServer({
      DATABASE_URL: databaseUrl(database.connection),
      THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
      THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
      THROUGHLINE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    while (organizations.length < 6 || new Set(organizations.map(portOf)).size < 2)
      organizations.push(await newOrganization());
  });
  after(async () => {
    await server.stop();
    await cleanUp();
    receiver.close();
    await database.drop();
  });

  it('refuses a list of rows of another organization, at the coordinator and at the node itself', async () => {
    const [first, second] = organizations;
    assert(first && second);
    const { application } = database;
    for (const node of [citus.nodes[0], first.node, second.node]) {
      const options = PASS_TENANT_ON;
      const client = new pg.Client({ ...application, ...node, options });
      await client.connect();
      const insert = async (organizationId: string) => {
        await client.query('begin');
        await client.query(`set local app.organization_id = '${first.id}'`);
        const values = [organizationId, first.id, ['1', '2']];
        await client.query('select add_contact_keys($1, $2, $3)', values).finally(async () => {
          await client.query('rollback');
        });
      };
      await insert(first.id);
      await assert.rejects(insert(second.id), /is not the tenant of this transaction/);
      await client.end();
    }
  });

  it('that lost a node gives its organizations 503, and serves the others; it recovers by itself', async () => {
    const [lost] = organizations;
    const other = organizations.find((one) => lost && portOf(one) !== portOf(lost));
    assert(lost && other);
    const node = await localNode(citus, lost.node);
    node.kill();
    const refused = await eventually(async () => {
      const startedAt = performance.now();
      const response = await capture(lost.token);
      return response.status === 201 ? null : { response, ms: performance.now() - startedAt };
    });
    assert.equal(refused.response.body.code, 'database_unavailable');
    assert.equal(refused.response.status, 503);
    assert.ok(refused.ms < 5_000, `it took ${refused.ms} ms`);
    for (let count = 0; count < 20; count += 1)
      assert.equal((await capture(other.token)).status, 201);
    const { body: list } = await call(other.token, 'GET', '/v1/leads');
    const later = { lead_id: list.data[0].lead_id, channel: 'task', delay: 'PT0S', body: 'Call' };
    const followUp = await call(other.token, 'POST', '/v1/follow-ups', later);
    const path = `/v1/follow-ups/${followUp.body.follow_up_id}`;
    const isDue = async () => (await call(other.token, 'GET', path)).body.status === 'due';
    await eventually(isDue, 30_000);
    await assertNothingMissing([other]);

    await node.start();
    await eventually(async () => (await capture(lost.token)).status === 201, 30_000);
    await assertNothingMissing(organizations);
  });

  it('does not start before what a migration has added is distributed', async () => {
    const { owner, connection } = database;
    await owner.query(
      `update schema_migrations set distributed_at = null where name = '0042_captures_together.sql'`,
    );
    const { code, stdout, stderr } = await runToExit({ DATABASE_URL: databaseUrl(connection) });
    assert.match(stdout + stderr, /0042_captures_together\.sql added: .* run npm run distribute/);
    assert.equal(code, 1);
    await owner.query('update schema_migrations set distributed_at = now()');
  });

  it('moves an organization to another node while all are written to, and loses nothing', async () => {
    const [moved] = organizations;
    assert(moved);
    const target = citus.nodes.slice(1).find(({ port }) => port !== moved.node.port);
    assert(target, 'the cluster has one node only');
    let isLoaded = true;
    const refused: object[] = [];
    const writing = organizations.map(async ({ token }) => {
      while (isLoaded) {
        const { status, body } = await capture(token);
        // A request at the moment at which the node changes is asked to come again.
        if (status !== 201 && status !== 503) refused.push(body);
      }
    });
    // Connections to the nodes that were opened before one of them was lost are not used for this.
    const owner = new pg.Client(database.connection);
    await owner.connect();
    const move = () =>
      owner.query(
        `select citus_move_shard_placement(
           get_shard_id_for_distribution_column('organizations', $1::uuid), $2, $3, $4, $5,
           'block_writes')`,
        [moved.id, moved.node.host, moved.node.port, target.host, target.port],
      );
    const captured = () => acknowledged.get(moved.token)?.length ?? 0;
    try {
      await eventually(() => move().then(() => true, isDeadlock), 60_000);
      const before = captured();
      await eventually(() => captured() > before + 5);
    } finally {
      await owner.end();
      isLoaded = false;
      await Promise.all(writing);
    }
    assert.deepEqual(refused, []);
    assert.deepEqual(await nodeOf(moved.id), target);
    moved.node = target;
    await assertNothingMissing(organizations);
  });

  it('whose coordinator is killed again and again under load loses no event and no webhook', async () => {
    const node = await localNode(citus, citus.nodes[0] ?? assert.fail());
    let isLoaded = true;
    let captured = 0;
    const refused: object[] = [];
    const load = organizations.map(async ({ token }) => {
      while (isLoaded) {
        const key = crypto.randomUUID();
        await eventually(async () => {
          const { status, body } = await capture(token, key);
          if (status !== 201 && status !== 503) refused.push(body);
          return status === 201;
        }, 90_000);
        captured += 1;
      }
    });
    for (let kill = 0; kill < 3; kill += 1) {
      const before = captured;
      await eventually(() => captured > before + 50, 60_000);
      (await localNode(citus, citus.nodes[0] ?? assert.fail())).kill();
      await eventually(async () => (await fetch(`${server.url}/readyz`)).status === 503);
      await node.start();
    }
    isLoaded = false;
    await Promise.all(load);
    assert.ok(captured > 100);
    assert.deepEqual(refused, []);
    await assertNothingMissing(organizations);
  });

  /** Every seq once, every acknowledged lead stored, and every event of a lead delivered. */
  async function assertNothingMissing(among: readonly Organization[]): Promise<void> {
    for (const { token } of among) {
      const events: { seq: number; type: string; id: string; data: { lead_id: string } }[] = [];
      for (;;) {
        const after = events.at(-1)?.seq ?? 0;
        const { body } = await call(token, 'GET', `/v1/events?after=${after}&limit=200`);
        events.push(...body.data);
        if (body.data.length === 0) break;
      }
      assert.deepEqual(
        events.map(({ seq }) => seq),
        events.map((_, index) => index + 1),
      );
      const created = events.filter(({ type }) => type === 'lead.created');
      const stored = new Set(created.map(({ data }) => data.lead_id));
      for (const id of acknowledged.get(token) ?? []) assert.ok(stored.has(id), id);
      assert.ok(created.every(({ id }) => id.startsWith('event_')));
      await eventually(() => created.every(({ id }) => arrived.has(id)), 60_000);
    }
  }
});

/** False, so that it is tried again; throws anything else. */
function isDeadlock(error: unknown): false {
  if (codeOf(error) !== '40P01') throw error;
  return false;
}

function portOf({ node }: Organization): string {
  return `${node.host}:${node.port}`;
}
