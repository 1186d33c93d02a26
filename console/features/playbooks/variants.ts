import * as text from '../../text/en.ts';
import type { Option } from '../../ui/field.tsx';
import type { Options, StepKind } from './draft.ts';

const { fields } = text.playbooks;

/** Steps that are one of several: choosing another one replaces the fields. */
export interface Variants {
  label: string;
  options: readonly Option[];
  of(options: Options): string;
  /** The options of a step that becomes this variant. */
  become(variant: string, options: Options): Options;
}

const ASSIGNEE_VARIANTS: Variants = {
  label: fields.who,
  options: [
    { value: 'user_id', label: fields.user },
    { value: 'team_id', label: fields.team },
  ],
  of: (options) => (options.team_id === undefined ? 'user_id' : 'team_id'),
  become: (variant, { user_id: _user, team_id: _team, ...rest }) => ({ ...rest, [variant]: '' }),
};

const WAITS: Readonly<Record<string, Options>> = {
  duration: { duration: 'PT2H' },
  before: { before: 'PT24H' },
  after: { after: 'PT2H' },
  until: { until: '' },
  event: { event: 'communication.received', timeout: 'P3D' },
};

export const VARIANTS: Partial<Record<StepKind, Variants>> = {
  assign: ASSIGNEE_VARIANTS,
  book_next_available: ASSIGNEE_VARIANTS,
  wait: {
    label: fields.mode,
    options: Object.entries(fields.modes).map(([value, label]) => ({ value, label })),
    of: (options) => Object.keys(WAITS).find((name) => options[name] !== undefined) ?? 'duration',
    become: (variant) => WAITS[variant] ?? {},
  },
};
