import { useState } from 'react';
import type { OfferedService } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { moneyForField } from '../../../ui/money.ts';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import { Part } from '../shared/part.tsx';
import { currencyOf } from './service-values.ts';

const words = text.settings.services;
const PRICE_KINDS = ['', 'free', 'from', 'fixed'] as const;
const DEPOSIT_KINDS = ['', 'amount', 'percent'] as const;

/** What customers are told about the price, and what they pay in advance. */
export function PriceFields({
  service,
  currency,
  field,
}: {
  service: OfferedService | null;
  /** Of the organization. */
  currency: string;
  field: FieldOf;
}) {
  const own = currencyOf(service, currency);
  const hint = service?.price_hint;
  const [kind, setKind] = useState(hint?.kind ?? '');
  const hasAmount = kind === 'from' || kind === 'fixed';
  return (
    <Part title={words.price} hint={words.priceHint}>
      <div className={cards.pair}>
        <SelectField
          label={words.priceKind}
          {...field('price_hint')}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          options={PRICE_KINDS.map((value) => ({ value, label: words.priceKinds[value] }))}
        />
        {hasAmount && (
          <Field
            label={words.amount(own)}
            {...field('price_hint/amount')}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={hint?.amount === undefined ? '' : moneyForField(hint.amount, own)}
          />
        )}
      </div>
      <DepositFields deposit={service?.deposit ?? null} currency={currency} field={field} />
    </Part>
  );
}

function DepositFields({
  deposit,
  currency,
  field,
}: {
  deposit: OfferedService['deposit'];
  currency: string;
  field: FieldOf;
}) {
  const { amount, percent } = deposit ?? {};
  const [kind, setKind] = useState(
    amount !== undefined ? 'amount' : percent !== undefined ? 'percent' : '',
  );
  return (
    <div className={cards.pair}>
      <SelectField
        label={words.depositKind}
        {...field('deposit')}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        options={DEPOSIT_KINDS.map((value) => ({ value, label: words.depositKinds[value] }))}
      />
      {kind === 'amount' && (
        <Field
          label={words.depositAmount(currency)}
          {...field('deposit/amount')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={amount === undefined ? '' : moneyForField(amount, currency)}
        />
      )}
      {kind === 'percent' && (
        <Field
          label={words.depositPercent}
          {...field('deposit/percent')}
          type="number"
          defaultValue={percent ?? ''}
        />
      )}
    </div>
  );
}
