import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRADE_PROBLEMS } from './domain/problems.ts';
import { Event } from './features/events/index.ts';
import { EventCatalog } from './platform/events/event-catalog.ts';
import { openapiDocument } from './platform/openapi/document.ts';
import { PLATFORM_PROBLEMS, type ProblemCatalog } from './platform/problem-catalog.ts';
import { eventTypes, publicRoutes, routes } from './routes.ts';

/** Every problem code that a response can have. */
export const problems: ProblemCatalog = { ...PLATFORM_PROBLEMS, ...TRADE_PROBLEMS };

/** The OpenAPI document of this version, from the same declarations that the service runs by. */
export function apiDocument() {
  return openapiDocument({
    info: {
      title: 'Throughline',
      version: '1',
      description: introduction(),
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: TAGS,
    operations: [...routes, ...publicRoutes],
    events: new EventCatalog(eventTypes),
    event: Event,
    problems,
  });
}

/** The first page of the reference, written as a guide of its own. */
function introduction(): string {
  const text = readFileSync(join(import.meta.dirname, '../docs/introduction.md'), 'utf8');
  return text.replace(/^# .*\n+/, '').trim();
}

const TAGS = [
  { name: 'Leads', description: 'People who ask for something, from any source.' },
  { name: 'Files', description: 'Photos, signatures, documents and avatars.' },
  { name: 'Imports', description: 'Files of leads, captured row by row.' },
  { name: 'Customers', description: 'Leads that were converted, under the same lifecycle number.' },
  { name: 'Properties', description: 'Places of customers, and the machines in them.' },
  { name: 'Contacts', description: 'Who a phone number or an email address belongs to.' },
  { name: 'Inbox', description: 'What waits for a person.' },
  { name: 'Search', description: 'Finds people, jobs and invoices by what is typed.' },
  { name: 'Lifecycles', description: 'Everything under one lifecycle number.' },
  { name: 'Availability', description: 'Open slots, and why other times are not open.' },
  { name: 'Appointments', description: 'Visits: booked, held, moved, done or canceled.' },
  { name: 'Dispatch', description: 'The board of a day, and suggestions for who takes a visit.' },
  { name: 'Jobs', description: 'Sold work, from the contract to the end of the warranty.' },
  { name: 'Invoices', description: 'What customers owe, payments and refunds.' },
  { name: 'Payments', description: 'Online payments: providers, checkouts, payments.' },
  {
    name: 'Communications',
    description: 'Calls, chats, texts, emails and notes; sending messages.',
  },
  { name: 'Channels', description: 'How texts and emails are sent: SMTP and SMS gateways.' },
  { name: 'Templates', description: 'Texts and emails that are written once and sent often.' },
  { name: 'Follow-ups', description: 'Messages, calls and tasks that are due at a later time.' },
  { name: 'Playbooks', description: 'Automations: a trigger and its steps, and their runs.' },
  { name: 'Secrets', description: 'Values that playbooks send to other systems, never shown.' },
  { name: 'Forms', description: 'Hosted web forms and booking pages.' },
  {
    name: 'Sources',
    description: 'Addresses for leads of marketplaces, advertising, calls, mails and programs.',
  },
  { name: 'Events', description: 'The log of everything that happened, in order, without gaps.' },
  { name: 'Webhooks', description: 'Events sent to your own addresses, signed and retried.' },
  { name: 'Reports', description: 'Figures about leads over a period.' },
  {
    name: 'Privacy',
    description: 'What is known of a person: export it, erase it, and let old values expire.',
  },
  { name: 'Organizations', description: 'One company and its settings.' },
  { name: 'Tokens', description: 'Access tokens and what they may do.' },
  {
    name: 'Sign-in',
    description: 'How people sign in: invitations, passwords, links, passkeys and sessions.',
  },
  { name: 'Users', description: 'The people of an organization, their roles and working hours.' },
  { name: 'Services', description: 'What customers can have done, and how it is booked.' },
  {
    name: 'Estimates',
    description:
      'Offers with options and versions, signed by the customer, which become contracts.',
  },
  {
    name: 'Links',
    description: 'Pages for one customer: a visit, an estimate, an invoice, or their details.',
  },
  { name: 'Price items', description: 'What you charge: labour, parts, fees and discounts.' },
  { name: 'Teams', description: 'Groups of users who share work.' },
  { name: 'Time off', description: 'When a user is not available.' },
  {
    name: 'Exports',
    description: 'All data of an organization in one file, and restoring it elsewhere.',
  },
  { name: 'Tasks', description: 'Background work that failed and needs a person.' },
];
