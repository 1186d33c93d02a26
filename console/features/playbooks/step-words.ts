import { patternInWords } from '../../text/en/event-types.ts';
import { conditionInWords, durationInWords, liquidInWords } from '../../text/en/playbooks.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { DraftStep, Options, StepKind } from './draft.ts';
import { type Names, nameIn } from './names.ts';

export interface StepWords {
  title: string;
  /** What it says or to whom, in more words. */
  about: string;
}

type Say = (options: Options, names: Names) => StepWords;
const { does, kinds } = text.playbooks;

const SAY: Record<Exclude<StepKind, 'branch'>, Say> = {
  send_message: (options, names) => ({
    title: options.channel === 'email' ? does.email : does.text,
    about: messageOf(options, names),
  }),
  create_follow_up: (options, names) => ({
    title: `${does.followUp(wordFor(text.words.channel, textOf(options.channel)))}, ${dueOf(options)}`,
    about: messageOf(options, names),
  }),
  create_task: (options) => ({
    title: `${does.task}, ${dueOf(options)}`,
    about: liquidInWords(textOf(options.title)),
  }),
  assign: (options, names) => ({
    title: isSet(options.team_id)
      ? does.assignTeam(nameIn(names.teams, options.team_id))
      : does.assignUser(nameIn(names.users, options.user_id)),
    about: '',
  }),
  update_lead: (options) => ({
    title: does.updateLead,
    about: Object.entries(options)
      .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${liquidInWords(textOf(value))}`)
      .join(', '),
  }),
  qualify: () => ({ title: does.qualify, about: '' }),
  book_next_available: (options, names) => ({
    title: does.book(
      isSet(options.team_id)
        ? nameIn(names.teams, options.team_id)
        : nameIn(names.users, options.user_id),
    ),
    about: does.bookAbout(
      numberOf(options.duration_minutes, 60),
      numberOf(options.within_days, 14),
    ),
  }),
  enroll_warranty: (options) => ({
    title: does.warranty,
    about: typeof options.months === 'number' ? does.months(options.months) : '',
  }),
  http_request: (options) => ({
    title: does.request,
    about: `${textOf(options.method) || 'POST'} ${textOf(options.url)}`,
  }),
  wait: (options) => ({ title: waitInWords(options), about: '' }),
  stop: (options) => ({ title: does.stop, about: textOf(options.reason).replaceAll('_', ' ') }),
};

export function stepInWords(step: DraftStep, names: Names): StepWords {
  if (step.do === 'branch') {
    return { title: does.branch(conditionInWords(step.when) || does.missing), about: '' };
  }
  const say = SAY[step.do];
  // A service that is newer than this page may have more types of steps.
  return say ? say(step.with, names) : { title: kinds[step.do] ?? step.do, about: '' };
}

function waitInWords(options: Options): string {
  const time = (value: unknown) => durationInWords(textOf(value)) || does.missing;
  if (isSet(options.before)) return does.waitBefore(time(options.before));
  if (isSet(options.after)) return does.waitAfter(time(options.after));
  if (isSet(options.until)) return does.waitUntil(liquidInWords(textOf(options.until)));
  if (isSet(options.event)) {
    return does.waitEvent(patternInWords(textOf(options.event)), time(options.timeout));
  }
  return does.wait(time(options.duration));
}

function messageOf(options: Options, names: Names): string {
  if (isSet(options.template)) return does.template(nameIn(names.templates, options.template));
  const subject = liquidInWords(textOf(options.subject));
  const body = liquidInWords(textOf(options.body));
  return subject === '' ? body : `${subject}: ${body}`;
}

function dueOf({ delay, due_at }: Options): string {
  if (isSet(due_at)) return liquidInWords(textOf(due_at));
  const isNow = !isSet(delay) || delay === 'PT0S';
  return isNow ? does.dueNow : does.due(durationInWords(textOf(delay)));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
