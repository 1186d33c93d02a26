import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Lead } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { SavedViews } from '../../saved-views/saved-views.tsx';
import { useMe } from '../../session/session.ts';
import { kindOf, leads } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { usePages } from '../../store/use-pages.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { BalanceText, NextVisitText } from '../visits/overview.tsx';
import { LeadFilters } from './lead-filters.tsx';
import styles from './leads.module.css';
import { filtersOf, queryOf, searchOf } from './search.ts';

export function Leads() {
  return (
    <NeedsScope scope="leads:read" title={text.leads.title}>
      <Content />
    </NeedsScope>
  );
}

const LIST_ONLY = ['next_visit', 'balance'] as const;

/** All leads that match the filters in the address. */
function Content() {
  const search = useSearch({ from: '/office/leads' });
  const zone = useMe().organization.time_zone;
  const navigate = useNavigate();
  const today = formatsFor(zone).date(now());
  const list = usePages(`leads ${JSON.stringify(search)}`, {
    list: (signal) => api.leads.list(queryOf(search), { signal }),
    keyOf: ({ lead_id }) => lead_id,
    isAffectedBy: (event) => ['lead', 'appointment', 'job', 'invoice'].includes(kindOf(event)),
  });
  const items = useNewest(leads, list.value?.items, LIST_ONLY) ?? [];
  const sources = [...new Set(items.map(({ source }) => source))].sort();
  return (
    <Screen title={text.leads.title}>
      <LeadFilters search={search} sources={sources} zone={zone} />
      <div>
        <SavedViews
          screen="leads"
          filters={filtersOf(search, today)}
          onOpen={(filters) => void navigate({ to: '/leads', search: searchOf(filters, today) })}
        />
      </div>
      <Loaded of={list}>
        {() =>
          items.length === 0 ? (
            <Empty>{Object.keys(search).length > 0 ? text.leads.empty : text.leads.none}</Empty>
          ) : (
            <>
              <p className={styles.count} role="status">
                {text.leads.shown(items.length, list.hasMore)}
              </p>
              <Table
                label={text.leads.title}
                rows={items}
                keyOf={({ lead_id }) => lead_id}
                columns={columnsFor(zone)}
                more={list}
              />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function columnsFor(zone: string): readonly Column<Lead>[] {
  const { short } = formatsFor(zone);
  return [
    {
      label: text.leads.name,
      isText: true,
      cell: (lead) => (
        <Link to="/n/$number" params={{ number: lead.lifecycle_number }}>
          {lead.name ?? lead.phone ?? lead.email}
        </Link>
      ),
    },
    { label: text.leads.number, cell: (lead) => lead.lifecycle_number },
    { label: text.leads.needs, isText: true, cell: (lead) => inWords(lead.service_needed) },
    { label: text.leads.source, cell: (lead) => inWords(lead.source) },
    { label: text.leads.status, cell: (lead) => <Status lead={lead} /> },
    {
      label: text.leads.nextVisit,
      cell: ({ next_visit }) => <NextVisitText visit={next_visit} zone={zone} />,
    },
    {
      label: text.leads.balance,
      isNumber: true,
      cell: ({ balance }) => <BalanceText balance={balance} />,
    },
    { label: text.leads.captured, cell: (lead) => short(lead.created_at, now()) },
    { label: text.leads.activity, cell: (lead) => short(lead.last_activity_at, now()) },
  ];
}

function Status({ lead: { status, outcome, deleted_at, merged_into } }: { lead: Lead }) {
  if (merged_into !== null) return <Badge>{text.leads.merged}</Badge>;
  if (deleted_at !== null) return <Badge>{text.leads.gone}</Badge>;
  return (
    <>
      <Badge look={status === 'converted' ? 'ok' : status === 'new' ? 'accent' : 'plain'}>
        {wordFor(text.words.leadStatus, status)}
      </Badge>{' '}
      {outcome !== null && (
        <Badge look={outcome === 'won' ? 'ok' : 'warn'}>
          {wordFor(text.leads.outcomes, outcome)}
        </Badge>
      )}
    </>
  );
}
