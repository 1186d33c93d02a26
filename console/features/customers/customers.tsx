import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Needs } from '../../session/needs.tsx';
import { mayI, useMe } from '../../session/session.ts';
import { customers, kindOf } from '../../store/stores.ts';
import { useStoredPages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ImportDialog } from '../imports/import-dialog.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerTabs } from './customer-tabs.tsx';
import styles from './customers.module.css';

const LIMIT = 100;

/** Everyone who has bought, newest first, found while typing. */
export function Customers() {
  const me = useMe();
  const [isImporting, setIsImporting] = useState(false);
  const canImport = mayI(me, 'leads:write');
  const importButton = <Button onClick={() => setIsImporting(true)}>{text.imports.action}</Button>;
  return (
    <Needs scopes={['customers:read', 'customers:own']}>
      <Screen title={text.screens.customers} actions={canImport && importButton}>
        <CustomerTabs />
        <Found emptyAction={canImport && importButton} />
      </Screen>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </Needs>
  );
}

function Found({ emptyAction }: { emptyAction: React.ReactNode }) {
  const me = useMe();
  const [q, setQ] = useState('');
  const found = useStoredPages(`customers ${q}`, {
    store: customers,
    list: (signal) =>
      api.customers.list({ limit: LIMIT, ...(q !== '' && { q }) }, signal && { signal }),
    isAffectedBy: (event) => kindOf(event) === 'customer',
  });
  const shown = found.items?.filter(({ merged_into }) => merged_into === null) ?? [];
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={text.customers.search}
          hint={text.customers.searchHint}
          onSearch={setQ}
        />
        <span role="status" className={styles.count}>
          {found.items && shown.length > 0 && text.customers.found(shown.length, found.hasMore)}
        </span>
      </div>
      <Loaded of={found}>
        {() =>
          shown.length > 0 ? (
            <CustomerList customers={shown} zone={me.organization.time_zone} found={found} />
          ) : (
            <Empty action={q === '' && emptyAction}>
              {q === '' ? text.customers.empty : text.customers.nothingFound(q)}
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}
