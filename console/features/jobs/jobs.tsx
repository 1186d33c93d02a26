import { useState } from 'react';
import { SavedViews } from '../../saved-views/saved-views.tsx';
import { type Filters, setFilters } from '../../saved-views/views.ts';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Board } from './board.tsx';
import { JobTabs } from './job-tabs.tsx';
import type { Filter } from './use-board.ts';

/** What was sold and where it is. */
export function Jobs() {
  const me = useMe();
  const [filter, setFilter] = useState<Filter>({ q: '', isMine: false });
  // Another key of the field shows what a saved view searches for.
  const [round, setRound] = useState(0);
  const open = ({ q = '', mine }: Filters) => {
    setFilter({ q, isMine: mine === 'true' });
    setRound(round + 1);
  };
  return (
    <Needs scopes={['jobs:read', 'jobs:own']} title={text.screens.jobs}>
      <Screen title={text.screens.jobs}>
        <JobTabs />
        <FilterBar
          label={text.jobs.filters}
          hint={
            <>
              <Kbd keys="Space" /> {text.jobs.keyHint}
            </>
          }
        >
          <SearchField
            key={round}
            initial={filter.q}
            label={text.jobs.search}
            hint={text.jobs.searchHint}
            onSearch={(q) => setFilter((before) => (before.q === q ? before : { ...before, q }))}
          />
          {me.user !== null && (
            <FilterSelect
              label={text.jobs.whose}
              value={filter.isMine ? 'mine' : 'all'}
              options={[
                { value: 'all', label: text.jobs.everyone },
                { value: 'mine', label: text.jobs.mine },
              ]}
              onChoose={(value) => setFilter({ ...filter, isMine: value === 'mine' })}
            />
          )}
          <SavedViews
            screen="jobs"
            filters={setFilters({ q: filter.q, mine: filter.isMine ? 'true' : undefined })}
            onOpen={open}
          />
        </FilterBar>
        <Board filter={filter} />
      </Screen>
    </Needs>
  );
}
