import { dialog, menu, type Place } from './dialog.ts';
import { button, item, key, type } from './press.ts';

const ACTIONS = 'features/developers/endpoint-actions';
const SENDING = 'features/settings/organization/sending-card';
const PERSON = 'features/settings/people/add-person';
const TOKEN = 'features/settings/tokens/add-token';
const CHANNEL = 'features/settings/channels/channel-dialog';
const TEAM = 'features/settings/teams/team-dialog';
const CAPACITY = 'features/settings/capacity/capacity-dialog';
const PRICE = 'features/settings/prices/price-dialog';
const PROVIDER = 'features/settings/payments/provider-dialog';
const ADD_STEP = 'features/playbooks/add-step';

/** What opens over playbooks, the pages of developers, and the settings. */
export const DIALOGS_OF_SETTINGS: readonly Place[] = [
  {
    at: '/playbooks',
    dialogs: [dialog('features/playbooks/new-playbook', 'New playbook', button('New playbook'))],
  },
  {
    at: ({ playbook }) => `/playbooks/${playbook}`,
    dialogs: [
      menu('features/playbooks/playbook-actions', 'More actions'),
      menu(ADD_STEP, 'Add a step'),
      menu(ADD_STEP, 'Add a step after this one', button(/Call /)),
    ],
  },
  {
    at: '/developers',
    dialogs: [
      dialog('features/developers/endpoint-dialog', 'New endpoint', button('New endpoint')),
    ],
  },
  {
    at: ({ endpoint }) => `/developers/endpoints/${endpoint}`,
    dialogs: [
      dialog('features/developers/endpoint-dialog', 'Change the endpoint', button('Change')),
      dialog(ACTIONS, 'Send a test event', button('Send a test')),
      menu(ACTIONS, 'More actions'),
      dialog(ACTIONS, 'Create a new secret?', button('More actions'), item('New secret')),
      dialog(ACTIONS, 'Delete this endpoint?', button('More actions'), item('Delete')),
      dialog(
        'features/developers/secret-dialog',
        'Signing secret',
        button('More actions'),
        item('New secret'),
        button('Create a new secret'),
      ),
      dialog('features/developers/delivery-dialog', /./, button(/, event \d+$/)),
      dialog('features/developers/replay-dialog', 'Send events again', button('Send events again')),
    ],
  },
  {
    at: '/developers/events',
    dialogs: [
      dialog('features/developers/event-log', /./, button(/, event \d+$/)),
      dialog('features/developers/event-log', 'Send an example event', button('Send an example')),
    ],
  },
  {
    at: '/settings/organization',
    dialogs: [
      dialog(SENDING, 'Pause sending', button('Pause sending')),
      dialog(
        SENDING,
        'Resume sending',
        button('Pause sending'),
        button('Pause sending'),
        button('Resume sending'),
      ),
    ],
  },
  {
    at: '/settings/people',
    dialogs: [
      dialog(PERSON, 'Add a person', button('Add a person')),
      dialog(
        PERSON,
        'Invitation for Inés Ruiz',
        button('Add a person'),
        type('Name', 'Inés Ruiz'),
        type('Email address', 'ines@example.com'),
        button('Add a person'),
      ),
    ],
  },
  {
    at: ({ bookedUser }) => `/settings/people/${bookedUser}`,
    dialogs: [
      dialog('features/settings/people/add-time-off', 'Add time off', button('Add time off')),
      dialog(
        'features/settings/people/stranded-visits',
        '1 visit needs another person',
        button('Add time off'),
        button('Add time off'),
      ),
      dialog(
        'features/settings/people/calendar-card',
        /^Calendar of /,
        button('Revoke the address'),
      ),
    ],
  },
  {
    at: '/settings/teams',
    dialogs: [dialog(TEAM, 'New team', button('New team')), dialog(TEAM, /^Team /, button('Edit'))],
  },
  {
    at: '/settings/capacity',
    dialogs: [
      dialog(CAPACITY, 'New limit', button('New limit')),
      dialog(CAPACITY, 'Change the limit', button('Edit')),
    ],
  },
  {
    at: '/settings/prices',
    dialogs: [
      dialog(PRICE, 'New price', button('New price')),
      dialog(PRICE, /^Price of /, button('Edit')),
    ],
  },
  {
    at: ({ source }) => `/settings/sources/${source}`,
    dialogs: [
      dialog(
        'features/settings/sources/receipt-dialog',
        /^Arrived /,
        button(/^Show what arrived /),
      ),
    ],
  },
  {
    at: '/settings/spend',
    dialogs: [
      dialog('features/settings/spend/spend-dialog', 'Spend of a day', button('Enter spend')),
      dialog('features/settings/spend/import-spend', 'Import a file', button('Import a file')),
    ],
  },
  {
    at: '/settings/payments',
    dialogs: [
      dialog(PROVIDER, 'Change the keys', button('Change the keys')),
      dialog(PROVIDER, 'Connect Stripe', button('Connect Stripe')),
      dialog(
        PROVIDER,
        'Stripe is connected.',
        button('Connect Stripe'),
        type('Secret key', 'rk_test_ofTheTests'),
        type('Signing secret', 'whsec_ofTheTests'),
        key('Enter'),
      ),
    ],
  },
  {
    at: '/settings/channels',
    dialogs: [
      dialog(CHANNEL, 'New channel', button('New channel')),
      dialog(CHANNEL, /^Channel /, button('Edit')),
      dialog('features/settings/channels/test-dialog', /^Test of /, button('Send a test')),
    ],
  },
  {
    at: ({ template }) => `/settings/templates/${template}`,
    dialogs: [menu('features/settings/templates/add-language', 'Add a language')],
  },
  {
    at: '/settings/opt-outs',
    dialogs: [
      dialog('features/settings/opt-outs/add-opt-out', 'Add an opt-out', button('Add an opt-out')),
      dialog(
        'features/settings/opt-outs/revoke-opt-out',
        /^Revoke the opt-out of /,
        button(/^Revoke the opt-out of /),
      ),
    ],
  },
  {
    at: '/settings/tokens',
    dialogs: [
      dialog(TOKEN, 'New token', button('New token')),
      dialog(
        TOKEN,
        'Token Phone system',
        button('New token'),
        type('Name', 'Phone system'),
        button('Website form'),
        button('Create'),
      ),
      dialog('features/settings/tokens/tokens', /^Revoke /, button(/^Revoke /)),
    ],
  },
  {
    at: '/settings/data',
    dialogs: [
      dialog(
        'features/settings/data/retention-card',
        'Replace older content?',
        type('Texts, emails and notes', '30'),
        button('Save'),
      ),
    ],
  },
  {
    at: '/settings/account',
    dialogs: [
      dialog(
        'features/settings/account/passkey-card',
        /^Remove /,
        button('Add a passkey'),
        button(/^Remove /),
      ),
      dialog(
        'features/settings/account/session-card',
        'Sign out everywhere else',
        button('Sign out everywhere else'),
      ),
    ],
  },
];
