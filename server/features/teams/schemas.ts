import Type, { type Static } from 'typebox';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { MAX_MEMBERS } from './members.ts';

const name = requiredText(
  'name',
  'Name of the team, unique among the active ones of the organization.',
  'Heating, north',
);
const members = Type.Array(
  Type.String({
    maxLength: TEXT_LIMITS.id,
    description: 'Id of a user.',
    examples: ['user_01h455vb4pex5vsknk084sn02q'],
  }),
  {
    maxItems: MAX_MEMBERS,
    description:
      'Who belongs to it, each once. A member who was made inactive stays one, and gets no work.',
    examples: [['user_01h455vb4pex5vsknk084sn02q']],
  },
);
const active = Type.Boolean({
  description: 'Whether the team gets work; the name of an inactive one is free for another.',
  examples: [true],
});

export const CreateTeamBody = field.closedObject('CreateTeam', 'A team needs a `name`.', {
  name,
  members: Type.Optional(members),
  active: Type.Optional(active),
});

export const UpdateTeamBody = field.closedObject(
  'UpdateTeam',
  'What is to change; what is left out stays. `members` are sent whole.',
  {
    name: Type.Optional(name),
    members: Type.Optional(members),
    active: Type.Optional(active),
  },
);

export const Team = field.closedObject('Team', 'People who share work.', {
  team_id: field.id('team', 'Id of the team.'),
  name,
  members,
  active,
  ...field.timestamps,
});
export type Team = Static<typeof Team>;
