import { inWords } from './words.ts';

const minutes = (count: string, unit: string) => `${count} ${unit}${count === '1' ? '' : 's'}`;

/** The words of the step cards: what a step does, in one line. */
const does = {
  text: 'Send text',
  email: 'Send email',
  template: (name: string) => `Template: ${name}`,
  followUp: (channel: string) => `Follow-up: ${channel.toLowerCase()}`,
  task: 'Task for the office',
  due: (time: string) => `due in ${time}`,
  dueNow: 'due at once',
  assignUser: (who: string) => `Assign to ${who}`,
  assignTeam: (team: string) => `Assign to ${team}, in turn`,
  updateLead: 'Change the lead',
  qualify: 'Qualify the lead',
  book: (who: string) => `Book the next free time of ${who}`,
  bookAbout: (minutes: number, days: number) => `${minutes} minutes, within ${days} days`,
  warranty: 'Enroll the warranty',
  months: (count: number) => `${count} months`,
  request: 'Send a request',
  wait: (time: string) => `Wait ${time}`,
  waitUntil: (time: string) => `Wait until ${time}`,
  waitBefore: (time: string) => `Wait until ${time} before the visit`,
  waitAfter: (time: string) => `Wait until ${time} after the visit`,
  waitEvent: (event: string, time: string) => `Wait for: ${event}, at most ${time}`,
  branch: (condition: string) => `If ${condition}`,
  stop: 'Stop',
  missing: '…',
};

