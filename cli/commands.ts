import type { ParseArgsOptionsConfig } from 'node:util';
import { listEvents } from './events.ts';
import { listen } from './listen.ts';
import type { Arguments } from './settings.ts';
import { trigger } from './trigger.ts';

export interface Command {
  usage: string;
  description: string;
  /** In addition to the options of every command. */
  options: ParseArgsOptionsConfig;
  describedOptions: Record<string, string>;
  /** The name of its argument, if it has one. */
  argument: string | null;
  /** Whether it works on the database of a service itself, and needs no address and no token. */
  isLocal?: boolean;
  run(given: Arguments): Promise<void>;
}

const after = { after: { type: 'string' } } as const;
const types = { types: { type: 'string', multiple: true } } as const;
const AFTER = 'start after this seq';
const TYPES = 'only these event types, separated by commas: lead.qualified, lead.*';

export const commands: Record<string, Command> = {
  listen: {
    usage: 'listen --forward-to URL [--types TYPES] [--after SEQ]',
    description: 'Forwards the events of your organization to a local URL as signed webhooks.',
    options: { 'forward-to': { type: 'string' }, ...types, ...after },
    describedOptions: {
      '--forward-to URL': 'URL to send events to, such as http://localhost:3000/webhooks',
      '--types TYPES': TYPES,
      '--after SEQ': `${AFTER}; without it, start with the next event`,
    },
    argument: null,
    run: listen,
  },
  trigger: {
    usage: 'trigger TYPE [--endpoint ID]',
    description: 'Sends an example event to all subscribers of its event type.',
    options: { endpoint: { type: 'string' } },
    describedOptions: {
      '--endpoint ID': 'send only to this webhook endpoint, regardless of its patterns',
    },
    argument: 'TYPE',
    run: trigger,
  },
  events: {
    usage: 'events [--types TYPES] [--after SEQ]',
    description: 'Prints the event log of your organization, oldest first.',
    options: { ...types, ...after },
    describedOptions: { '--types TYPES': TYPES, '--after SEQ': AFTER },
    argument: null,
    run: listEvents,
  },
  'rotate-key': {
    usage: 'rotate-key',
    description:
      'Encrypts all secrets in the database again with the first key of THROUGHLINE_SECRET_KEY, or with a new key in the data directory.',
    options: {},
    describedOptions: {},
    argument: null,
    isLocal: true,
    // Only this command needs the code of the service.
    run: async (given) => (await import('./rotate-key.ts')).rotateKey(given),
  },
};
