import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { accepts } from '../../platform/http/responses.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { buildDemoCompany } from './build-demo-company.task.ts';
import { demoCompanyRequested } from './events.ts';
import { type DemoRow, lockDemo, saveDemo, toDemoCompany } from './queries.ts';
import { DemoCompany } from './schemas.ts';

export const createDemoCompany = mutation({
  id: 'createDemoCompany',
  method: 'POST',
  path: '/v1/demo-company',
  tag: 'Organizations',
  resource: 'demo company',
  scopes: ['operator'],
  summary: 'Create the demo company',
  description:
    'For operators. Builds an organization with a month of work, in the background; `getDemoCompany` shows the progress. There is one per service: if it is being built or ready, nothing changes. It never sends a text or an email.',
  responses: accepts(DemoCompany, 'The demo company.'),
  async run(tx) {
    const before = await lockDemo(tx);
    if (before.status === 'building' || before.status === 'ready') {
      return { status: 202, body: toDemoCompany(before) };
    }
    const requested = {
      status: 'building',
      progress: 0,
      failure: null,
      requested_at: tx.now,
    } as const;
    const after: DemoRow = { ...before, ...requested };
    saveDemo(tx, after);
    enqueue(tx, buildDemoCompany, {});
    const shown = toDemoCompany(after);
    tx.emit(null, pendingEvent(demoCompanyRequested, shown, toDemoCompany(before)));
    return { status: 202, body: shown };
  },
});
