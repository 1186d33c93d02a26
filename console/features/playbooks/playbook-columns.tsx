import { Link } from '@tanstack/react-router';
import type { AutomationHealth, Me, Playbook } from '../../../packages/sdk/src/index.ts';
import { mayI } from '../../session/session.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table.tsx';
import styles from './playbooks.module.css';
import { switchPlaybook } from './switch-playbook.ts';

/** What a playbook is, how its runs are doing, and whether it is on. */
export function columnsFor(
  me: Me,
  health: AutomationHealth | undefined,
  onChanged: () => Promise<void>,
): readonly Column<Playbook>[] {
  const of = ({ playbook_id }: Playbook) =>
    health?.playbooks.find((one) => one.playbook_id === playbook_id);
  const count = (playbook: Playbook, status: 'running' | 'waiting' | 'failed', n = 0) =>
    n === 0 ? (
      <span className={styles.none}>0</span>
    ) : (
      <Link to="/playbooks/runs" search={{ status, playbook: playbook.playbook_id }}>
        {n}
      </Link>
    );
  return [
    {
      label: text.playbooks.name,
      isText: true,
      cell: (playbook) => (
        <div className={styles.name}>
          <Link to="/playbooks/$id" params={{ id: playbook.playbook_id }}>
            {playbook.name}
          </Link>
          <span className={styles.about}>{playbook.description}</span>
        </div>
      ),
    },
    {
      label: text.playbooks.startsWith,
      cell: ({ trigger: { event } }) =>
        event === undefined ? text.playbooks.manual : patternInWords(event),
    },
    {
      label: text.playbooks.running,
      isNumber: true,
      cell: (one) => count(one, 'running', (of(one)?.running ?? 0) + (of(one)?.queued ?? 0)),
    },
    {
      label: text.playbooks.waiting,
      isNumber: true,
      cell: (one) => count(one, 'waiting', of(one)?.waiting),
    },
    {
      label: text.playbooks.failed,
      isNumber: true,
      cell: (one) => count(one, 'failed', of(one)?.failed_last_24h),
    },
    {
      label: text.playbooks.state,
      cell: (playbook) => <State playbook={playbook} me={me} onChanged={onChanged} />,
    },
  ];
}

function State({
  playbook,
  me,
  onChanged,
}: {
  playbook: Playbook;
  me: Me;
  onChanged(): Promise<void>;
}) {
  const { enabled, archived_at, name } = playbook;
  if (archived_at !== null) return <Badge>{text.playbooks.archived}</Badge>;
  return (
    <span className={styles.state}>
      <Badge look={enabled ? 'ok' : 'plain'}>
        {enabled ? text.playbooks.enabled : text.playbooks.disabled}
      </Badge>
      {mayI(me, 'playbooks:write') && (
        <Button
          look="plain"
          aria-label={`${enabled ? text.playbooks.turnOff : text.playbooks.turnOn}: ${name}`}
          onClick={() => void switchPlaybook(playbook, !enabled, onChanged)}
        >
          {enabled ? text.playbooks.turnOff : text.playbooks.turnOn}
        </Button>
      )}
    </span>
  );
}
