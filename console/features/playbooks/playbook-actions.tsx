import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import type { Playbook } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './playbooks.module.css';
import { archivePlaybook, switchPlaybook } from './switch-playbook.ts';

const playbooks = text.playbooks;

/** Whether it is on, which version it is, and whether it has changes that are not saved. */
export function PlaybookFacts({ playbook, isDirty }: { playbook: Playbook; isDirty: boolean }) {
  const { enabled, archived_at, version, in_flight, in_flight_by_version } = playbook;
  const earlier = in_flight_by_version.filter((one) => one.version !== version);
  const older = earlier.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <div className={styles.facts}>
      {archived_at !== null ? (
        <Badge>{playbooks.archived}</Badge>
      ) : (
        <Badge look={enabled ? 'ok' : 'plain'}>
          {enabled ? playbooks.enabled : playbooks.disabled}
        </Badge>
      )}
      <Badge>{playbooks.versionNow(version)}</Badge>
      {isDirty && <Badge look="warn">{playbooks.unsaved}</Badge>}
      <Link to="/playbooks/runs" search={{ playbook: playbook.playbook_id }}>
        {playbooks.runs} ({in_flight})
      </Link>
      {older > 0 && <span className={styles.quiet}>{playbooks.inFlight(older)}</span>}
    </div>
  );
}

/** Saving, turning it on and off, and archiving it. */
export function PlaybookActions({
  playbook,
  isDirty,
  isSaving,
  isReadOnly,
  onSave,
  onDiscard,
  onChanged,
}: {
  playbook: Playbook;
  isDirty: boolean;
  isSaving: boolean;
  isReadOnly: boolean;
  onSave(): void;
  onDiscard(): void;
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const { enabled, archived_at } = playbook;
  if (!mayI(me, 'playbooks:write')) return null;
  return (
    <>
      {isDirty && <Button onClick={onDiscard}>{playbooks.discard}</Button>}
      {!isReadOnly && (
        <Button onClick={() => void switchPlaybook(playbook, !enabled, onChanged)}>
          {enabled ? playbooks.turnOff : playbooks.turnOn}
        </Button>
      )}
      <Button look="primary" disabled={isSaving || !isDirty || isReadOnly} onClick={onSave}>
        {isSaving ? text.working : playbooks.save}
      </Button>
      <Menu
        button={
          <Button aria-label={playbooks.more}>
            <DotsHorizontalIcon />
          </Button>
        }
        items={[
          archived_at === null
            ? {
                label: playbooks.archive,
                run: () => void archivePlaybook(playbook, true, onChanged),
              }
            : {
                label: playbooks.restore,
                run: () => void archivePlaybook(playbook, false, onChanged),
              },
        ]}
      />
    </>
  );
}
