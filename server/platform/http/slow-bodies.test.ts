import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { refuseSlowBodies } from './slow-bodies.ts';

describe('the time limit of bodies', () => {
  it('does not wait for a request of the process itself, which has no connection to close', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const app = Fastify();
    refuseSlowBodies(app);
    app.post('/', async ({ body }) => body);
    const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });
    assert.equal(statusCode, 200);
    assert.doesNotThrow(() => t.mock.timers.tick(30_001));
    await app.close();
  });
});
