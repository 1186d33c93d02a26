import assert from 'node:assert/strict';
import { it } from 'node:test';
import { turnsWhileLoading } from '../testing/turns-while-loading.ts';

it('MCP is loaded in parts, and other requests are served between them', async () => {
  const module = import.meta.resolve('./load-responder.ts');
  const turns = await turnsWhileLoading(module, 'loadResponder');
  assert(turns >= 9, `${turns} turns of the event loop`);
});
