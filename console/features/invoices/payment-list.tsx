import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReceivedPayment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { JobTabs } from '../jobs/job-tabs.tsx';
import { LongRowList } from '../settings/shared/long-row-list.tsx';
import { RowContent } from '../settings/shared/row.tsx';
import { MatchButton } from './match-payment.tsx';
import { aboutPayment, DisputeBadge, whyUnmatched } from './payments.tsx';

type Filter = keyof typeof text.payments.filters;
const FILTERS = ['unmatched', 'all'] as const satisfies readonly Filter[];
const keyOf = ({ payment_id }: ReceivedPayment) => payment_id;

/** What was received: first what is on no invoice, so that a person can decide where it belongs. */
export function PaymentList() {
  const [filter, setFilter] = useState<Filter>('unmatched');
  return (
    <Needs scopes={['invoices:read']} title={text.payments.title}>
      <Screen title={text.payments.title}>
        <JobTabs />
        <Choices<Filter>
          label={text.payments.show}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: text.payments.filters[value] }))}
          onChoose={setFilter}
        />
        <Found key={filter} filter={filter} />
      </Screen>
    </Needs>
  );
}

function Found({ filter }: { filter: Filter }) {
  const list = usePages<ReceivedPayment>(`payments ${filter}`, {
    list: (signal) =>
      api.payments.list(
        { limit: 100, ...(filter === 'unmatched' && { status: ['unmatched'] }) },
        { signal },
      ),
    keyOf,
    isAffectedBy: (event) => ['payment', 'invoice'].includes(kindOf(event)),
  });
  return (
    <Loaded of={list}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>{filter === 'all' ? text.payments.empty : text.payments.emptyUnmatched}</Empty>
        ) : (
          <LongRowList label={text.payments.title} items={items} keyOf={keyOf} more={list}>
            {(payment) => <PaymentRow payment={payment} />}
          </LongRowList>
        )
      }
    </Loaded>
  );
}

function PaymentRow({ payment }: { payment: ReceivedPayment }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const { amount, currency, invoice_id, lifecycle_number, paid_at, status } = payment;
  return (
    <RowContent
      name={`${formatMoney(amount, currency)} · ${dayAndTime(paid_at)}`}
      about={
        <>
          {aboutPayment({ ...payment, reason: whyUnmatched(payment) })}
          {invoice_id !== null && (
            <>
              {' · '}
              <Link to="/invoices/$id" params={{ id: invoice_id }}>
                {text.payments.meantFor}
              </Link>
            </>
          )}
          {lifecycle_number !== null && (
            <>
              {' · '}
              <Link to="/n/$number" params={{ number: lifecycle_number }}>
                {lifecycle_number}
              </Link>
            </>
          )}
        </>
      }
      badges={
        <>
          {status !== 'recorded' && (
            <Badge look={status === 'unmatched' ? 'danger' : 'plain'}>
              {wordFor(text.payments.status, status)}
            </Badge>
          )}
          <DisputeBadge dispute={payment.dispute} />
        </>
      }
      actions={<MatchButton payment={payment} />}
    />
  );
}
