import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../testing/fixtures.ts';
import { freshLead } from '../testing/leads.ts';
import { withMcpProgram } from '../testing/mcp-program.ts';

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
});
