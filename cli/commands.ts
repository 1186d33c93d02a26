import type { ParseArgsOptionsConfig } from 'node:util';
import { listEvents } from './events.ts';
import { listen } from './listen.ts';
import type { Arguments } from './settings.ts';
import { trigger } from './trigger.ts';

export interface Command {
  usage: string;
  description: string;
  /** Beyond those that every command has. */
  options: ParseArgsOptionsConfig;
  describedOptions: Record<string, string>;
  /** The name of its argument, where it takes one. */
  argument: string | null;
  run(given: Arguments): Promise<void>;
}

const after = { after: { type: 'string' } } as const;
const types = { types: { type: 'string', multiple: true } } as const;
const AFTER = 'begin behind this seq';
const TYPES = 'only these kinds, separated by commas: lead.qualified, lead.*';

export const commands: Record<string, Command> = {
  listen: {
    usage: 'listen --forward-to URL [--types TYPES] [--after SEQ]',
    description: 'Sends the events of your organization to a local address as signed webhooks.',
    options: { 'forward-to': { type: 'string' }, ...types, ...after },
    describedOptions: {
      '--forward-to URL': 'where to send them, such as http://localhost:3000/webhooks',
      '--types TYPES': TYPES,
      '--after SEQ': `${AFTER}; without it, with what happens next`,
    },
    argument: null,
    run: listen,
  },
  trigger: {
    usage: 'trigger TYPE [--endpoint ID]',
    description: 'Sends an example of an event to everybody who listens for its kind.',
    options: { endpoint: { type: 'string' } },
    describedOptions: { '--endpoint ID': 'to this webhook endpoint, whatever it listens for' },
    argument: 'TYPE',
    run: trigger,
  },
  events: {
    usage: 'events [--types TYPES] [--after SEQ]',
    description: 'Prints the log of your organization, oldest first.',
    options: { ...types, ...after },
    describedOptions: { '--types TYPES': TYPES, '--after SEQ': AFTER },
    argument: null,
    run: listEvents,
  },
};
