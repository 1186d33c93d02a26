import type { Estimate } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { type DepositKind, depositForField, depositKindOf } from './draft.ts';
import styles from './estimate-form.module.css';

const KINDS = ['none', 'percent', 'amount'] as const satisfies readonly DepositKind[];
const LABELS = {
  percent: text.estimates.depositPercent,
  amount: text.estimates.depositAmount,
};

/** What is to be paid when it is accepted. */
export function DepositField({
  estimate,
  kind,
  errors,
  onKind,
}: {
  estimate: Estimate | null;
  kind: DepositKind;
  errors: Readonly<Record<string, string>>;
  onKind(kind: DepositKind): void;
}) {
  const isAsBefore = estimate !== null && depositKindOf(estimate) === kind;
  return (
    <div className={styles.pair}>
      <SelectField
        label={text.estimates.deposit}
        name="deposit"
        error={errors.deposit}
        value={kind}
        options={KINDS.map((value) => ({ value, label: text.estimates.deposits[value] }))}
        onChange={({ target }) => onKind(KINDS.find((one) => one === target.value) ?? 'none')}
      />
      {kind !== 'none' && (
        <Field
          key={kind}
          label={LABELS[kind]}
          name={`deposit/${kind}`}
          error={errors[`deposit/${kind}`]}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={isAsBefore ? depositForField(estimate) : ''}
        />
      )}
    </div>
  );
}
