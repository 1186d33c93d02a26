import { toPublicId } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/events/event.ts';
import { isObject } from '../../../platform/is-object.ts';
import { findAppointment, toAppointment } from '../../calendar/index.ts';
import { findCustomer, toCustomer } from '../../customers/index.ts';
import { findInvoice, findToday, toInvoice } from '../../invoices/index.ts';
import { findJob, toJob } from '../../jobs/index.ts';
import { findLead, type LeadRow, lockActiveLead, toLead } from '../../leads/index.ts';
import { findTopics, type Topics } from '../../messaging/index.ts';
import type { OrganizationInfo } from '../steps/step.ts';
import { aboutOf, leadOf } from '../steps/subject.ts';
import type { TextVariable, TextVariables } from '../texts.ts';
import type { RunRow } from './queries.ts';
import type { StepRow } from './step-queries.ts';
import type { UsedVariables } from './variable-names.ts';

/** Variables that are read from the database or the run; `now` is passed in. */
type Root = Exclude<TextVariable, 'now'>;

/** Variables that steps can change, so they are read again after a step. */
const CHANGING = [
  'lead',
  'customer',
  'job',
  'appointment',
  'invoice',
  'estimate',
  'property',
] as const;

/** The variables of a run's conditions and texts; each is read when it is first used. */
export class Context {
  readonly #tx: Tx;
  readonly #run: RunRow;
  readonly #known = new Map<Root, Promise<unknown>>();
  readonly #steps: Record<string, { status: string; output: unknown }>;
  #lead: { row: Promise<LeadRow>; isLocked: boolean } | null = null;
  #organization: Promise<OrganizationInfo> | null = null;
  #event: Promise<EventVariable | null> | null = null;

  constructor(tx: Tx, run: RunRow, steps: readonly StepRow[]) {
    this.#tx = tx;
    this.#run = run;
    this.#steps = Object.fromEntries(steps.map((step) => [step.step_id, seen(step)]));
  }

  /** Only the fields that are used, because they are copied to the thread that evaluates. */
  async variables(used: UsedVariables, now: Date): Promise<TextVariables> {
    const values = await Promise.all(
      rootsAmong(used.keys()).map(
        async (root) => [root, fieldsOf(await this.#read(root), used.get(root) ?? null)] as const,
      ),
    );
    return { ...Object.fromEntries(values), now };
  }

  /** Reads the variables of the first step early, so that their queries are pipelined. */
  prefetch(names: Iterable<TextVariable>): void {
    for (const root of rootsAmong([...names, 'organization'])) {
      // The step that uses it reports the error.
      this.#read(root).catch(() => {});
    }
  }

  get organization(): Promise<OrganizationInfo> {
    this.#organization ??= findOrganization(this.#tx);
    return this.#organization;
  }

  /** The event that started the run; null if a request did. */
  get event(): Promise<EventVariable | null> {
    const seq = this.#run.trigger_seq ?? this.#run.event_seq;
    this.#event ??= seq === null ? Promise.resolve(null) : findEvent(this.#tx, seq);
    return this.#event;
  }

  /** Adds a step for the conditions and texts of later steps. */
  add(step: StepRow): void {
    this.#steps[step.step_id] = seen(step);
  }

  /** Drops what a step may have changed, except the lead if the step returned it. */
  invalidate(lead?: LeadRow): void {
    for (const root of CHANGING) this.#known.delete(root);
    const isLocked = this.#lead?.isLocked ?? false;
    this.#lead = lead === undefined ? null : { row: Promise.resolve(lead), isLocked };
  }

  /** The lead of the run, read once until it may have changed. */
  findLead(): Promise<LeadRow> {
    this.#lead ??= { row: findLead(this.#tx, leadOf(this.#run)), isLocked: false };
    return this.#lead.row;
  }

  /** The same, locked until the end of the transaction. Refuses a deleted or merged lead. */
  lockLead(): Promise<LeadRow> {
    if (!this.#lead?.isLocked) {
      this.#lead = { row: lockActiveLead(this.#tx, leadOf(this.#run)), isLocked: true };
      this.#known.delete('lead');
    }
    return this.#lead.row;
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
        return this.organization;
      case 'event':
        return this.event;
      case 'data':
        return (await this.event)?.data ?? null;
      case 'lead':
        return run.lead_id === null ? null : toLead(await this.findLead());
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
      case 'estimate':
      case 'property':
        return (await this.#topics(root))[root] ?? null;
      // Each message has its own.
      case 'links':
        return null;
    }
  }

  /** As templates have them. */
  async #topics(root: 'estimate' | 'property'): Promise<Topics> {
    const [tx, run] = [this.#tx, this.#run];
    if (run.lead_id === null) return {};
    return findTopics(tx, run.lead_id, aboutOf(run), root);
  }

  /** The lead may have been converted since the run started. */
  async #customer(): Promise<unknown> {
    const [tx, run] = [this.#tx, this.#run];
    if (run.customer_id !== null) return toCustomer(await findCustomer(tx, run.customer_id));
    if (run.lead_id === null) return null;
    const { customer_id } = await this.findLead();
    return customer_id === null ? null : toCustomer(await findCustomer(tx, customer_id));
  }
}

function fieldsOf(value: unknown, names: ReadonlySet<string> | null): unknown {
  if (names === null || !isObject(value)) return value;
  const present = [...names].filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(present.map((name) => [name, value[name]]));
}

function rootsAmong(names: Iterable<TextVariable>): Root[] {
  return [...names].filter((name) => name !== 'now');
}

function seen({ status, output }: StepRow): { status: string; output: unknown } {
  return { status, output };
}

const selectOrganization = statement(
  'select_organization_of_run',
  'select name, time_zone, country from organizations where organization_id = $1',
  { once: true, tables: ['organizations'] },
);

async function findOrganization(tx: Tx): Promise<OrganizationInfo> {
  const [row] = await tx.query<Omit<OrganizationInfo, 'organization_id'>>(selectOrganization, [
    tx.organizationId,
  ]);
  if (!row) throw notFound('organization');
  return { organization_id: toPublicId('organization', tx.organizationId), ...row };
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
  `select type, occurred_at, actor, data, previous from events
   where organization_id = $1 and seq = $2 and logged_at >= logged_from($1, $2)`,
  {
    many: {
      statement: statement(
        'select_events_of_runs',
        `select seq, type, occurred_at, actor, data, previous from events
         where organization_id = $1 and seq = any ($2)
           and logged_at >= logged_from($1, (select min(seq) from unnest($2::bigint[]) as seq))`,
      ),
      values: (all) => [all.map(([, seq]) => seq)],
      by: ['seq', 1],
    },
    tables: ['events'],
  },
);

async function findEvent(tx: Tx, seq: number): Promise<EventVariable | null> {
  const [row] = await tx.query<TriggerRow>(selectEvent, [tx.organizationId, seq]);
  return row ? toEventVariable(row) : null;
}

/** An event as conditions and texts see it. */
export interface EventVariable extends Omit<TriggerRow, 'occurred_at'> {
  timestamp: string;
}

export function toEventVariable({
  type,
  occurred_at,
  actor,
  data,
  previous,
}: TriggerRow): EventVariable {
  return { type, timestamp: occurred_at.toISOString(), actor, data, previous };
}
