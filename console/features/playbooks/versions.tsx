import { useNavigate, useParams } from '@tanstack/react-router';
import type { Playbook, PlaybookVersion } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { toDraft } from './draft.ts';
import styles from './playbooks.module.css';
import { PlaybookTabs } from './tabs.tsx';
import { putDraft } from './use-draft.ts';
import { useNames } from './use-names.ts';
import { usePlaybook } from './use-playbook.ts';
import { type Change, changesBetween } from './version-diff.ts';

const playbooks = text.playbooks;

export function Versions() {
  const { id } = useParams({ from: '/office/playbooks/$id/versions' });
  return (
    <NeedsScope scope="playbooks:read" title={playbooks.versions}>
      <Page id={id} />
    </NeedsScope>
  );
}

function Page({ id }: { id: string }) {
  const playbook = usePlaybook(id);
  return (
    <Loaded of={playbook} title={playbooks.versions}>
      {(value) => (
        <Screen title={value.name}>
          <PlaybookTabs id={id} />
          <List playbook={value} />
        </Screen>
      )}
    </Loaded>
  );
}

/** Every version, newest first, with what it changed. */
function List({ playbook }: { playbook: Playbook }) {
  const { playbook_id: id } = playbook;
  const list = usePages(`versions ${id}`, {
    list: (signal) => api.playbooks.versions.list(id, { limit: 20 }, { signal }),
    keyOf: ({ version }) => String(version),
    isAffectedBy: (event) => kindOf(event) === 'playbook',
  });
  return (
    <Loaded of={list}>
      {({ items }) => (
        <>
          <ol className={styles.versions} aria-label={playbooks.versions}>
            {items.map((version, index) => (
              <Version
                key={version.version}
                playbook={playbook}
                version={version}
                older={items[index + 1]}
                isLast={index === items.length - 1 && list.hasMore}
              />
            ))}
          </ol>
          <ShowMore {...list} />
        </>
      )}
    </Loaded>
  );
}

function Version({
  playbook,
  version,
  older,
  isLast,
}: {
  playbook: Playbook;
  version: PlaybookVersion;
  older: PlaybookVersion | undefined;
  isLast: boolean;
}) {
  const me = useMe();
  const names = useNames();
  const navigate = useNavigate();
  const { short } = formatsFor(me.organization.time_zone);
  const edit = () => {
    putDraft(playbook.playbook_id, toDraft(version, playbook), playbook.version);
    sayDone(playbooks.diff.restored(version.version));
    void navigate({ to: '/playbooks/$id', params: { id: playbook.playbook_id } });
  };
  const isNow = version.version === playbook.version;
  return (
    <li className={styles.version}>
      <h2 className={styles.versionTitle}>
        {playbooks.versionOf(version.version)}
        {isNow && <Badge look="accent">{playbooks.diff.after}</Badge>}
        <span className={styles.quiet}>
          {playbooks.diff.by(version.created_by.name, short(version.created_at, now()))}
        </span>
        {!isNow && mayI(me, 'playbooks:write') && playbook.archived_at === null && (
          <Button look="plain" onClick={edit}>
            {playbooks.diff.restore}
          </Button>
        )}
      </h2>
      {older ? (
        <Changes changes={changesBetween(older, version, names)} />
      ) : (
        !isLast && <p className={styles.quiet}>{playbooks.diff.first}</p>
      )}
    </li>
  );
}

const LOOKS: Record<Change['kind'], BadgeLook> = {
  added: 'ok',
  removed: 'danger',
  changed: 'accent',
  moved: 'plain',
};

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className={styles.quiet}>{playbooks.diff.nothingChanged}</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.title}`} className={styles.changeLine}>
          <span>
            <Badge look={LOOKS[change.kind]}>{playbooks.diff[change.kind]}</Badge>
          </span>
          {change.before === undefined ? (
            <span>{change.title}</span>
          ) : (
            <span>
              {change.title}: <del className={styles.before}>{change.before}</del>{' '}
              <ins className={styles.after}>{change.after}</ins>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
