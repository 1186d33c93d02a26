import assert from 'node:assert/strict';
import { it } from 'node:test';
import { turnsWhileLoading } from '../../testing/turns-while-loading.ts';

it('the SDK of Stripe is loaded in parts, and other requests are served between them', async () => {
  const turns = await turnsWhileLoading(import.meta.resolve('./stripe-sdk.ts'), 'stripeSdk');
  assert(turns >= 2, `${turns} turns of the event loop`);
});
