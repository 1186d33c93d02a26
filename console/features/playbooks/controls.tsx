import { PatternPicker } from '../../event-types/pattern-picker.tsx';
import * as text from '../../text/en.ts';
import { Field, type Option, SelectField, TextArea } from '../../ui/field.tsx';
import { DurationField } from './duration-field.tsx';
import { EventSelect } from './event-select.tsx';
import type { FieldSpec } from './fields.ts';
import { HeadersControl, JsonControl } from './json-controls.tsx';
import type { Names } from './names.ts';
import styles from './step-form.module.css';
import { Translations } from './translations.tsx';

export interface ControlProps {
  spec: FieldSpec;
  value: unknown;
  error: string | undefined;
  names: Names;
  channel: unknown;
  /** Undefined removes the field. */
  onChange(value: unknown): void;
}

const { fields } = text.playbooks;

/** One field of a step, as its kind of value is edited. */
export function Control(props: ControlProps) {
  const { spec, value, error, onChange } = props;
  const common = { label: spec.label, hint: spec.hint, error };
  const string = typeof value === 'string' ? value : '';
  const setText = (typed: string) => onChange(typed === '' ? undefined : typed);
  switch (spec.control) {
    case 'text':
      return <Field {...common} value={string} onChange={({ target }) => setText(target.value)} />;
    case 'area':
      return (
        <TextArea
          {...common}
          rows={5}
          value={string}
          onChange={({ target }) => setText(target.value)}
        />
      );
    case 'number':
      return (
        <Field
          {...common}
          type="number"
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : +target.value)}
        />
      );
    case 'duration':
      return (
        <DurationField
          {...common}
          value={typeof value === 'string' ? value : undefined}
          onChange={onChange}
        />
      );
    case 'check':
      return <Check label={spec.label} isOn={value === true} onChange={onChange} />;
    case 'json':
      return <JsonControl {...common} value={value} onChange={onChange} />;
    case 'headers':
      return <HeadersControl {...common} value={value} onChange={onChange} />;
    case 'events':
      return (
        <PatternPicker
          {...common}
          chosen={Array.isArray(value) ? value.map(String) : []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
        />
      );
    case 'event':
      return <EventSelect {...common} value={string} onChange={onChange} />;
    case 'translations':
      return <Translations {...common} channel={props.channel} value={value} onChange={onChange} />;
    default:
      return (
        <SelectField
          {...common}
          value={string}
          onChange={({ target }) => setText(target.value)}
          options={choicesOf(props, string)}
        />
      );
  }
}

function Check({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange(value: unknown): void;
}) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked ? true : undefined)}
      />
      {label}
    </label>
  );
}

/** With the value itself, if it is of someone who left or of a list that could not be read. */
function choicesOf({ spec, names, channel }: ControlProps, value: string): readonly Option[] {
  const known: readonly Option[] =
    {
      user: names.users,
      team: names.teams,
      template: names.templates.filter((one) => one.channel === channel),
    }[spec.control as 'user' | 'team' | 'template'] ??
    spec.options ??
    [];
  const isKnown = value === '' || known.some((one) => one.value === value);
  const none = {
    user: spec.name === 'assigned_to' ? fields.defaultUser : fields.choose,
    team: fields.choose,
    template: fields.ownText,
  }[spec.control as 'user' | 'team' | 'template'];
  return [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...(isKnown ? [] : [{ value, label: value }]),
    ...known,
  ];
}
