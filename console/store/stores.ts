import type {
  Appointment,
  Communication,
  Customer,
  Estimate,
  Event,
  FollowUp,
  Form,
  Invoice,
  Job,
  Lead,
  Organization,
  PlaybookRun,
  Team,
  Template,
  TimeOff,
  Token,
  User,
  WarrantyClaim,
} from '../../packages/sdk/src/index.ts';
import { Entities, type Versioned } from './entities.ts';

/** What the pages know, by kind. Responses fill them, and events bring them up to date. */
export const leads = new Entities<Lead>((lead) => lead.lead_id);
export const customers = new Entities<Customer>((customer) => customer.customer_id);
export const appointments = new Entities<Appointment>((visit) => visit.appointment_id);
export const jobs = new Entities<Job>((job) => job.job_id);
export const estimates = new Entities<Estimate>((estimate) => estimate.estimate_id);
export const invoices = new Entities<Invoice>((invoice) => invoice.invoice_id);
export const followUps = new Entities<FollowUp>((followUp) => followUp.follow_up_id);
export const communications = new Entities<Communication>((message) => message.communication_id);
export const playbookRuns = new Entities<PlaybookRun>((run) => run.run_id);
export const claims = new Entities<WarrantyClaim>((claim) => claim.claim_id);
export const users = new Entities<User>((user) => user.user_id);
export const organizations = new Entities<Organization>((one) => one.organization_id);
export const teams = new Entities<Team>((team) => team.team_id);
export const timesOff = new Entities<TimeOff>((timeOff) => timeOff.time_off_id);
export const tokens = new Entities<Token>((token) => token.token_id);
export const templates = new Entities<Template>((template) => template.template_id);
export const forms = new Entities<Form>((form) => form.form_id);

interface Kind {
  store: { idOf(entity: never): string; clear(): void };
  take(event: Event): void;
}

/**
 * An event of this kind has the resource itself as its data, unless its data lacks one of these fields: a note of a job
 * has the id of the job, and is not a job.
 */
function kind<Entity extends Versioned>(
  store: Entities<Entity>,
  ...fields: readonly (keyof Entity & string)[]
) {
  return {
    store,
    take({ data, seq }: Event) {
      if (isEntity<Entity>(data, fields)) store.put(data, seq);
    },
  };
}

function isEntity<Entity extends Versioned>(
  data: unknown,
  fields: readonly string[],
): data is Entity {
  if (typeof data !== 'object' || data === null) return false;
  return [...fields, 'updated_at'].every((field) => field in data);
}

const KINDS: Readonly<Record<string, Kind>> = {
  lead: kind(leads, 'lead_id'),
  customer: kind(customers, 'customer_id'),
  appointment: kind(appointments, 'appointment_id'),
  job: kind(jobs, 'job_id', 'checklist'),
  estimate: kind(estimates, 'estimate_id'),
  invoice: kind(invoices, 'invoice_id'),
  follow_up: kind(followUps, 'follow_up_id'),
  communication: kind(communications, 'communication_id'),
  playbook_run: kind(playbookRuns, 'run_id'),
  warranty_claim: kind(claims, 'claim_id'),
  user: kind(users, 'user_id'),
  organization: kind(organizations, 'organization_id'),
  team: kind(teams, 'team_id'),
  time_off: kind(timesOff, 'time_off_id'),
  token: kind(tokens, 'token_id'),
  template: kind(templates, 'template_id'),
  form: kind(forms, 'form_id'),
};

export function takeEvent(event: Event): void {
  KINDS[kindOf(event)]?.take(event);
}

/** `lead` of `lead.created`. */
export function kindOf({ type }: { type?: string | undefined }): string {
  return (type ?? '').split('.', 1)[0] ?? '';
}

export function clearStores(): void {
  for (const { store } of Object.values(KINDS)) store.clear();
}
