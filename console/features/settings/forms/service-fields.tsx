import { ArrowUpIcon, Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import fields from '../../../ui/field.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import list from '../shared/list.module.css';
import styles from './form-editor.module.css';
import type { Service } from './form-values.ts';

const words = text.settings.forms;

/** What visitors can choose, in their order. */
export function ServiceFields({
  services,
  error,
  field,
  onChange,
}: {
  services: readonly Service[];
  error: string | undefined;
  field: FieldOf;
  onChange(services: readonly Service[]): void;
}) {
  const swapUp = (at: number) =>
    onChange(services.map((one, index) => services[swapped(index, at)] ?? one));
  return (
    <fieldset className={list.plain}>
      <legend className={fields.label}>{words.services}</legend>
      <span className={fields.hint}>{words.servicesHint}</span>
      {error && <span className={fields.error}>{error}</span>}
      {services.map((service, at) => (
        <ServiceField
          // biome-ignore lint/suspicious/noArrayIndexKey: a new service has no name yet.
          key={at}
          label={service.label}
          number={at + 1}
          {...field(`services/${at}/label`)}
          onChange={(label) =>
            onChange(services.map((one, index) => (index === at ? { ...one, label } : one)))
          }
          {...(at > 0 && { onUp: () => swapUp(at) })}
          {...(services.length > 1 && {
            onRemove: () => onChange(services.filter((_, index) => index !== at)),
          })}
        />
      ))}
      <div>
        <Button onClick={() => onChange([...services, { code: '', label: '' }])}>
          <PlusIcon />
          {words.addService}
        </Button>
      </div>
    </fieldset>
  );
}

function ServiceField({
  label,
  number,
  name,
  error,
  onChange,
  onUp,
  onRemove,
}: {
  label: string;
  number: number;
  name: string;
  error: string | undefined;
  onChange(label: string): void;
  /** Left out for the first one. */
  onUp?: () => void;
  /** Left out for the only one. */
  onRemove?: () => void;
}) {
  const said = label || words.service(number);
  return (
    <div className={styles.service}>
      <input
        className={fields.input}
        name={name}
        aria-label={words.service(number)}
        aria-invalid={error !== undefined}
        value={label}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button look="plain" aria-label={words.moveUp(said)} disabled={!onUp} onClick={onUp}>
        <ArrowUpIcon />
      </Button>
      <Button
        look="plain"
        aria-label={words.removeService(said)}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <Cross2Icon />
      </Button>
      {error && <span className={fields.error}>{error}</span>}
    </div>
  );
}

/** The place that `index` takes from, when the one at `at` moves up. */
function swapped(index: number, at: number): number {
  if (index === at) return at - 1;
  return index === at - 1 ? at : index;
}
