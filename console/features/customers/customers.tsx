import { useState } from 'react';
import { api } from '../../api/client.ts';
import { SavedViews } from '../../saved-views/saved-views.tsx';
import { setFilters } from '../../saved-views/views.ts';
import { Needs } from '../../session/needs.tsx';
import { mayI, useMe } from '../../session/session.ts';
import { customers, kindOf } from '../../store/stores.ts';
import { useStoredPages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ImportDialog } from '../imports/import-dialog.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerTabs } from './customer-tabs.tsx';

const LIMIT = 100;
const LIST_ONLY = ['next_visit', 'balance'] as const;

/** Everyone who has bought, newest first, found while typing. */
export function Customers() {
  const me = useMe();
  const [isImporting, setIsImporting] = useState(false);
  const canImport = mayI(me, 'leads:write');
  const importButton = <Button onClick={() => setIsImporting(true)}>{text.imports.action}</Button>;
  return (
    <Needs scopes={['customers:read', 'customers:own']} title={text.screens.customers}>
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
  // Another key of the field shows what a saved view searches for.
  const [opened, setOpened] = useState({ round: 0, q: '' });
  const found = useStoredPages(`customers ${q}`, {
    store: customers,
    listOnly: LIST_ONLY,
    list: (signal) =>
      api.customers.list({ limit: LIMIT, ...(q !== '' && { q }) }, signal && { signal }),
    isAffectedBy: (event) => ['customer', 'appointment', 'invoice'].includes(kindOf(event)),
  });
  const shown = found.items?.filter(({ merged_into }) => merged_into === null) ?? [];
  return (
    <>
      <FilterBar
        label={text.customers.filters}
        count={found.items && shown.length > 0 && text.customers.found(shown.length, found.hasMore)}
      >
        <SearchField
          key={opened.round}
          label={text.customers.search}
          hint={text.customers.searchHint}
          initial={opened.q}
          onSearch={setQ}
        />
        <SavedViews
          screen="customers"
          filters={setFilters({ q })}
          onOpen={(filters) => setOpened({ round: opened.round + 1, q: filters.q ?? '' })}
        />
      </FilterBar>
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
