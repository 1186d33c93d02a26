import { access } from './settings/access.ts';
import { company } from './settings/company.ts';
import { messages } from './settings/messages.ts';
import { people } from './settings/people.ts';

export const settings = {
  groups: { company: 'Company', messages: 'Messages', system: 'System', you: 'You' },
  sections: {
    organization: 'Organization',
    hours: 'Hours',
    people: 'People',
    teams: 'Teams',
    channels: 'Channels',
    templates: 'Templates',
    forms: 'Forms',
    optOuts: 'Opt-outs',
    tokens: 'API tokens',
    data: 'Data',
    account: 'My account',
  },
  saved: 'Saved.',
  readOnly: 'You can look at these settings. An owner can change them.',
  edit: 'Edit',
  create: 'Create',
  done: 'Done',
  back: (to: string) => `← ${to}`,
  active: 'Active',
  off: 'Off',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  shownOnce: 'It is shown only now. Copy it before you close this window.',
  ...company,
  ...people,
  ...messages,
  ...access,
};
