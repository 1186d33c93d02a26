import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';

/** Jobs, estimates, invoices, payments and warranty claims. */
export function JobTabs() {
  const me = useMe();
  const may = (...scopes: string[]) => scopes.some((scope) => mayI(me, scope));
  const tabs = [
    may('jobs:read', 'jobs:own') && { to: '/jobs', label: text.jobs.tabs.board },
    may('estimates:read', 'estimates:own') && { to: '/estimates', label: text.jobs.tabs.estimates },
    may('invoices:read', 'invoices:own') && { to: '/invoices', label: text.jobs.tabs.invoices },
    may('invoices:read') && { to: '/payments', label: text.jobs.tabs.payments },
    may('jobs:read') && { to: '/claims', label: text.jobs.tabs.claims },
  ].filter((tab) => tab !== false);
  return <LinkTabs label={text.screens.jobs} tabs={tabs} />;
}
