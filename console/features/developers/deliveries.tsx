import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookDelivery, WebhookEndpoint } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { usePages } from '../../store/use-pages.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import styles from './developers.module.css';
import { usePolling } from './use-endpoint.ts';

const developers = text.developers;

/** What was sent to the endpoint, newest first. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { webhook_endpoint_id: id } = endpoint;
  const search = useSearch({ from: '/office/developers/endpoints/$id' });
  const zone = useMe().organization.time_zone;
  const [open, setOpen] = useState<WebhookDelivery | null>(null);
  const list = usePages(`deliveries ${id} ${JSON.stringify(search)}`, {
    list: (signal) =>
      api.webhookEndpoints.deliveries.list(
        id,
        { limit: 25, status: search.status, event_type: search.type },
        { signal },
      ),
    keyOf: ({ delivery_id }) => delivery_id,
    isAffectedBy: () => true,
  });
  const isPending = list.value?.items.some(({ status }) => status === 'pending') ?? false;
  usePolling(isPending, list.query);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <section className={styles.section} aria-label={developers.deliveries}>
      <div className={styles.header}>
        <h2 className={styles.title}>{developers.deliveries}</h2>
        <DeliveryFilters id={id} search={search} />
      </div>
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{isFiltered ? developers.noMatch : developers.noDeliveries}</Empty>
          ) : (
            <Table
              label={developers.deliveries}
              rows={items}
              keyOf={({ delivery_id }) => delivery_id}
              columns={columnsFor(zone, setOpen)}
              more={list}
            />
          )
        }
      </Loaded>
      {open && (
        <DeliveryDialog
          delivery={open}
          onClose={() => setOpen(null)}
          onChanged={() => list.query.refresh()}
        />
      )}
    </section>
  );
}

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  pending: 'accent',
  delivered: 'ok',
  failed: 'danger',
};

function columnsFor(
  zone: string,
  onOpen: (delivery: WebhookDelivery) => void,
): readonly Column<WebhookDelivery>[] {
  const { short } = formatsFor(zone);
  return [
    {
      label: developers.eventType,
      isText: true,
      cell: (delivery) => (
        <button type="button" className={styles.open} onClick={() => onOpen(delivery)}>
          {developers.open(inWords(delivery.event_type), delivery.event_seq)}
        </button>
      ),
    },
    {
      label: developers.number,
      cell: ({ lifecycle_number }) =>
        lifecycle_number === null ? (
          '–'
        ) : (
          <Link to="/n/$number" params={{ number: lifecycle_number }}>
            {lifecycle_number}
          </Link>
        ),
    },
    {
      label: developers.state,
      cell: ({ status }) => (
        <Badge look={LOOKS[status] ?? 'plain'}>{wordFor(developers.deliveryStatus, status)}</Badge>
      ),
    },
    {
      label: developers.response,
      cell: ({ last_status_code, last_error }) =>
        last_status_code ?? (last_error === null ? '–' : inWords(last_error)),
    },
    { label: developers.attempts, isNumber: true, cell: ({ attempt_count }) => attempt_count },
    {
      label: developers.at,
      cell: ({ created_at, next_attempt_at, attempt_count }) =>
        next_attempt_at !== null && attempt_count > 0
          ? developers.nextAttempt(short(next_attempt_at, now()))
          : short(created_at, now()),
    },
  ];
}
