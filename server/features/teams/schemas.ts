import Type, { type Static } from 'typebox';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { MAX_MEMBERS } from './members.ts';

const name = requiredText(
  'name',
  'Name of the team, unique among the active teams of the organization.',
  'Heating, north',
);
const members = Type.Array(
  Type.String({
    maxLength: TEXT_LIMITS.id,
    description: 'Id of a member (user id).',
    examples: ['user_01h455vb4pex5vsknk084sn02q'],
  }),
  {
    maxItems: MAX_MEMBERS,
    description:
      'Ids of the members, each once. A deactivated user stays a member but gets no work.',
    examples: [['user_01h455vb4pex5vsknk084sn02q']],
  },
);
const active = Type.Boolean({
  description: 'Whether the team gets work. Another team can use the name of an inactive team.',
  examples: [true],
});

export const CreateTeamBody = field.closedObject(
  'CreateTeam',
  'A team needs a `name`.',
  {
    name,
    members: Type.Optional(members),
    active: Type.Optional(active),
  },
  { example: { name: 'Heating, north', members: ['user_01h455vb4pex5vsknk084sn02q'] } },
);

export const UpdateTeamBody = field.closedObject(
  'UpdateTeam',
  'The fields to change; fields you leave out stay unchanged. `members` replaces the whole list.',
  {
    name: Type.Optional(name),
    members: Type.Optional(members),
    active: Type.Optional(active),
  },
  { example: { members: ['user_01h455vb4pex5vsknk084sn02q'] } },
);

export const Team = field.closedObject('Team', 'A group of users who share work.', {
  team_id: field.id('team', 'Id of the team.'),
  name,
  members,
  active,
  ...field.timestamps,
});
export type Team = Static<typeof Team>;
