import { access } from './settings/access.ts';
import { company } from './settings/company.ts';
import { intake } from './settings/intake.ts';
import { messages } from './settings/messages.ts';
import { payments } from './settings/payments.ts';
import { people } from './settings/people.ts';
import { work } from './settings/work.ts';

export const settings = {
  groups: {
    company: 'Company',
    work: 'Work',
    leads: 'Leads',
    messages: 'Messages',
    system: 'System',
    you: 'You',
  },
  sections: {
    organization: 'Organization',
    hours: 'Hours',
    people: 'People',
    teams: 'Teams',
    services: 'Services',
    areas: 'Areas',
    capacity: 'Capacity',
    prices: 'Price list',
    channels: 'Channels',
    templates: 'Templates',
    forms: 'Forms',
    bookingPages: 'Booking pages',
    sources: 'Sources',
    spend: 'Ad spend',
    optOuts: 'Opt-outs',
    payments: 'Payments',
    tokens: 'API tokens',
    data: 'Data',
    account: 'My account',
  },
  saved: 'Saved.',
  readOnly: 'You can look at these settings. An owner can change them.',
  edit: 'Edit',
  inactive: 'Inactive',
  deactivate: 'Deactivate',
  activate: 'Activate',
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
  ...work,
  ...payments,
  ...intake,
  ...messages,
  ...access,
};
