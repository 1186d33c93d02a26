import { ArrowUpIcon, Cross2Icon } from '@radix-ui/react-icons';
import type { OfferedService } from '../../../../packages/sdk/src/index.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { useServices } from '../resources.ts';
import { Part } from '../shared/part.tsx';
import { Row, Rows } from '../shared/row.tsx';

const words = text.settings.bookingPages;

/** What visitors can book, in their order. */
export function ServiceChoice({
  name,
  error,
  chosen,
  onChange,
}: {
  name: string;
  error: string | undefined;
  chosen: readonly string[];
  onChange(codes: readonly string[]): void;
}) {
  const { value: services = [] } = useServices();
  const others = services.filter(
    ({ code, defined, active }) => defined && active && !chosen.includes(code),
  );
  const moveUp = (at: number) =>
    onChange(chosen.map((code, index) => placed(chosen, at, index, code)));
  return (
    <Part title={words.services} hint={words.servicesHint}>
      {chosen.length === 0 ? (
        <p>{words.noServices}</p>
      ) : (
        <Rows label={words.chosen}>
          {chosen.map((code, at) => (
            <ChosenService
              key={code}
              code={code}
              service={services.find((service) => service.code === code)}
              isRead={services.length > 0}
              {...(at > 0 && { onUp: () => moveUp(at) })}
              onRemove={() => onChange(chosen.filter((one) => one !== code))}
            />
          ))}
        </Rows>
      )}
      <SelectField
        label={words.addService}
        name={name}
        error={error}
        value=""
        onChange={({ target }) => target.value !== '' && onChange([...chosen, target.value])}
        options={[
          { value: '', label: words.chooseService },
          ...others.map((service) => ({ value: service.code, label: service.name })),
        ]}
      />
    </Part>
  );
}

function ChosenService({
  code,
  service,
  isRead,
  onUp,
  onRemove,
}: {
  code: string;
  service: OfferedService | undefined;
  isRead: boolean;
  /** Left out for the first one. */
  onUp?: () => void;
  onRemove(): void;
}) {
  const said = service?.name ?? inWords(code);
  const isShown = service?.defined && service.active && service.online;
  return (
    <Row
      name={said}
      about={isRead && !isShown && words.hidden}
      actions={
        <>
          <Button look="plain" aria-label={words.moveUp(said)} disabled={!onUp} onClick={onUp}>
            <ArrowUpIcon />
          </Button>
          <Button look="plain" aria-label={words.removeService(said)} onClick={onRemove}>
            <Cross2Icon />
          </Button>
        </>
      }
    />
  );
}

/** What is at `index` after the one at `at` has moved up. */
function placed(codes: readonly string[], at: number, index: number, code: string): string {
  if (index === at) return codes[at - 1] ?? code;
  return index === at - 1 ? (codes[at] ?? code) : code;
}
