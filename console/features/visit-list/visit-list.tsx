import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { appointments, kindOf } from '../../store/stores.ts';
import { useStoredPages } from '../../store/use-pages.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { usePeople } from '../visits/use-people.ts';
import { daysOf, queryOf, readVisitSearch, type VisitSearch } from './search.ts';

export function VisitList() {
  return (
    <NeedsScope scope="appointments:read" title={text.visitList.title}>
      <Content />
    </NeedsScope>
  );
}

/** The visits of some days, of everyone or of one person: also what a bar of the utilization report has counted. */
function Content() {
  const search = useSearch({ from: '/office/visits' });
  const zone = useMe().organization.time_zone;
  const today = formatsFor(zone).date(now());
  const list = useStoredPages(`visits ${today} ${JSON.stringify(search)}`, {
    store: appointments,
    list: (signal) => api.appointments.list({ limit: 100, ...queryOf(search, today) }, { signal }),
    isAffectedBy: (event) => kindOf(event) === 'appointment',
  });
  const items = list.items ?? [];
  return (
    <Screen title={text.visitList.title}>
      <VisitFilters search={search} today={today} />
      <Loaded of={list}>
        {() =>
          items.length === 0 ? (
            <Empty>{text.visitList.empty}</Empty>
          ) : (
            <>
              <p role="status">{text.visitList.shown(items.length, list.hasMore)}</p>
              <Table
                label={text.visitList.title}
                rows={items}
                keyOf={({ appointment_id }) => appointment_id}
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

type Change = { [Name in keyof VisitSearch]: VisitSearch[Name] | undefined };

function VisitFilters({ search, today }: { search: VisitSearch; today: string }) {
  const navigate = useNavigate();
  const { active, nameOf } = usePeople();
  const { from, to } = daysOf(search, today);
  const { assigned = '', reviewed } = search;
  const set = (change: Change) =>
    void navigate({
      to: '/visits',
      search: readVisitSearch({ ...search, ...change }),
      replace: true,
    });
  const isListed = assigned === '' || active.some(({ user_id }) => user_id === assigned);
  const other = isListed ? [] : [{ value: assigned, label: nameOf(assigned) ?? assigned }];
  const people = active.map(({ user_id, name }) => ({ value: user_id, label: name }));
  const { from: first, to: last, person, everyone, filters } = text.visitList;
  const { review, anyReview, reviews } = text.visitList;
  return (
    <FilterBar label={filters}>
      <Field
        label={first}
        type="date"
        value={from}
        max={to}
        onChange={({ target }) => set({ from: target.value, to })}
      />
      <Field
        label={last}
        type="date"
        value={to}
        min={from}
        onChange={({ target }) => set({ from, to: target.value })}
      />
      <SelectField
        label={person}
        value={assigned}
        onChange={({ target }) => set({ assigned: target.value })}
        options={[{ value: '', label: everyone }, ...other, ...people]}
      />
      <SelectField
        label={review}
        value={reviewed?.toString() ?? ''}
        onChange={({ target: { value } }) =>
          set({ reviewed: value === '' ? undefined : value === 'true' })
        }
        options={[
          { value: '', label: anyReview },
          ...Object.entries(reviews).map(([value, label]) => ({ value, label })),
        ]}
      />
    </FilterBar>
  );
}

function columnsFor(zone: string): readonly Column<Appointment>[] {
  const { dayAndTime } = formatsFor(zone);
  const { columns } = text.visitList;
  return [
    { label: columns.when, cell: ({ starts_at }) => dayAndTime(starts_at) },
    {
      label: columns.who,
      isText: true,
      cell: ({ lifecycle_number, contact }) =>
        lifecycle_number === null ? (
          text.dispatch.held
        ) : (
          <Link to="/n/$number" params={{ number: lifecycle_number }}>
            {contact?.name ?? contact?.phone ?? lifecycle_number}
          </Link>
        ),
    },
    { label: columns.what, isText: true, cell: ({ service }) => service && inWords(service) },
    { label: columns.person, isText: true, cell: ({ assignee }) => assignee?.name ?? '–' },
    { label: columns.length, cell: lengthOf },
    {
      label: columns.status,
      cell: ({ status }) => <Badge>{wordFor(text.words.appointmentStatus, status)}</Badge>,
    },
  ];
}

function lengthOf({ starts_at, ends_at }: Appointment): string {
  return text.visits.minutes(Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000));
}
