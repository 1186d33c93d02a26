import { useState } from 'react';
import type { CollectPayment, MyVisit } from '../../../packages/sdk/src/index.ts';
import { sayDone } from '../../feedback/feedback.ts';
import type { NewWork } from '../../offline/work.ts';
import { fieldText } from '../../text/field.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { formatMoney, moneyForField, readMoney } from '../../ui/money.ts';
import styles from './my-day.module.css';

const METHODS: readonly CollectPayment['method'][] = ['card', 'cash', 'check', 'transfer', 'other'];

/** Takes a payment on site. It asks, because a payment cannot be undone. */
export function CollectDialog({
  visit: { job, due },
  onWork,
  onClose,
}: {
  visit: MyVisit;
  onWork(work: NewWork): Promise<boolean>;
  onClose(): void;
}) {
  const currency = due?.currency ?? 'USD';
  const [typedAmount, setTypedAmount] = useState(moneyForField(due?.amount ?? 0, currency));
  const [method, setMethod] = useState<CollectPayment['method']>('card');
  const amount = readMoney(typedAmount, currency);
  const isGood = amount !== null && amount > 0;
  if (!job) return null;
  const take = async () => {
    if (amount === null || amount <= 0) return;
    const { job_id } = job;
    if (!(await onWork({ do: 'collect', job_id, amount, currency, method }))) return;
    sayDone(fieldText.myDay.collected(formatMoney(amount, currency)));
    onClose();
  };
  return (
    <Dialog
      title={fieldText.myDay.collectTitle(formatMoney(due?.amount ?? 0, currency))}
      onClose={onClose}
    >
      <Field
        label={fieldText.myDay.amount}
        inputMode="decimal"
        value={typedAmount}
        error={isGood ? undefined : fieldText.myDay.badAmount}
        onChange={({ target }) => setTypedAmount(target.value)}
      />
      <SelectField
        label={fieldText.myDay.method}
        value={method}
        options={METHODS.map((one) => ({ value: one, label: fieldText.myDay.methods[one] }))}
        onChange={({ target }) => setMethod(METHODS.find((one) => one === target.value) ?? 'other')}
      />
      <button type="button" className={styles.big} disabled={!isGood} onClick={() => void take()}>
        {fieldText.myDay.collect}
      </button>
      <Button onClick={onClose}>{fieldText.cancel}</Button>
    </Dialog>
  );
}
