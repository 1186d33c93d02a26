import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Table } from '../../ui/table.tsx';
import { Health } from './health.tsx';
import { NewPlaybook } from './new-playbook.tsx';
import { columnsFor } from './playbook-columns.tsx';
import styles from './playbooks.module.css';
import { PlaybookTabs } from './tabs.tsx';

export function PlaybookList() {
  return (
    <NeedsScope scope="playbooks:read" title={text.playbooks.title}>
      <Content />
    </NeedsScope>
  );
}

/** Every playbook with its state, and how its runs are doing. */
function Content() {
  const me = useMe();
  const { archived = false } = useSearch({ from: '/office/playbooks' });
  const navigate = useNavigate();
  const [isNew, setIsNew] = useState(false);
  const list = usePages(`playbooks ${archived}`, {
    list: (signal) => api.playbooks.list({ limit: 100, include_archived: archived }, { signal }),
    keyOf: ({ playbook_id }) => playbook_id,
    isAffectedBy: (event) => kindOf(event) === 'playbook',
  });
  const health = useQuery('automation health', {
    load: (signal) => api.automation.health({ signal }),
    isAffectedBy: (event) => ['playbook', 'playbook_run', 'follow_up'].includes(kindOf(event)),
  });
  const canWrite = mayI(me, 'playbooks:write');
  const add = (
    <Button look="primary" onClick={() => setIsNew(true)}>
      {text.playbooks.newPlaybook}
    </Button>
  );
  return (
    <Screen title={text.playbooks.title} actions={canWrite && add}>
      <PlaybookTabs />
      {health.value && <Health health={health.value} />}
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty action={canWrite && add}>{text.playbooks.empty}</Empty>
          ) : (
            <Table
              label={text.playbooks.list}
              rows={items}
              keyOf={({ playbook_id }) => playbook_id}
              columns={columnsFor(me, health.value, () => list.query.refresh())}
              more={list}
            />
          )
        }
      </Loaded>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={archived}
          onChange={({ target }) =>
            void navigate({ to: '/playbooks', search: target.checked ? { archived: true } : {} })
          }
        />
        {text.playbooks.showArchived}
      </label>
      {isNew && <NewPlaybook playbooks={list.value?.items ?? []} onClose={() => setIsNew(false)} />}
    </Screen>
  );
}
