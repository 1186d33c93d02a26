import { useNavigate } from '@tanstack/react-router';
import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { PRESETS, type Range, type ReportSearch } from './range.ts';
import styles from './reports.module.css';

/** Which days, and how they are grouped; kept in the address. */
export function PeriodPicker({
  range,
  search,
  today,
}: {
  range: Range;
  search: ReportSearch;
  today: string;
}) {
  const navigate = useNavigate();
  const go = (next: ReportSearch) => void navigate({ to: '/reports', search: next });
  const { by } = search;
  const keep = by === undefined ? {} : { by };
  return (
    <div className={styles.filters}>
      <SelectField
        label={text.reports.period}
        value={range.isCustom ? 'custom' : String(range.days)}
        onChange={({ target: { value } }) =>
          go(value === 'custom' ? { ...keep, from: range.from, to: range.to } : { days: +value })
        }
        options={[
          ...PRESETS.map((days) => ({ value: String(days), label: text.reports.lastDays(days) })),
          { value: 'custom', label: text.reports.custom },
        ]}
      />
      {range.isCustom && (
        <>
          <Field
            label={text.reports.from}
            type="date"
            value={range.from}
            max={range.to}
            onChange={({ target: { value } }) =>
              value !== '' && go({ ...keep, from: value, to: range.to })
            }
          />
          <Field
            label={text.reports.to}
            type="date"
            value={range.to}
            min={range.from}
            max={today}
            onChange={({ target: { value } }) =>
              value !== '' && go({ ...keep, from: range.from, to: value })
            }
          />
        </>
      )}
      <SelectField
        label={text.reports.by}
        value={range.period}
        onChange={({ target: { value } }) =>
          (value === 'day' || value === 'week' || value === 'month') && go({ ...search, by: value })
        }
        options={(['day', 'week', 'month'] as const).map((value) => ({
          value,
          label: text.reports.per[value],
        }))}
      />
    </div>
  );
}
