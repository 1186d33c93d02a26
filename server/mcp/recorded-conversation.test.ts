import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isObject } from '../platform/is-object.ts';
import { created } from '../testing/created.ts';
import { sharedService } from '../testing/fixtures.ts';
import { connectMcp } from '../testing/mcp-client.ts';
import { newUser } from '../testing/office.ts';
import { GATEWAY_SECRET } from '../testing/sms-gateway.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
/** Ids, lifecycle numbers and confirmations differ from run to run. */
const VARIES = /[a-z_]+_01[0-9a-hjkmnp-tv-z]{24}|\b\d{6}-\d\b|\b[0-9a-z]{8}\.[\w-]{22}/g;

const service = sharedService();

/** What was recorded, and what it is in this run. */
class Names {
  readonly #known = new Map<string, string>();

  /** The recorded text, as it would be in this run. */
  now(recorded: string): string {
    return recorded.replaceAll(VARIES, (name) => this.#known.get(name) ?? name);
  }

  /** Learns the names of an answer, and fails where it differs from what was recorded. */
  compare(recorded: unknown, answered: unknown, path: string): void {
    if (isObject(recorded)) {
      assert.ok(isObject(answered), path);
      for (const [name, value] of Object.entries(recorded)) {
        this.compare(value, answered[name], `${path}.${name}`);
      }
    } else if (Array.isArray(recorded)) {
      assert.ok(Array.isArray(answered), path);
      recorded.forEach((item, index) => {
        this.compare(item, answered[index], `${path}.${index}`);
      });
    } else if (typeof recorded === 'string' && typeof answered === 'string') {
      const [before, after] = [recorded, answered].map((text) => text.match(VARIES) ?? []);
      before?.forEach((name, index) => {
        if (!this.#known.has(name)) this.#known.set(name, after?.[index] ?? '');
      });
      assert.equal(answered, this.now(recorded), path);
    } else assert.deepEqual(answered, recorded, path);
  }
}

describe('the conversation in docs/agents.md', () => {
  it('happens again as it is written', async () => {
    const { api, token } = await service.newOrganization();
    await newUser(api, { name: 'Rosa Delgado', skills: ['ac_repair'] });
    const settings = {
      url: 'https://sms.example.com/send',
      secret: GATEWAY_SECRET,
      from_number: '+14155550100',
    };
    await created(api.post('/v1/channels', { kind: 'sms_gateway', settings }));
    const mcp = await connectMcp(service.url, token);
    const blocks = GUIDE.matchAll(/```call\n(\w+) (.+)\n```\n\n```answer\n([^`]+)```/g);
    const names = new Names();
    const tools: string[] = [];
    for (const [, tool = '', args = '', answer = ''] of blocks) {
      const answered = await mcp.call(tool, JSON.parse(names.now(args)));
      names.compare(JSON.parse(answer), answered, tool);
      tools.push(tool);
    }
    assert.deepEqual(tools, [
      ...['capture_lead', 'check_availability', 'book_appointment'],
      ...['send_message', 'send_message'],
    ]);
    const { body } = await api.get('/v1/appointments');
    assert.equal(body.data[0].status, 'booked');
  });
});
