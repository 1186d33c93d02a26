import { useState } from 'react';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import styles from './board.module.css';
import { Board } from './board.tsx';
import { JobTabs } from './job-tabs.tsx';
import type { Filter } from './use-board.ts';

/** What was sold and where it is. */
export function Jobs() {
  const me = useMe();
  const [filter, setFilter] = useState<Filter>({ q: '', isMine: false });
  return (
    <Needs scopes={['jobs:read', 'jobs:own']}>
      <Screen title={text.screens.jobs}>
        <JobTabs />
        <div className={styles.tools}>
          <SearchField
            label={text.jobs.search}
            hint={text.jobs.searchHint}
            onSearch={(q) => setFilter((before) => (before.q === q ? before : { ...before, q }))}
          />
          {me.user !== null && (
            <select
              className={styles.select}
              aria-label={text.jobs.whose}
              value={filter.isMine ? 'mine' : 'all'}
              onChange={({ target }) => setFilter({ ...filter, isMine: target.value === 'mine' })}
            >
              <option value="all">{text.jobs.everyone}</option>
              <option value="mine">{text.jobs.mine}</option>
            </select>
          )}
          <span className={styles.hint}>
            <Kbd keys="Space" /> {text.jobs.keyHint}
          </span>
        </div>
        <Board filter={filter} />
      </Screen>
    </Needs>
  );
}
