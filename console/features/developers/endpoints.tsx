import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpointWithHealth } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './developers.module.css';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { DeveloperTabs, DocsLink } from './tabs.tsx';
import { usePolling } from './use-endpoint.ts';
import { withHealth } from './with-health.ts';

const developers = text.developers;
/** Each endpoint is a request, so not with every event. */
const HEALTH_MS = 10_000;

export function Endpoints() {
  return (
    <NeedsScope scope="webhooks:read" title={developers.title}>
      <Content />
    </NeedsScope>
  );
}

/** Who gets events, and whether they arrive. */
function Content() {
  const me = useMe();
  const [isNew, setIsNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = usePages('webhook endpoints', {
    list: (signal) => withHealth(api.webhookEndpoints.list({ limit: 20 }, { signal }), signal),
    keyOf: ({ webhook_endpoint_id }) => webhook_endpoint_id,
    isAffectedBy: (event) => kindOf(event) === 'webhook_endpoint',
  });
  usePolling(true, list.query, HEALTH_MS);
  const add = mayI(me, 'webhooks:write') && (
    <Button look="primary" onClick={() => setIsNew(true)}>
      {developers.newEndpoint}
    </Button>
  );
  return (
    <Screen
      title={developers.title}
      actions={
        <>
          <DocsLink className={buttonClass()} />
          {add}
        </>
      }
    >
      <DeveloperTabs />
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty action={add}>{developers.noEndpoints}</Empty>
          ) : (
            <Table
              label={developers.webhooks}
              rows={items}
              keyOf={({ webhook_endpoint_id }) => webhook_endpoint_id}
              columns={columnsFor(me.organization.time_zone)}
              more={list}
            />
          )
        }
      </Loaded>
      {isNew && (
        <EndpointDialog
          onClose={() => setIsNew(false)}
          onSaved={(saved) => {
            if ('secret' in saved) setSecret(saved.secret);
            void list.query.refresh();
          }}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Screen>
  );
}

function columnsFor(zone: string): readonly Column<WebhookEndpointWithHealth>[] {
  const { short } = formatsFor(zone);
  const time = (at: string | null) => (at === null ? developers.never : short(at, now()));
  return [
    {
      label: developers.url,
      isText: true,
      cell: (endpoint) => (
        <div className={styles.url}>
          <Link to="/developers/endpoints/$id" params={{ id: endpoint.webhook_endpoint_id }}>
            {endpoint.url}
          </Link>
          <span className={styles.about}>{endpoint.description}</span>
        </div>
      ),
    },
    {
      label: developers.eventTypes,
      isText: true,
      cell: ({ event_types }) => event_types.map(patternInWords).join(', '),
    },
    {
      label: developers.state,
      cell: (endpoint) => <EndpointHealth endpoint={endpoint} zone={zone} />,
    },
    { label: developers.lastSuccess, cell: ({ health }) => time(health.last_success_at) },
    { label: developers.pending, isNumber: true, cell: ({ health }) => health.pending },
  ];
}
