import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Estimate } from '../../../packages/sdk/src/index.ts';
import { SavedViews } from '../../saved-views/saved-views.tsx';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import type { MorePages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor, plainDate } from '../../time/format.ts';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LinkList } from '../../ui/long-list.tsx';
import rows from '../../ui/rows.module.css';
import { Screen } from '../../ui/screen.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import { JobTabs } from '../jobs/job-tabs.tsx';
import { EstimateBadge } from './estimate-badge.tsx';
import styles from './estimate-list.module.css';
import { FILTERS, type Filter, type PagedFilter } from './filters.ts';
import { priceText } from './price-text.ts';
import { useEstimates, useExpiring } from './use-estimates.ts';

const ROW_HEIGHT = 57;
const NO_MORE: MorePages = { hasMore: false, isLoadingMore: false, error: null, showMore() {} };

/** What was offered: first what waits for an answer, so that someone can ask. */
export function EstimateList() {
  const [filter, setFilter] = useState<Filter>('open');
  return (
    <Needs scopes={['estimates:read', 'estimates:own']} title={text.estimates.title}>
      <Screen title={text.estimates.title}>
        <JobTabs />
        <FilterBar label={text.estimates.which}>
          <Choices<Filter>
            label={text.estimates.show}
            value={filter}
            options={FILTERS.map((value) => ({ value, label: text.estimates.filters[value] }))}
            onChoose={setFilter}
          />
          <SavedViews
            screen="estimates"
            filters={{ show: filter }}
            onOpen={({ show }) => setFilter(FILTERS.find((one) => one === show) ?? 'open')}
          />
        </FilterBar>
        {filter === 'expiring' ? <Expiring /> : <Paged key={filter} filter={filter} />}
      </Screen>
    </Needs>
  );
}

function Expiring() {
  const today = formatsFor(useMe().organization.time_zone).date(now());
  const read = useExpiring(today);
  return (
    <Loaded of={read}>
      {(found) =>
        found.length === 0 ? (
          <Empty>{text.estimates.emptyExpiring}</Empty>
        ) : (
          <Rows estimates={found} more={NO_MORE} />
        )
      }
    </Loaded>
  );
}

function Paged({ filter }: { filter: PagedFilter }) {
  const list = useEstimates(filter);
  const found = list.items ?? [];
  return (
    <Loaded of={list}>
      {() =>
        found.length === 0 ? (
          <Empty>{filter === 'open' ? text.estimates.emptyOpen : text.estimates.emptyList}</Empty>
        ) : (
          <Rows estimates={found} more={list} />
        )
      }
    </Loaded>
  );
}

function Rows({ estimates, more }: { estimates: readonly Estimate[]; more: MorePages }) {
  const shown = useLongList<HTMLUListElement>({
    count: estimates.length,
    keyOf: (index) => estimates[index]?.estimate_id ?? '',
    rowHeight: ROW_HEIGHT,
    more,
  });
  return (
    <div className={styles.columns}>
      <LinkList
        rows={shown}
        items={estimates}
        keyOf={({ estimate_id }) => estimate_id}
        label={text.estimates.title}
        className={rows.list}
        hasMore={more.hasMore}
      >
        {(estimate) => <Row estimate={estimate} />}
      </LinkList>
      <ShowMore {...more} />
    </div>
  );
}

function Row({ estimate }: { estimate: Estimate }) {
  const { fullDate } = formatsFor(useMe().organization.time_zone);
  const { estimate_id, number, version, contact_name, lifecycle_number, title } = estimate;
  return (
    <Link data-row className={rows.row} to="/estimates/$id" params={{ id: estimate_id }}>
      <span className={rows.name}>
        {version === 1 ? number : `${number} · ${text.estimates.version(version)}`}
      </span>
      <span className={styles.who}>
        <span className={rows.cut}>{contact_name ?? lifecycle_number}</span>
        <span className={`${rows.cut} ${rows.quiet}`}>{title}</span>
      </span>
      <span className={`${rows.quiet} ${styles.sent}`}>
        {estimate.sent_at !== null && text.estimates.sentOn(fullDate(estimate.sent_at))}
      </span>
      <span className={`${rows.quiet} ${styles.until}`}>
        {text.estimates.until(plainDate(estimate.valid_until))}
      </span>
      <span className={`${rows.end} ${rows.name} ${styles.price}`}>{priceText(estimate)}</span>
      <span className={styles.status}>
        <EstimateBadge estimate={estimate} />
      </span>
    </Link>
  );
}
