import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Import } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Needs } from '../../session/needs.tsx';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LinkList } from '../../ui/long-list.tsx';
import rows from '../../ui/rows.module.css';
import { Screen } from '../../ui/screen.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import { CustomerTabs } from '../customers/customer-tabs.tsx';
import { ImportBadge } from './import-badge.tsx';
import { ImportDialog } from './import-dialog.tsx';
import styles from './imports.module.css';

const ROW_HEIGHT = 49;

/** The files that were imported, newest first. */
export function Imports() {
  return (
    <Needs scopes={['leads:read']} title={text.imports.title}>
      <Content />
    </Needs>
  );
}

function Content() {
  const [isImporting, setIsImporting] = useState(false);
  const me = useMe();
  const imports = useQuery('imports', {
    load: (signal) => api.imports.list({ limit: 200 }, { signal }).then(({ data }) => data),
    isAffectedBy: (event) => kindOf(event) === 'import',
  });
  const button = mayI(me, 'leads:write') && (
    <Button onClick={() => setIsImporting(true)}>{text.imports.action}</Button>
  );
  return (
    <>
      <Screen title={text.imports.title} actions={button}>
        <CustomerTabs />
        <Loaded of={imports}>
          {(found) =>
            found.length > 0 ? (
              <PastImports imports={found} zone={me.organization.time_zone} />
            ) : (
              <Empty action={button}>{text.imports.empty}</Empty>
            )
          }
        </Loaded>
      </Screen>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  );
}

function PastImports({ imports, zone }: { imports: readonly Import[]; zone: string }) {
  const shown = useLongList<HTMLUListElement>({
    count: imports.length,
    keyOf: (index) => imports[index]?.import_id ?? '',
    rowHeight: ROW_HEIGHT,
  });
  const { counts } = text.imports;
  return (
    <div className={styles.columns}>
      <div className={rows.head} aria-hidden="true">
        <span>{text.imports.when}</span>
        <span>{text.imports.status}</span>
        <span className={rows.end}>{counts.accepted}</span>
        <span className={rows.end}>{counts.rejected}</span>
      </div>
      <LinkList
        rows={shown}
        items={imports}
        keyOf={({ import_id }) => import_id}
        label={text.imports.title}
        className={rows.list}
      >
        {({ import_id, created_at, status, accepted, rejected }) => (
          <Link data-row className={rows.row} to="/imports/$id" params={{ id: import_id }}>
            <span className={rows.name}>{formatsFor(zone).dayAndTime(created_at)}</span>
            <span>
              <ImportBadge status={status} />
            </span>
            <span className={rows.end}>
              <span className={styles.label}>{counts.accepted} </span>
              {accepted.toLocaleString()}
            </span>
            <span className={rows.end} data-bad={rejected > 0}>
              <span className={styles.label}>{counts.rejected} </span>
              {rejected.toLocaleString()}
            </span>
          </Link>
        )}
      </LinkList>
    </div>
  );
}
