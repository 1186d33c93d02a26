import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

export function Field({ label, hint, error, ...input }: FieldTexts & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...input} />}
    </FieldFrame>
  );
}

/** For texts of more than one line. */
export function TextArea({
  label,
  hint,
  error,
  rows = 3,
  ...area
}: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <textarea {...control} rows={rows} {...area} />}
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
}

/** The list of the platform: it works on every phone and with every screen reader. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...select
}: FieldTexts & ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} {...select}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
