import * as text from '../../text/en.ts';
import type { Option } from '../../ui/field.tsx';
import type { Options, StepKind } from './draft.ts';

const { fields } = text.playbooks;

/** How one field of a step is edited. */
export interface FieldSpec {
  name: string;
  label: string;
  hint?: string | undefined;
  control:
    | 'text'
    | 'area'
    | 'number'
    | 'duration'
    | 'select'
    | 'user'
    | 'team'
    | 'template'
    | 'event'
    | 'events'
    | 'headers'
    | 'json'
    | 'check'
    | 'translations';
  options?: readonly Option[];
  /** Of what kind the step is otherwise; every other field is hidden. */
  isShown?(options: Options): boolean;
}

const select = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const isMessage = ({ channel }: Options) => channel === 'sms' || channel === 'email';
const hasOwnText = (options: Options) => options.template === undefined;

const MESSAGE: readonly FieldSpec[] = [
  {
    name: 'template',
    label: fields.template,
    control: 'template',
    isShown: (options) => isMessage(options),
  },
  {
    name: 'subject',
    label: fields.subject,
    control: 'text',
    isShown: (options) => options.channel === 'email' && hasOwnText(options),
  },
  {
    name: 'body',
    label: fields.body,
    hint: fields.bodyHint,
    control: 'area',
    isShown: hasOwnText,
  },
  {
    name: 'translations',
    label: fields.translations,
    control: 'translations',
    isShown: (options) => isMessage(options) && hasOwnText(options),
  },
  {
    name: 'purpose',
    label: fields.purpose,
    control: 'select',
    options: select(fields.purposes),
    isShown: isMessage,
  },
  {
    name: 'expires_at',
    label: fields.expires_at,
    hint: fields.expiresHint,
    control: 'text',
    isShown: isMessage,
  },
];

const channels = (...names: (keyof typeof text.words.channel)[]): Option[] =>
  names.map((value) => ({ value, label: text.words.channel[value] }));

const ASSIGNEE: readonly FieldSpec[] = [
  {
    name: 'user_id',
    label: fields.user_id,
    control: 'user',
    isShown: (options) => options.team_id === undefined,
  },
  {
    name: 'team_id',
    label: fields.team_id,
    control: 'team',
    isShown: (options) => options.team_id !== undefined,
  },
];

const assignedTo: FieldSpec = { name: 'assigned_to', label: fields.assigned_to, control: 'user' };
const has = (name: string) => (options: Options) => options[name] !== undefined;

export const FIELDS: Record<StepKind, readonly FieldSpec[]> = {
  send_message: [
    {
      name: 'channel',
      label: fields.channel,
      control: 'select',
      options: channels('sms', 'email'),
    },
    ...MESSAGE,
  ],
  create_follow_up: [
    {
      name: 'channel',
      label: fields.channel,
      control: 'select',
      options: channels('sms', 'email', 'call', 'task'),
    },
    { name: 'delay', label: fields.delay, control: 'duration' },
    { name: 'due_at', label: fields.due_at, hint: fields.dueHint, control: 'text' },
    ...MESSAGE,
    assignedTo,
    { name: 'cancel_on', label: fields.cancel_on, control: 'events' },
  ],
  create_task: [
    { name: 'title', label: fields.title, hint: fields.bodyHint, control: 'area' },
    { name: 'delay', label: fields.delay, control: 'duration' },
    assignedTo,
  ],
  assign: ASSIGNEE,
  update_lead: [
    { name: 'name', label: fields.name, hint: fields.leaveHint, control: 'text' },
    { name: 'phone', label: fields.phone, control: 'text' },
    { name: 'email', label: fields.email, control: 'text' },
    { name: 'source', label: fields.source, control: 'text' },
    { name: 'service_needed', label: fields.service_needed, control: 'text' },
    { name: 'address', label: fields.address, control: 'text' },
    { name: 'notes', label: fields.notes, control: 'area' },
  ],
  qualify: [],
  book_next_available: [
    ...ASSIGNEE,
    { name: 'duration_minutes', label: fields.duration_minutes, control: 'number' },
    { name: 'within_days', label: fields.within_days, control: 'number' },
    { name: 'type', label: fields.type, control: 'text' },
    { name: 'service', label: fields.service, control: 'text' },
  ],
  enroll_warranty: [
    { name: 'months', label: fields.months, hint: fields.monthsHint, control: 'number' },
  ],
  http_request: [
    {
      name: 'method',
      label: fields.method,
      control: 'select',
      options: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
    },
    { name: 'url', label: fields.url, control: 'text' },
    { name: 'headers', label: fields.headers, hint: fields.headersHint, control: 'headers' },
    { name: 'body', label: fields.json, hint: fields.jsonHint, control: 'json' },
    { name: 'timeout_seconds', label: fields.timeout_seconds, control: 'number' },
    { name: 'idempotent', label: fields.idempotent, control: 'check' },
  ],
  wait: [
    { name: 'duration', label: fields.duration, control: 'duration', isShown: has('duration') },
    { name: 'before', label: fields.before, control: 'duration', isShown: has('before') },
    { name: 'after', label: fields.after, control: 'duration', isShown: has('after') },
    {
      name: 'anchor',
      label: fields.anchor,
      control: 'select',
      options: select(fields.anchors),
      isShown: (options) => has('before')(options) || has('after')(options),
    },
    {
      name: 'until',
      label: fields.until,
      hint: fields.untilHint,
      control: 'text',
      isShown: has('until'),
    },
    { name: 'event', label: fields.event, control: 'event', isShown: has('event') },
    { name: 'timeout', label: fields.timeout, control: 'duration', isShown: has('event') },
    {
      name: 'when',
      label: fields.eventWhen,
      hint: text.playbooks.conditionHint,
      control: 'text',
      isShown: has('event'),
    },
  ],
  branch: [],
  stop: [{ name: 'reason', label: fields.reason, control: 'text' }],
};