export const playbooks = {
  title: 'Playbooks',
  list: 'Playbooks',
  runs: 'Runs',
  steps: 'Steps',
  versions: 'Versions',
  empty: 'There are no playbooks yet. A playbook does the same steps for every lead or visit.',
  newPlaybook: 'New playbook',
  newAbout: 'Begin with a ready one and change it, or with an empty one.',
  emptyOne: 'Empty playbook',
  copyOf: (name: string) => `${name} (copy)`,
  name: 'Name',
  description: 'What it is for',
  enabled: 'On',
  disabled: 'Off',
  archived: 'Archived',
  state: 'State',
  running: 'Running',
  waiting: 'Waiting',
  failed: 'Failed in 24 h',
  startsWith: 'Starts with',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: (name: string) => `${name} is on.`,
  turnedOff: (name: string) => `${name} is off. Runs that have started go on.`,
  archive: 'Archive',
  restore: 'Restore',
  archivedSaid: (name: string) => `${name} is archived.`,
  restoredSaid: (name: string) => `${name} is restored, and off.`,
  showArchived: 'Show archived playbooks',
  health: 'Automation now',
  healthLate: (count: number) =>
    `${count} ${count === 1 ? 'run is' : 'runs are'} late. Check that the service is running.`,
  more: 'More actions',

  start: 'Start',
  manual: 'Only by hand',
  manualTitle: 'Starts by hand',
  startsTitle: (event: string) => `Starts with: ${event}`,
  onlyIf: (condition: string) => `Only if ${condition}`,
  stopsTitle: (events: string) => `Stops at: ${events}`,
  settings: 'Start and rules',
  triggerEvent: 'What starts it',
  triggerWhen: 'Condition',
  conditionHint: 'CEL, for example: lead.phone != null',
  stopOn: 'Stop the run when',
  stopOnHint: 'Something that happens with the same lead, such as a reply.',
  oncePer: 'While a run is active',
  oncePerOptions: {
    person: 'No second run for the same person',
    lifecycle: 'No second run for the same request',
    event: 'Every event starts a run',
  },
  concurrency: 'Runs at the same time, at most',
  concurrencyHint: 'Empty means no limit.',

  kinds: {
    send_message: 'Text or email',
    create_follow_up: 'Follow-up',
    assign: 'Assign the lead',
    update_lead: 'Change the lead',
    qualify: 'Qualify the lead',
    create_task: 'Task',
    book_next_available: 'Book the next free time',
    enroll_warranty: 'Enroll the warranty',
    http_request: 'Request to another system',
    wait: 'Wait',
    branch: 'If … then … otherwise',
    stop: 'Stop',
  },
  does,
  ifTrue: 'Then',
  ifFalse: 'Otherwise',
  nothing: 'Nothing',
  addStep: 'Add a step',
  addThen: 'Add a step to “Then”',
  addElse: 'Add a step to “Otherwise”',
  addAfter: 'Add a step after this one',
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  removed: (title: string) => `Removed: ${title}`,
  moved: (place: number) => `Moved to place ${place}.`,
  nextStep: 'Next step',
  previousStep: 'Previous step',
  save: 'Save',
  saveNew: 'Create',
  saved: (version: number) => `Saved as version ${version}.`,
  savedOnly: 'Saved.',
  created: (name: string) => `${name} is created. Turn it on when you are ready.`,
  discard: 'Discard my changes',
  discarded: 'Your changes are discarded.',
  unsaved: 'Not saved yet',
  newerVersion: (version: number) =>
    `Someone saved version ${version} while you were editing. Save to replace it with yours, or discard your changes.`,
  keepMine: 'Keep mine',
  problems: (count: number) =>
    `${count} ${count === 1 ? 'problem' : 'problems'}: nothing is saved yet. Each is shown at its step.`,
  problemsHere: (count: number) => `${count} ${count === 1 ? 'problem' : 'problems'}`,
  inFlight: (count: number) =>
    `${count} ${count === 1 ? 'run keeps its' : 'runs keep their'} earlier version until the end.`,
  versionNow: (version: number) => `Version ${version}`,
  readOnly: 'You can look at playbooks, but not change them.',

  fields: {
    id: 'Name for conditions',
    idHint: 'Letters, digits and underscores. Other steps can use its result: steps.text.status',
    when: 'Only if',
    branchWhen: 'If',
    channel: 'Channel',
    content: 'Text',
    ownText: 'Write it here',
    template: 'Template',
    subject: 'Subject',
    body: 'Text',
    bodyHint: 'Liquid: {{ lead.name | default: "there" }}, {{ organization.name }}',
    purpose: 'What it is for',
    purposes: {
      '': 'As in the template, else marketing',
      service: 'Service: at any time',
      marketing: 'Marketing: not in quiet hours',
    },
    expires_at: 'Not after',
    expiresHint: 'A time, or Liquid: {{ appointment.ends_at }}',
    translations: 'Other languages',
    languages: { en: 'English', es: 'Spanish', fr: 'French', de: 'German', pt: 'Portuguese' },
    addLanguage: 'Add a language …',
    removeLanguage: (language: string) => `Remove ${language}`,
    bodyIn: (language: string) => `Text in ${language}`,
    subjectIn: (language: string) => `Subject in ${language}`,
    delay: 'Due after',
    due_at: 'Due at',
    dueHint: 'Instead of “Due after”: a time, or Liquid',
    assigned_to: 'For',
    defaultUser: 'The user of the job or the lead',
    cancel_on: 'Cancel it when',
    who: 'Whom',
    user: 'A person',
    team: 'A team, in turn',
    user_id: 'Person',
    team_id: 'Team',
    choose: 'Choose …',
    name: 'Name',
    phone: 'Phone',
    email: 'Email address',
    source: 'Source',
    service_needed: 'Service, as a code',
    address: 'Address',
    notes: 'Notes',
    leaveHint: 'Empty fields stay as they are. Liquid works in each.',
    title: 'What to do',
    duration_minutes: 'Length in minutes',
    type: 'Type of visit, as a code',
    within_days: 'Search this many days',
    service: 'Skill that is needed, as a code',
    months: 'Months',
    monthsHint: 'Empty: the months of the job.',
    method: 'Method',
    url: 'Address',
    headers: 'Headers',
    headersHint: 'One per line, such as Authorization: Bearer {{ secrets.crm }}',
    json: 'Body',
    jsonHint: 'JSON. What is not JSON is sent as one text.',
    idempotent: 'The receiver knows Idempotency-Key, so send again after a timeout',
    timeout_seconds: 'Seconds to wait for the response',
    mode: 'Wait',
    modes: {
      duration: 'For a time',
      before: 'Until a time before the visit',
      after: 'Until a time after the visit',
      until: 'Until a certain time',
      event: 'Until something happens',
    },
    duration: 'How long',
    before: 'How long before',
    after: 'How long after',
    anchor: 'Counted from',
    anchors: { '': 'Its usual end', starts_at: 'Start of the visit', ends_at: 'End of the visit' },
    until: 'Until',
    untilHint: 'A time with its offset, or Liquid: {{ appointment.starts_at }}',
    event: 'What happens',
    timeout: 'At most',
    eventWhen: 'Only if the event',
    reason: 'Reason, as a code',
    amount: 'Amount',
    unit: 'Unit',
    units: { M: 'minutes', H: 'hours', D: 'days', W: 'weeks' },
    asText: 'ISO 8601 duration',
  },

  tryIt: 'Try',
  tryOn: 'Try on number',
  tryHint: 'Nothing is sent or changed. Waits are skipped.',
  tried: (number: string) => `What would happen with ${number}`,
  tryClose: 'Close the trial',
  triedOutcome: {
    completed: 'It would run to the end.',
    stopped: 'It would stop.',
    failed: 'It would fail.',
  },
  notReached: 'Not reached',
  stepStatus: {
    running: 'Running',
    waiting: 'Waiting',
    completed: 'Done',
    skipped: 'Skipped',
    failed: 'Failed',
    unknown: 'Unknown',
  },
  wouldStatus: { completed: 'Would do', skipped: 'Would skip', failed: 'Would fail' },
  takenTrue: 'The condition is true.',
  takenFalse: 'The condition is false.',
  until: (time: string) => `Until ${time}`,
  timedOut: 'It did not happen in time.',
  attempts: (count: number) => `${count} attempts`,
  took: (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`),
  details: 'Details',
  input: 'Input',
  output: 'Output',

  runStatus: {
    queued: 'Queued',
    running: 'Running',
    waiting: 'Waiting',
    completed: 'Completed',
    stopped: 'Stopped',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  anyStatus: 'Any state',
  anyPlaybook: 'Any playbook',
  status: 'State',
  playbook: 'Playbook',
  number: 'Number',
  began: 'Began',
  ended: 'Ended',
  next: 'Next',
  why: 'Why',
  late: 'Late',
  onlyLate: 'Only late runs',
  filters: 'Filters',
  noRuns: 'No runs match these filters. A run begins when a playbook is on and its event happens.',
  runTitle: (name: string) => name,
  startedBy: (event: string, who: string) => `${event}, ${who}`,
  startedByHand: (who: string) => `By hand, ${who}`,
  nowAt: (time: string) => `Continues ${time}`,
  retry: 'Try again',
  retried: 'The run goes on at the failed step.',
  cancelRun: 'Cancel the run',
  canceling: (name: string) => `The run of ${name} is canceled in 5 seconds.`,
  skippedTriggers: (count: number) =>
    `${count} more ${count === 1 ? 'event' : 'events'} came meanwhile and started no other run.`,
  nextRun: 'Continued in another run, because the visit was moved',
  versionOf: (version: number) => `Version ${version}`,
  unknownHint: 'A request was sent, but no response came. It may or may not have had an effect.',
  noTrace: 'You do not have access to the contents of this run.',
  runNow: 'Run it now',
  running5: (name: string) => `${name} starts in 5 seconds.`,

  diff: {
    of: (from: number, to: number) => `From version ${from} to ${to}`,
    first: 'The first version.',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    moved: 'Moved',
    before: 'Before',
    after: 'Now',
    trigger: 'Start',
    stopOn: 'Stops at',
    oncePer: 'While a run is active',
    concurrency: 'Runs at the same time',
    noLimit: 'No limit',
    nothing: 'Nothing',
    nothingChanged: 'Nothing changed.',
    by: (who: string, when: string) => `${who}, ${when}`,
    restore: 'Edit from this version',
    restored: (version: number) => `Version ${version} is in the editor. Save to use it again.`,
  },
};

const UNITS: Readonly<Record<string, string>> = {
  Y: 'year',
  W: 'week',
  D: 'day',
  H: 'hour',
  S: 'second',
};

/** "2 hours", "1 day 12 hours" of an ISO 8601 duration; the duration itself if it is none. */
export function durationInWords(duration: string): string {
  const [date = '', time = ''] = duration.replace(/^P/, '').split('T');
  const parts = [
    ...(date.match(/\d+[YMWD]/g) ?? []).map((part) => part.replace('M', 'm')),
    ...(time.match(/\d+[HMS]/g) ?? []),
  ];
  if (parts.length === 0 || !/^P(\d+[YMWD])*(T(\d+[HMS])+)?$/.test(duration)) return duration;
  const words = parts.map((part) => {
    const unit = part.slice(-1);
    const name = unit === 'm' ? 'month' : unit === 'M' ? 'minute' : (UNITS[unit] ?? unit);
    return minutes(part.slice(0, -1), name);
  });
  return words.join(' ');
}

/** Simple conditions in words, such as "lead status is new"; others stay as they are. */
export function conditionInWords(condition: string): string {
  const parts = condition.trim().split(/\s+(&&|\|\|)\s+/);
  const words = parts.map((part) =>
    part === '&&' ? 'and' : part === '||' ? 'or' : comparisonInWords(part),
  );
  return words.includes(null) || hasOpenBracket(parts) ? condition.trim() : words.join(' ');
}

/** A part of a bracket says something else than the whole. */
function hasOpenBracket(parts: readonly string[]): boolean {
  return parts.some((part) => part.split('(').length !== part.split(')').length);
}

const COMPARISON =
  /^([a-z][\w.]*)\s*(==|!=|>=|<=|>|<)\s*('[^']*'|"[^"]*"|-?[\d.]+|true|false|null)$/;

const TIMED_OUT = /^(!?)steps\.(\w+)\.output\.timed_out$/;

function comparisonInWords(part: string): string | null {
  const [, not, step] = TIMED_OUT.exec(part) ?? [];
  if (step !== undefined) return `“${step}” ${not ? 'happened' : 'did not happen'} in time`;
  const [, path = '', operator = '', value = ''] = COMPARISON.exec(part) ?? [];
  if (path === '') return null;
  const what = pathInWords(path);
  if (value === 'null') return operator === '==' ? `there is no ${what}` : `there is a ${what}`;
  const words: Readonly<Record<string, string>> = {
    '==': 'is',
    '!=': 'is not',
    '>': 'is more than',
    '<': 'is less than',
    '>=': 'is at least',
    '<=': 'is at most',
  };
  return `${what} ${words[operator]} ${valueInWords(value)}`;
}

function valueInWords(value: string): string {
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  const bare = value.replaceAll(/^['"]|['"]$/g, '');
  return /^[a-z_]+$/.test(bare) ? inWords(bare).toLowerCase() : bare;
}

function pathInWords(path: string): string {
  return path.replace(/^(data|event)\./, '').replaceAll(/[._]/g, ' ');
}

/** A Liquid text for reading: variables as ‹lead name›, without tags. */
export function liquidInWords(liquid: string): string {
  return liquid
    .replaceAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g, (_, path: string) => `‹${pathInWords(path)}›`)
    .replaceAll(/\{%[^%]*%\}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
