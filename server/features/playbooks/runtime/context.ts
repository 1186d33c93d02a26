import { toPublicId } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import { findAppointment, toAppointment } from '../../calendar/index.ts';
import { findCustomer, toCustomer } from '../../customers/index.ts';
import { findInvoice, findToday, toInvoice } from '../../invoices/index.ts';
import { findJob, toJob } from '../../jobs/index.ts';
import { findLead, toLead } from '../../leads/index.ts';
import type { TextVariables } from '../texts.ts';
import type { RunRow } from './queries.ts';
import type { StepRow } from './step-queries.ts';

export interface OrganizationFacts {
  organization_id: string;
  name: string;
  time_zone: string;
  country: string;
}

type Root = keyof TextVariables;

/** What steps change, so that it is read again after one. */
const CHANGING: readonly Root[] = ['lead', 'customer', 'job', 'appointment', 'invoice'];

/** What the conditions and texts of a run see, read when one of them names it. */
export class Context {
  readonly #tx: Tx;
  readonly #run: RunRow;
  readonly #known = new Map<Root, Promise<unknown>>();
  readonly #steps: Record<string, { status: string; output: unknown }>;

  constructor(tx: Tx, run: RunRow, steps: readonly StepRow[]) {
    this.#tx = tx;
    this.#run = run;
    this.#steps = Object.fromEntries(steps.map((step) => [step.step_id, seen(step)]));
  }

  async variables(roots: Iterable<string>, now: Date): Promise<TextVariables> {
    const wanted = [...roots].filter((root) => root !== 'now') as Root[];
    const values = await Promise.all(wanted.map((root) => this.#read(root)));
    return { ...Object.fromEntries(wanted.map((root, at) => [root, values[at]])), now };
  }

  /** Asks for what the first step will name, to travel together. */
  prefetch(roots: Iterable<string>): void {
    for (const root of [...roots, 'organization']) {
      // Whoever needs it sees why it cannot be read.
      if (root !== 'now') this.#read(root as Root).catch(() => {});
    }
  }

  get organization(): Promise<OrganizationFacts> {
    return this.#read('organization') as Promise<OrganizationFacts>;
  }

  /** What a step did, for the conditions of those behind it. */
  add(step: StepRow): void {
    this.#steps[step.step_id] = seen(step);
  }

  /** A step has changed something: what is asked for next is read again, but for what it has told itself. */
  forget(told: TextVariables = {}): void {
    for (const root of CHANGING) this.#known.delete(root);
    for (const [root, value] of Object.entries(told)) {
      this.#known.set(root as Root, Promise.resolve(value));
    }
  }

  #read(root: Root): Promise<unknown> {
    const known = this.#known.get(root);
    if (known) return known;
    const reading = this.#load(root);
    this.#known.set(root, reading);
    return reading;
  }

  async #load(root: Root): Promise<unknown> {
    const [tx, run] = [this.#tx, this.#run];
    switch (root) {
      case 'steps':
        return this.#steps;
      case 'input':
        return run.input;
      case 'organization':
        return findOrganization(tx);
      case 'event':
        return run.trigger_seq === null ? null : findEvent(tx, run.trigger_seq);
      case 'data':
        return ((await this.#read('event')) as { data: unknown } | null)?.data ?? null;
      case 'lead':
        return run.lead_id === null ? null : toLead(await findLead(tx, run.lead_id));
      case 'customer':
        return this.#customer();
      case 'job':
        return run.job_id === null ? null : toJob(await findJob(tx, run.job_id));
      case 'appointment': {
        if (run.appointment_id === null) return null;
        return toAppointment(await findAppointment(tx, run.appointment_id), tx.now, []);
      }
      case 'invoice': {
        if (run.invoice_id === null) return null;
        const [row, today] = await Promise.all([findInvoice(tx, run.invoice_id), findToday(tx)]);
        return toInvoice(row, today);
      }
      default:
        return null;
    }
  }

  /** The lead may have become one since the run began. */
  async #customer(): Promise<unknown> {
    const [tx, run] = [this.#tx, this.#run];
    if (run.customer_id !== null) return toCustomer(await findCustomer(tx, run.customer_id));
    if (run.lead_id === null) return null;
    const { customer_id } = await findLead(tx, run.lead_id);
    return customer_id === null ? null : toCustomer(await findCustomer(tx, customer_id));
  }
}

function seen({ status, output }: StepRow): { status: string; output: unknown } {
  return { status, output };
}

const selectOrganization = statement(
  'select_organization_of_run',
  'select name, time_zone, country from organizations where organization_id = $1',
);

async function findOrganization(tx: Tx): Promise<OrganizationFacts> {
  const [row] = await tx.query<Omit<OrganizationFacts, 'organization_id'>>(selectOrganization, [
    tx.organizationId,
  ]);
  return { organization_id: toPublicId('org', tx.organizationId), ...row! };
}

interface TriggerRow {
  type: string;
  occurred_at: Date;
  actor: Actor;
  data: unknown;
  previous: unknown;
}

const selectEvent = statement(
  'select_event_of_run',
  'select type, occurred_at, actor, data, previous from events where organization_id = $1 and seq = $2',
);

async function findEvent(tx: Tx, seq: number) {
  const [row] = await tx.query<TriggerRow>(selectEvent, [tx.organizationId, seq]);
  return row ? toEventVariable(row) : null;
}

/** An event as conditions and texts see it. */
export function toEventVariable({ type, occurred_at, actor, data, previous }: TriggerRow) {
  return { type, timestamp: occurred_at.toISOString(), actor, data, previous };
}
