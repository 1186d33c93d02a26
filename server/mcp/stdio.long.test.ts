import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { created } from '../testing/created.ts';
import { shared, sharedService } from '../testing/fixtures.ts';
import { freshLead } from '../testing/leads.ts';
import { MCP_PROGRAM, withMcpProgram } from '../testing/mcp-program.ts';

const service = sharedService();
const office = shared(() => service.newOrganization());
const at = () => ({ url: service.url, token: office.token });

describe('MCP on standard input and output', () => {
  it('offers the same tools, resources and events as over HTTP', () =>
    withMcpProgram(at(), { isOld: true }, async (mcp) => {
      assert.equal((await mcp.toolNames()).length, 20);
      const { result } = await mcp.call('capture_lead', freshLead());
      const { body } = await office.api.get('/v1/events?type=lead.created&limit=200');
      const event = body.data.find(
        ({ data }: { data: { lead_id: string } }) => data.lead_id === result.lead_id,
      );
      assert.equal(event.actor.via, 'mcp');
      const { contents } = await mcp.client.readResource({ uri: 'throughline://docs/playbooks' });
      assert.match(JSON.stringify(contents), /# /);
    }));

  it('asks the user, also with a client of 2025', async () => {
    for (const isOld of [false, true]) {
      const { lead_id } = await created(office.api.post('/v1/leads', freshLead()));
      const questions: string[] = [];
      const onQuestion = (message: string) => {
        questions.push(message);
        return { action: 'accept' as const, content: { confirm: true } };
      };
      await withMcpProgram(at(), { isOld, onQuestion }, (mcp) =>
        mcp.call('cancel_or_undo', { step: 'lead.delete', id: lead_id }),
      );
      assert.equal(questions.length, 1);
      const { body } = await office.api.get(`/v1/leads/${lead_id}`);
      assert.notEqual(body.deleted_at, null);
    }
  });

  it('changes nothing with --read-only', () =>
    withMcpProgram(at(), { isReadOnly: true }, async (mcp) => {
      const names = await mcp.toolNames();
      assert.equal(names.length, 7);
      assert.equal((await mcp.call('whoami')).read_only, true);
    }));

  it('says what is wrong before it starts: no token, a wrong one, or no service', async () => {
    const failed = async (env: Record<string, string>, exitCode = 1) => {
      const child = spawn(process.execPath, MCP_PROGRAM, {
        env: { HOME: '/nonexistent', ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const [said, printed] = [text(child.stderr), text(child.stdout)];
      const [code] = await once(child, 'exit');
      assert.equal(code, exitCode);
      assert.equal(await printed, '');
      return said;
    };
    const THROUGHLINE_URL = service.url;
    assert.match(
      await failed({ THROUGHLINE_URL }, 4),
      /No token for http:.* Run throughline login/,
    );
    const wrong = { THROUGHLINE_URL, THROUGHLINE_TOKEN: 'tl_wrong_token_of_nothing' };
    assert.match(await failed(wrong), /token is not valid/);
    const nowhere = { THROUGHLINE_URL: 'http://127.0.0.1:9', THROUGHLINE_TOKEN: office.token };
    assert.match(await failed(nowhere), /No service responds at http:\/\/127\.0\.0\.1:9/);
  });
});
