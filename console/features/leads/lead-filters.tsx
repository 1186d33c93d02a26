import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays } from '../../time/days.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field, type Option, SelectField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { usePeople } from '../visits/use-people.ts';
import styles from './leads.module.css';
import { type LeadSearch, readLeadSearch, STATUSES } from './search.ts';

const DAYS = [0, 1, 7, 30, 90];
const ANY: Option = { value: '', label: text.leads.any };

/** Every filter is in the address, so that a list can be shared and opened again. */
export function LeadFilters({
  search,
  sources,
  zone,
}: {
  search: LeadSearch;
  sources: readonly string[];
  zone: string;
}) {
  const navigate = useNavigate();
  const set = (change: Record<string, unknown>) =>
    void navigate({
      to: '/leads',
      search: readLeadSearch({ ...search, ...change }),
      replace: true,
    });
  return (
    <FilterBar label={text.leads.filters}>
      <StatusFilter search={search} onChange={(status) => set({ status })} />
      <TextFilter
        label={text.leads.source}
        value={search.source}
        known={sources}
        onChange={(source) => set({ source })}
      />
      <TextFilter
        label={text.leads.campaign}
        value={search.campaign}
        onChange={(campaign) => set({ campaign })}
      />
      <WordFilter
        label={text.leads.outcome}
        value={search.outcome}
        words={text.leads.outcomes}
        onChange={(outcome) => set({ outcome })}
      />
      <WordFilter
        label={text.leads.relation}
        value={search.relation}
        words={text.leads.relations}
        onChange={(relation) => set({ relation })}
      />
      <WordFilter
        label={text.leads.visit}
        value={search.booked?.toString()}
        words={text.leads.visits}
        onChange={(value) => set({ booked: value === '' ? undefined : value === 'true' })}
      />
      <AssigneeFilter search={search} onChange={(assigned) => set({ assigned })} />
      <SinceFilter
        search={search}
        zone={zone}
        onChange={(since) => set({ since, until: undefined })}
      />
      <SelectField
        label={text.leads.sort}
        value={search.sort ?? 'created_at'}
        onChange={({ target }) => set({ sort: target.value })}
        options={Object.entries(text.leads.sorts).map(([value, label]) => ({ value, label }))}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={search.deleted ?? false}
          onChange={({ target }) => set({ deleted: target.checked })}
        />
        {text.leads.deleted}
      </label>
      {Object.keys(search).length > 0 && (
        <Button look="plain" onClick={() => void navigate({ to: '/leads', search: {} })}>
          {text.leads.clear}
        </Button>
      )}
    </FilterBar>
  );
}

/** One of a few words, or any. */
function WordFilter({
  label,
  value = '',
  words,
  onChange,
}: {
  label: string;
  value: string | undefined;
  words: Readonly<Record<string, string>>;
  onChange(value: string): void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[ANY, ...Object.entries(words).map(([of, word]) => ({ value: of, label: word }))]}
    />
  );
}

/** Typed, or chosen from those that are known. */
function TextFilter({
  label,
  value = '',
  known = [],
  onChange,
}: {
  label: string;
  value: string | undefined;
  known?: readonly string[];
  onChange(value: string): void;
}) {
  const list = useId();
  return (
    <>
      <Field
        key={value}
        label={label}
        defaultValue={value}
        list={list}
        autoComplete="off"
        onBlur={({ target }) => target.value !== value && onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** Those who work here now, and the one in the address, who may have left. */
function AssigneeFilter({
  search: { assigned = '' },
  onChange,
}: {
  search: LeadSearch;
  onChange(assigned: string): void;
}) {
  const { active, nameOf } = usePeople();
  const isListed =
    ['', 'none'].includes(assigned) || active.some((one) => one.user_id === assigned);
  const other = isListed ? [] : [{ value: assigned, label: nameOf(assigned) ?? assigned }];
  return (
    <SelectField
      label={text.leads.assignee}
      value={assigned}
      onChange={({ target }) => onChange(target.value)}
      options={[
        ANY,
        { value: 'none', label: text.leads.unassigned },
        ...other,
        ...active.map(({ user_id, name }) => ({ value: user_id, label: name })),
      ]}
    />
  );
}

function StatusFilter({
  search: { status = [] },
  onChange,
}: {
  search: LeadSearch;
  onChange(status: readonly string[]): void;
}) {
  const chosen = status.join(' ');
  const names = (codes: readonly string[]) =>
    codes.map((one) => wordFor(text.words.leadStatus, one)).join(', ');
  // A report can ask for two at once; the list has them as one more line.
  const several = status.length > 1 ? [{ value: chosen, label: names(status) }] : [];
  return (
    <SelectField
      label={text.leads.status}
      value={chosen}
      onChange={({ target: { value } }) => onChange(value.split(' '))}
      options={[ANY, ...several, ...STATUSES.map((one) => ({ value: one, label: names([one]) }))]}
    />
  );
}

function SinceFilter({
  search: { since = '', until },
  zone,
  onChange,
}: {
  search: LeadSearch;
  zone: string;
  onChange(since: string): void;
}) {
  const { date, day } = formatsFor(zone);
  const dayOf = (one: string) => day(`${one}T12:00:00Z`);
  const today = date(now());
  const presets = DAYS.map((days) => ({
    value: addDays(today, days < 2 ? -days : 1 - days),
    label: text.leads.within(days),
  }));
  // A report can ask for days that have ended; the list has them as one more line.
  const chosen = until === undefined ? since : `${since} ${until}`;
  const labelOf = () =>
    until === undefined
      ? text.leads.sinceDay(dayOf(since))
      : text.leads.between(since && dayOf(since), dayOf(until));
  const isListed = chosen === '' || presets.some(({ value }) => value === chosen);
  const other = isListed ? [] : [{ value: chosen, label: labelOf() }];
  return (
    <SelectField
      label={text.leads.since}
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
      options={[ANY, ...other, ...presets]}
    />
  );
}
