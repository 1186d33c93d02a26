/** What a playbook says: when it begins, what it does, and what ends it. A version pins one of these. */
export interface Definition {
  trigger: Trigger;
  /** Kinds of events, or patterns such as `communication.*`, that end a run of the lifecycle. */
  stop_on: string[];
  steps: Step[];
  /** Runs at work at the same time; those that wait do not count. Without it there is no limit. */
  concurrency?: number;
}

export type Trigger = { event: string; when?: string } | { manual: true };

/** `when` is a condition in CEL: a step whose condition is false is skipped, a branch takes `else`. */
interface StepBase {
  id: string;
  when?: string;
}

export type Step =
  | SendMessageStep
  | CreateFollowUpStep
  | AssignStep
  | UpdateLeadStep
  | QualifyStep
  | CreateTaskStep
  | BookNextAvailableStep
  | EnrollWarrantyStep
  | HttpRequestStep
  | WaitStep
  | BranchStep
  | StopStep;

export type StepKind = Step['do'];

export interface SendMessageStep extends StepBase {
  do: 'send_message';
  /** `template` is the id of a saved one; `subject` and `body` are Liquid. */
  with: { channel: 'sms' | 'email'; template?: string; subject?: string; body?: string };
}

export interface CreateFollowUpStep extends StepBase {
  do: 'create_follow_up';
  with: {
    channel: 'sms' | 'email' | 'call' | 'task';
    /** ISO 8601, counted in the organization's zone; neither it nor `due_at` means now. */
    delay?: string;
    /** RFC 3339, or Liquid that gives it. */
    due_at?: string;
    template?: string;
    subject?: string;
    body?: string;
    assigned_to?: string;
    cancel_on?: string[];
  };
}

export interface AssignStep extends StepBase {
  do: 'assign';
  /** One of the two; a team's members take turns. */
  with: { user_id?: string; team_id?: string };
}

/** Text is Liquid; null empties the field, as in a PATCH of the lead. */
export interface UpdateLeadStep extends StepBase {
  do: 'update_lead';
  with: {
    name?: string | null;
    phone?: string | null;
    email?: string | null;
    source?: string;
    service_needed?: string;
    address?: string | null;
    notes?: string | null;
  };
}

export interface QualifyStep extends StepBase {
  do: 'qualify';
  with?: Record<never, never>;
}

export interface CreateTaskStep extends StepBase {
  do: 'create_task';
  with: { title: string; delay?: string; assigned_to?: string };
}

export interface BookNextAvailableStep extends StepBase {
  do: 'book_next_available';
  /** A team or a user. */
  with: {
    team_id?: string;
    user_id?: string;
    duration_minutes?: number;
    type?: string;
    within_days?: number;
    /** The skill that is needed. */
    service?: string;
  };
}

export interface EnrollWarrantyStep extends StepBase {
  do: 'enroll_warranty';
  with?: { months?: number };
}

export interface HttpRequestStep extends StepBase {
  do: 'http_request';
  with: {
    method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Liquid. Its host is guarded at the moment of connecting. */
    url: string;
    headers?: Record<string, string>;
    /** Sent as JSON; every text in it is Liquid. */
    body?: unknown;
    /** The receiver heeds Idempotency-Key, so that an ambiguous attempt may be made again. */
    idempotent?: boolean;
    timeout_seconds?: number;
  };
}

export interface WaitStep extends StepBase {
  do: 'wait';
  with: WaitForDuration | WaitUntil | WaitForEvent;
}
export interface WaitForDuration {
  duration: string;
}
export interface WaitUntil {
  /** RFC 3339, or Liquid that gives it. */
  until: string;
}
export interface WaitForEvent {
  /** A kind of event or a pattern, of the run's own lifecycle. */
  event: string;
  timeout: string;
  when?: string;
}

export interface BranchStep extends StepBase {
  do: 'branch';
  when: string;
  then: Step[];
  else?: Step[];
}

export interface StopStep extends StepBase {
  do: 'stop';
  with?: { reason?: string };
}

export const MOST_STEPS = 100;
/** A branch in a branch in a branch …: past this nobody reads it, and it should be two playbooks. */
export const DEEPEST_BRANCH = 5;
export const LONGEST_WAIT_DAYS = 400;
