import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../../domain/ids.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { type Attempted, recordOutcomes } from './outcomes.ts';
import { isFailingForGood } from './retry-plan.ts';

/** How long outcomes wait for others to be written with them. */
const GATHER_MS = 20;
const MAX_GATHERED = 100;
/** After a failure of the database. */
const PAUSE_MS = 500;

export interface OutcomeHooks {
  /** Aborted, it gives up what cannot be written: the next process sends it again. */
  signal: AbortSignal;
  onWritten(batch: readonly Attempted[]): void;
  /** An endpoint is not sent to any more. */
  onDisabled(): void;
}

/** Writes the outcomes of one organization's attempts, many at a time, and disables endpoints that are gone. */
export class OutcomeWriter {
  readonly #context: TaskContext;
  readonly #organizationId: string;
  readonly #hooks: OutcomeHooks;
  #outcomes: Attempted[] = [];
  #writing: Promise<void> | null = null;

  constructor(context: TaskContext, organizationId: string, hooks: OutcomeHooks) {
    this.#context = context;
    this.#organizationId = organizationId;
    this.#hooks = hooks;
  }

  get isWriting(): boolean {
    return this.#writing !== null;
  }

  /** Resolves when the present batch is written; null if there is none. */
  get written(): Promise<void> | null {
    return this.#writing;
  }

  add(one: Attempted): void {
    this.#report(one);
    this.#outcomes.push(one);
    this.#writeSoon();
  }

  #report({ delivery, outcome }: Attempted): void {
    const { metrics, log } = this.#context;
    const seconds = outcome.durationMs / 1000;
    metrics.webhookAttempts.observe({ outcome: outcome.error ?? 'delivered' }, seconds);
    if (outcome.error === null) return;
    log.info(
      {
        ...logFields(this.#organizationId, delivery.webhook_endpoint_id),
        delivery_id: toPublicId('delivery', delivery.delivery_id),
        lifecycle_number: delivery.lifecycle_number,
        error: outcome.error,
        status_code: outcome.statusCode,
      },
      'an event was not taken',
    );
  }

  #writeSoon(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
      if (this.#outcomes.length > 0) this.#writeSoon();
    });
  }

  async #write(): Promise<void> {
    // The next of a lifecycle waits for this.
    if (!this.#outcomes.some(({ delivery }) => delivery.ordered)) await sleep(GATHER_MS);
    const batch = this.#outcomes.splice(0, MAX_GATHERED);
    await this.#writeBatch(batch);
    this.#hooks.onWritten(batch);
  }

  async #writeBatch(batch: readonly Attempted[]): Promise<void> {
    const { database, log } = this.#context;
    for (;;) {
      try {
        const failing = await recordOutcomes(database, this.#organizationId, batch);
        await this.#disable(batch, failing);
        return;
      } catch (error) {
        log.error(
          { err: error, organization_id: toPublicId('organization', this.#organizationId) },
          'could not write deliveries',
        );
        if (this.#hooks.signal.aborted) return;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #disable(
    batch: readonly Attempted[],
    failing: Awaited<ReturnType<typeof recordOutcomes>>,
  ): Promise<void> {
    const { database, log } = this.#context;
    const reasons = new Map<string, 'gone' | 'failing'>();
    for (const one of failing) {
      if (!isFailingForGood(one.failing_since, database.clock.now())) continue;
      reasons.set(one.webhook_endpoint_id, 'failing');
    }
    for (const { delivery, outcome } of batch) {
      if (outcome.error === 'gone') reasons.set(delivery.webhook_endpoint_id, 'gone');
    }
    for (const [id, reason] of reasons) {
      await disableEndpoint(database, this.#organizationId, id, reason);
      log.warn(logFields(this.#organizationId, id), `webhook endpoint disabled: ${reason}`);
      this.#hooks.onDisabled();
    }
  }
}

/** What a line of the log names an endpoint by. */
export function logFields(organizationId: string, endpointId: string) {
  return {
    organization_id: toPublicId('organization', organizationId),
    webhook_endpoint_id: toPublicId('webhook_endpoint', endpointId),
  };
}
