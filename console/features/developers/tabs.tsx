import { ExternalLinkIcon } from '@radix-ui/react-icons';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { TabLinks } from '../../ui/tab-links.tsx';

const TABS = [
  { to: '/developers', label: text.developers.webhooks, scope: 'webhooks:read' },
  { to: '/developers/events', label: text.developers.events, scope: 'events:read' },
  { to: '/developers/tasks', label: text.developers.tasks, scope: 'tasks:read' },
];

export function DeveloperTabs() {
  const me = useMe();
  return (
    <TabLinks label={text.developers.title} links={TABS.filter(({ scope }) => mayI(me, scope))} />
  );
}

/** The documentation is not a screen of the console. */
export function DocsLink({ className }: { className: string }) {
  return (
    <a className={className} href="/docs" target="_blank" rel="noreferrer">
      {text.developers.docs} <ExternalLinkIcon />
    </a>
  );
}
