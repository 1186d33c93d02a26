import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';

/** Customers, and the files with which leads came in. */
export function CustomerTabs() {
  const me = useMe();
  if (!mayI(me, 'leads:read')) return null;
  return (
    <LinkTabs
      label={text.screens.customers}
      tabs={[
        { to: '/customers', label: text.screens.customers },
        { to: '/imports', label: text.imports.title },
      ]}
    />
  );
}
