import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebhookEndpointWithHealth } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Deliveries } from './deliveries.tsx';
import styles from './developers.module.css';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { Replays } from './replays.tsx';
import { DeveloperTabs } from './tabs.tsx';
import { useEndpoint, usePolling } from './use-endpoint.ts';

const developers = text.developers;

export function EndpointPage() {
  const { id } = useParams({ from: '/office/developers/endpoints/$id' });
  return (
    <NeedsScope scope="webhooks:read" title={developers.title}>
      <Page key={id} id={id} />
    </NeedsScope>
  );
}

/** One receiver of events: what it gets, how it responds, and what was sent. */
function Page({ id }: { id: string }) {
  const endpoint = useEndpoint(id);
  usePolling((endpoint.value?.health.pending ?? 0) > 0, endpoint.query);
  return (
    <Loaded of={endpoint} title={developers.title}>
      {(value) => (
        <Screen
          title={value.description ?? new URL(value.url).host}
          actions={<EndpointActions endpoint={value} onChanged={() => endpoint.query.refresh()} />}
        >
          <DeveloperTabs />
          <Facts endpoint={value} />
          <Deliveries endpoint={value} />
          <Replays endpoint={value} />
        </Screen>
      )}
    </Loaded>
  );
}

function Facts({ endpoint }: { endpoint: WebhookEndpointWithHealth }) {
  const zone = useMe().organization.time_zone;
  const { short } = formatsFor(zone);
  const time = (at: string | null) => (at === null ? developers.never : short(at, now()));
  const { health, previous_secret_until: until, rate_limit_per_second: limit } = endpoint;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label={developers.url}>{endpoint.url}</Fact>
        <Fact label={developers.eventTypes}>
          {endpoint.event_types.map(patternInWords).join(', ')}
        </Fact>
        <Fact label={developers.state}>
          <EndpointHealth endpoint={endpoint} zone={zone} />
        </Fact>
        <Fact label={developers.lastSuccess}>{time(health.last_success_at)}</Fact>
        <Fact label={developers.lastFailure}>{time(health.last_failure_at)}</Fact>
        <Fact label={developers.pending}>{health.pending}</Fact>
        <Fact label={developers.ordering}>{wordFor(developers.orderings, endpoint.ordering)}</Fact>
        {limit !== null && <Fact label={developers.rateLimit}>{limit}</Fact>}
      </dl>
      {until !== null && Date.parse(until) > now() && (
        <p className={styles.about}>{developers.secretUntil(short(until, now()))}</p>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
