import { useNavigate } from '@tanstack/react-router';
import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PRESETS, type Range, type ReportSearch } from './range.ts';

const LENGTHS = ['day', 'week', 'month'] as const;

/** Which days, and how they are grouped; kept in the address. */
export function PeriodPicker({
  range,
  search,
  today,
  isGrouped,
}: {
  range: Range;
  search: ReportSearch;
  today: string;
  /** Whether the report has columns of days, weeks or months. */
  isGrouped: boolean;
}) {
  const navigate = useNavigate();
  const { by, view } = search;
  const kept = { ...(by && { by }), ...(view && { view }) };
  const go = (next: ReportSearch) => void navigate({ to: '/reports', search: next });
  return (
    <FilterBar label={text.reports.days}>
      <SelectField
        label={text.reports.period}
        value={range.isCustom ? 'custom' : String(range.days)}
        onChange={({ target: { value } }) =>
          value === 'custom'
            ? go({ ...kept, from: range.from, to: range.to })
            : go({ ...(view && { view }), days: +value })
        }
        options={[
          ...PRESETS.map((days) => ({ value: String(days), label: text.reports.lastDays(days) })),
          { value: 'custom', label: text.reports.custom },
        ]}
      />
      {range.isCustom && (
        <Dates range={range} today={today} onChange={(from, to) => go({ ...kept, from, to })} />
      )}
      {isGrouped && (
        <SelectField
          label={text.reports.by}
          value={range.period}
          onChange={({ target: { value } }) => {
            const length = LENGTHS.find((one) => one === value);
            if (length) go({ ...search, by: length });
          }}
          options={LENGTHS.map((value) => ({ value, label: text.reports.per[value] }))}
        />
      )}
    </FilterBar>
  );
}

function Dates({
  range: { from, to },
  today,
  onChange,
}: {
  range: Range;
  today: string;
  onChange(from: string, to: string): void;
}) {
  return (
    <>
      <Field
        label={text.reports.from}
        type="date"
        value={from}
        max={to}
        onChange={({ target: { value } }) => value !== '' && onChange(value, to)}
      />
      <Field
        label={text.reports.to}
        type="date"
        value={to}
        min={from}
        max={today}
        onChange={({ target: { value } }) => value !== '' && onChange(from, value)}
      />
    </>
  );
}
