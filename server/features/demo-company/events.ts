import { eventTypeFor } from '../../platform/events/event.ts';
import { DemoCompany } from './schemas.ts';

const demoEvent = eventTypeFor(DemoCompany, 'organization:read');

export const demoCompanyRequested = demoEvent(
  'demo_company.requested',
  'The operator asked for a demo company. Only in the log of the operator’s organization, like what follows.',
  'Demo company requested',
);
export const demoCompanyReady = demoEvent(
  'demo_company.ready',
  'The demo company is complete.',
  'Demo company ready',
);
export const demoCompanyFailed = demoEvent(
  'demo_company.failed',
  'The demo company could not be built; `failure` says why. Nothing of it exists.',
  (failed) => `Demo company failed: ${failed.failure}`,
);
