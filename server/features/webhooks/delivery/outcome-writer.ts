import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../../domain/ids.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { type Attempted, recordOutcomes } from './outcomes.ts';
import { isFailingForGood } from './retry-plan.ts';

/** How long an outcome waits for others, to be recorded together. */
const BATCH_WAIT_MS = 100;
const MAX_BATCH = 500;
/** After a database failure. */
const PAUSE_MS = 500;

export interface OutcomeHooks {
  /** When aborted, it drops outcomes that cannot be recorded: the next process sends those events again. */
  signal: AbortSignal;
  onWritten(batch: readonly Attempted[]): void;
  /** An endpoint was disabled. */
  onDisabled(): void;
}

/** Records the outcomes of one organization's attempts in batches, and disables endpoints that are gone. */
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

  /** Resolves when the current batch is recorded; null if there is none. */
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
      'a webhook attempt failed',
    );
  }

  #writeSoon(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
      if (this.#outcomes.length > 0) this.#writeSoon();
    });
  }

  async #write(): Promise<void> {
    // The next event of the lifecycle waits for an ordered one. Those of a fast endpoint must not pile up: each search for
    // due deliveries passes over them.
    const isUrgent = this.#outcomes.some(({ delivery }) => delivery.ordered);
    if (!isUrgent && this.#outcomes.length < MAX_BATCH / 2) await sleep(BATCH_WAIT_MS);
    const batch = this.#outcomes.splice(0, MAX_BATCH);
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
          'could not record webhook outcomes',
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

/** Log fields that identify an endpoint. */
export function logFields(organizationId: string, endpointId: string) {
  return {
    organization_id: toPublicId('organization', organizationId),
    webhook_endpoint_id: toPublicId('webhook_endpoint', endpointId),
  };
}
