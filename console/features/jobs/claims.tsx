import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WarrantyClaim } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import { kindOf, claims as store } from '../../store/stores.ts';
import { type MorePages, useStoredPages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LinkList } from '../../ui/long-list.tsx';
import rows from '../../ui/rows.module.css';
import { Screen } from '../../ui/screen.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import styles from './claims.module.css';
import { JobTabs } from './job-tabs.tsx';

const ROW_HEIGHT = 49;

type Filter = 'open' | 'closed';

/** What customers claimed under warranty, of all jobs. */
export function Claims() {
  const [filter, setFilter] = useState<Filter>('open');
  return (
    <Needs scopes={['jobs:read']} title={text.jobs.tabs.claims}>
      <Screen title={text.jobs.tabs.claims}>
        <JobTabs />
        <Choices<Filter>
          label={text.jobs.claims.show}
          value={filter}
          options={[
            { value: 'open', label: text.jobs.claims.open },
            { value: 'closed', label: text.jobs.claims.closed },
          ]}
          onChoose={setFilter}
        />
        <ClaimPages filter={filter} />
      </Screen>
    </Needs>
  );
}

function ClaimPages({ filter }: { filter: Filter }) {
  const list = useStoredPages(`claims ${filter}`, {
    store,
    list: (signal) => api.warrantyClaims.list({ status: filter, limit: 100 }, signal && { signal }),
    isAffectedBy: (event) => kindOf(event) === 'warranty_claim',
  });
  const shown = list.items?.filter(({ status }) => status === filter) ?? [];
  const { emptyOpen, emptyClosed } = text.jobs.claims;
  return (
    <Loaded of={list}>
      {() =>
        shown.length === 0 ? (
          <Empty>{filter === 'open' ? emptyOpen : emptyClosed}</Empty>
        ) : (
          <ClaimList claims={shown} more={list} />
        )
      }
    </Loaded>
  );
}

function ClaimList({ claims, more }: { claims: readonly WarrantyClaim[]; more: MorePages }) {
  const { fullDate } = formatsFor(useMe().organization.time_zone);
  const shown = useLongList<HTMLUListElement>({
    count: claims.length,
    keyOf: (index) => claims[index]?.claim_id ?? '',
    rowHeight: ROW_HEIGHT,
    more,
  });
  return (
    <>
      <LinkList
        rows={shown}
        items={claims}
        keyOf={({ claim_id }) => claim_id}
        label={text.jobs.tabs.claims}
        className={`${rows.list} ${styles.columns}`}
        hasMore={more.hasMore}
      >
        {(claim) => (
          <Link data-row className={rows.row} to="/jobs/$id" params={{ id: claim.job_id }}>
            <span className={`${rows.cut} ${rows.name}`}>{claim.description}</span>
            <span className={rows.quiet}>{claim.lifecycle_number}</span>
            <span className={rows.quiet}>{text.jobs.claims.since(fullDate(claim.created_at))}</span>
            <span className={`${rows.cut} ${rows.quiet} ${styles.resolution}`}>
              {claim.resolution}
            </span>
          </Link>
        )}
      </LinkList>
      <ShowMore {...more} />
    </>
  );
}
