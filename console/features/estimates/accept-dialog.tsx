import { useState } from 'react';
import type { Estimate, EstimateOption } from '../../../packages/sdk/src/index.ts';
import { sumsOf } from '../../../server/domain/money.ts';
import { depositOf } from '../../../server/features/estimates/estimate.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { estimates, jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatMoney } from '../../ui/money.ts';
import { typed, useForm } from '../../ui/use-form.ts';
import type { EstimateDialogProps } from './estimate-actions.tsx';
import styles from './estimates.module.css';
import { SignaturePad } from './signature-pad.tsx';

/** In the office: the customer chooses, and signs on the screen or with the name. */
export function AcceptDialog({ estimate, onChanged, onClose }: EstimateDialogProps) {
  const [at, setAt] = useState(() => firstChoice(estimate));
  const [extras, setExtras] = useState<readonly number[]>([]);
  const [key] = useState(() => crypto.randomUUID());
  const [image, setImage] = useState<string | null>(null);
  const option = estimate.options[at];
  const names = ['option', 'optional_lines', 'signature/name', 'signature/image'];
  const form = useForm(names, async (values) => {
    const name = typed(values, 'signature/name').trim();
    const signature =
      image === null ? { name, kind: 'typed' as const } : { name, kind: 'drawn' as const, image };
    const body = { option: at, optional_lines: [...extras], signature };
    const accepted = await inSession(() =>
      api.estimates.accept(estimate.estimate_id, body, { idempotencyKey: key }),
    );
    estimates.put(accepted.estimate);
    if (accepted.job) jobs.put(accepted.job);
    sayDone(text.estimates.accepted(estimate.number));
    onClose();
    onChanged();
  });
  return (
    <FormDialog
      title={text.estimates.acceptTitle(estimate.number)}
      about={text.estimates.acceptAbout}
      form={form}
      submit={text.estimates.accept}
      onClose={onClose}
    >
      {estimate.options.length > 1 && (
        <OptionChoice
          estimate={estimate}
          chosen={at}
          onChoose={(next) => {
            setAt(next);
            setExtras([]);
          }}
        />
      )}
      {option && (
        <Extras
          option={option}
          currency={estimate.currency}
          chosen={extras}
          error={form.trouble.fields.optional_lines}
          onChange={setExtras}
        />
      )}
      {option && <Sums estimate={estimate} option={option} extras={extras} />}
      <Field
        label={text.estimates.signature}
        name="signature/name"
        error={form.trouble.fields['signature/name']}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <SignaturePad error={form.trouble.fields['signature/image']} onChange={setImage} />
    </FormDialog>
  );
}

function firstChoice({ options }: Estimate): number {
  return Math.max(
    0,
    options.findIndex(({ recommended }) => recommended),
  );
}

function OptionChoice({
  estimate: { options, currency },
  chosen,
  onChoose,
}: {
  estimate: Estimate;
  chosen: number;
  onChoose(index: number): void;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>{text.estimates.choose}</legend>
      {options.map(({ name, total, recommended }, index) => (
        <CheckField
          key={name}
          type="radio"
          name="option"
          label={`${name}, ${formatMoney(total, currency)}`}
          hint={recommended ? text.estimates.recommended : undefined}
          checked={index === chosen}
          onChange={() => onChoose(index)}
        />
      ))}
    </fieldset>
  );
}

function Extras({
  option: { lines },
  currency,
  chosen,
  error,
  onChange,
}: {
  option: EstimateOption;
  currency: string;
  chosen: readonly number[];
  error: string | undefined;
  onChange(chosen: readonly number[]): void;
}) {
  const optional = lines.flatMap((line, at) => (line.optional ? [{ line, at }] : []));
  if (optional.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend>{text.estimates.extras}</legend>
      {optional.map(({ line, at }) => (
        <CheckField
          key={at}
          label={`${line.description}, ${formatMoney(line.amount + line.tax, currency)}`}
          error={error}
          checked={chosen.includes(at)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, at] : chosen.filter((one) => one !== at))
          }
        />
      ))}
    </fieldset>
  );
}

/** What the choice comes to, as the service will compute it. */
function Sums({
  estimate: { currency, deposit },
  option: { lines },
  extras,
}: {
  estimate: Estimate;
  option: EstimateOption;
  extras: readonly number[];
}) {
  const total = sumsOf(lines.filter(({ optional }, at) => !optional || extras.includes(at)))?.total;
  if (total === undefined) return null;
  const inAdvance = depositOf(deposit, total);
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{text.estimates.agreed}</dt>
        <dd>{formatMoney(total, currency)}</dd>
      </div>
      {inAdvance > 0 && (
        <div>
          <dt>{text.estimates.inAdvance}</dt>
          <dd>{formatMoney(inAdvance, currency)}</dd>
        </div>
      )}
    </dl>
  );
}
