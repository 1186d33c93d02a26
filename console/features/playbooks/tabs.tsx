import * as text from '../../text/en.ts';
import { TabLinks } from '../../ui/tab-links.tsx';

/** The parts of the screen; those of one playbook on its own page. */
export function PlaybookTabs({ id }: { id?: string }) {
  const links =
    id === undefined
      ? [
          { to: '/playbooks', label: text.playbooks.list },
          { to: '/playbooks/runs', label: text.playbooks.runs },
        ]
      : [
          { to: `/playbooks/${id}`, label: text.playbooks.steps },
          { to: `/playbooks/${id}/versions`, label: text.playbooks.versions },
        ];
  return <TabLinks label={text.playbooks.title} links={links} />;
}
