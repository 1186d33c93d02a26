import type {
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import { useQuery } from '../../store/use-query.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Json } from '../../ui/json.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import styles from './developers.module.css';
import { usePolling } from './use-endpoint.ts';

const developers = text.developers;

/** Every attempt with its response, the event that was sent, and sending it again. */
export function DeliveryDialog({
  delivery: { webhook_endpoint_id: endpointId, delivery_id, event_type, event_seq },
  onClose,
  onChanged,
}: {
  delivery: WebhookDelivery;
  onClose(): void;
  onChanged(): Promise<void>;
}) {
  const delivery = useQuery(`delivery ${delivery_id}`, {
    load: (signal) => api.webhookEndpoints.deliveries.get(endpointId, delivery_id, { signal }),
    isAffectedBy: () => false,
  });
  usePolling(delivery.value?.status === 'pending', delivery.query);
  const event = useQuery(`event ${event_seq}`, {
    load: async (signal) => {
      const { data } = await api.events.list({ after: event_seq - 1, limit: 1 }, { signal });
      return data.find(({ seq }) => seq === event_seq) ?? null;
    },
    isAffectedBy: () => false,
  });
  return (
    <Dialog title={inWords(event_type)} onClose={onClose} size="wide">
      <Loaded of={delivery}>
        {(value) => (
          <>
            <Attempts delivery={value} />
            <Again
              delivery={value}
              isExample={event.value?.type === 'example.sent'}
              onDone={() => Promise.all([delivery.query.refresh(), onChanged()])}
            />
          </>
        )}
      </Loaded>
      <Loaded of={event}>
        {(value) =>
          value === null ? (
            <p className={styles.about}>{developers.eventGone}</p>
          ) : (
            <Json label={developers.event} value={value} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: WebhookDeliveryWithAttempts }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  if (attempts.length === 0) return <p className={styles.about}>{developers.noAttempts}</p>;
  return (
    <ol className={styles.attempts} aria-label={developers.attempts}>
      {attempts.map(({ at, duration_ms, status_code, error, response }) => (
        <li key={at} className={styles.attempt}>
          <span className={styles.attemptLine}>
            <time dateTime={at}>{dayAndTime(at)}</time>
            <strong className={error === null ? undefined : styles.failed}>
              {developers.attemptLine(
                status_code === null ? developers.noResponse : String(status_code),
                duration_ms,
              )}
            </strong>
            {error !== null && <span>{inWords(error)}</span>}
          </span>
          {response !== null && response !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
            <pre className={styles.response} tabIndex={0}>
              {response}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What waits is tried now; what is settled is sent once more, unless it never really happened. */
function Again({
  delivery: { webhook_endpoint_id: endpointId, delivery_id, event_id, status, next_attempt_at },
  isExample,
  onDone,
}: {
  delivery: WebhookDeliveryWithAttempts;
  isExample: boolean;
  onDone(): Promise<unknown>;
}) {
  const me = useMe();
  const { short } = formatsFor(me.organization.time_zone);
  if (!mayI(me, 'webhooks:write')) return null;
  const isPending = status === 'pending';
  if (isExample && !isPending) return null;
  const again = async () => {
    const done = await act<unknown>(() =>
      isPending
        ? api.webhookEndpoints.deliveries.retry(endpointId, delivery_id)
        : api.webhookEndpoints.replays.create(endpointId, { event_ids: [event_id] }),
    );
    if (done) sayDone(isPending ? developers.retrying : developers.resent);
    await onDone();
  };
  return (
    <div className={styles.buttons}>
      <Button onClick={() => void again()}>
        {isPending ? developers.retryNow : developers.resend}
      </Button>
      {next_attempt_at !== null && (
        <span className={styles.about}>
          {developers.nextAttempt(short(next_attempt_at, now()))}
        </span>
      )}
    </div>
  );
}
