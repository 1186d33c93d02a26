import { patternsOf, useEventTypes } from '../../event-types/use-event-types.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import { type Option, SelectField } from '../../ui/field.tsx';
import type { FieldTexts } from '../../ui/field-frame.tsx';

/** One event type, or all of a resource. */
export function EventSelect({
  value,
  onChange,
  first = [],
  hasPatterns = true,
  ...common
}: FieldTexts & {
  value: string;
  onChange(value: string): void;
  first?: readonly Option[];
  hasPatterns?: boolean;
}) {
  const known = patternsOf(useEventTypes()).filter((one) => hasPatterns || !one.endsWith('*'));
  const all = value === '' || known.includes(value) ? known : [value, ...known];
  return (
    <SelectField
      {...common}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[...first, ...all.map((one) => ({ value: one, label: patternInWords(one) }))]}
    />
  );
}
