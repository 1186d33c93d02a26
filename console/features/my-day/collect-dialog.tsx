import { useState } from 'react';
import type { CollectPayment, MyVisit } from '../../../packages/sdk/src/index.ts';
import { sayDone } from '../../feedback/feedback.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { formatMoney, moneyForField, readMoney } from '../../ui/money.ts';
import styles from './my-day.module.css';
import type { NewWork } from './my-day.tsx';

const METHODS: readonly CollectPayment['method'][] = ['card', 'cash', 'check', 'transfer', 'other'];

/** Takes a payment on site. It asks, because a payment cannot be undone. */
export function CollectDialog({
  visit: { job, due },
  onWork,
  onClose,
}: {
  visit: MyVisit;
  onWork(work: NewWork): void;
  onClose(): void;
}) {
  const currency = due?.currency ?? 'USD';
  const [typedAmount, setTypedAmount] = useState(moneyForField(due?.amount ?? 0, currency));
  const [method, setMethod] = useState<CollectPayment['method']>('card');
  const amount = readMoney(typedAmount, currency);
  const isGood = amount !== null && amount > 0;
  if (!job) return null;
  const take = () => {
    if (amount === null || amount <= 0) return;
    onWork({ do: 'collect', job_id: job.job_id, amount, currency, method });
    sayDone(text.myDay.collected(formatMoney(amount, currency)));
    onClose();
  };
  return (
    <Dialog
      title={text.myDay.collectTitle(formatMoney(due?.amount ?? 0, currency))}
      onClose={onClose}
    >
      <Field
        label={text.myDay.amount}
        inputMode="decimal"
        value={typedAmount}
        error={isGood ? undefined : text.myDay.badAmount}
        onChange={({ target }) => setTypedAmount(target.value)}
      />
      <SelectField
        label={text.myDay.method}
        value={method}
        options={METHODS.map((one) => ({ value: one, label: text.myDay.methods[one] }))}
        onChange={({ target }) => setMethod(METHODS.find((one) => one === target.value) ?? 'other')}
      />
      <button type="button" className={styles.big} disabled={!isGood} onClick={take}>
        {text.myDay.collect}
      </button>
      <Button onClick={onClose}>{text.cancel}</Button>
    </Dialog>
  );
}
