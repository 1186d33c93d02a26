import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { hoistComponents } from './platform/http/openapi.ts';

/** Serves the OpenAPI document of all operations and the page that shows it. */
export async function describeOperations(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    transformObject: (document) =>
      hoistComponents('openapiObject' in document ? document.openapiObject : {}),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Throughline',
        version: '1',
        description:
          'Intake and workflow for field-service businesses: one lifecycle number from the first call to the end of the warranty.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: TAGS,
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of your organization: `Authorization: Bearer tl_…`.',
          },
        },
      },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(scalar, {
    routePrefix: '/docs',
    logLevel: 'silent',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Throughline API',
      authentication: { preferredSecurityScheme: 'token' },
      // Works offline and sends no data: no external fonts, telemetry or assistants.
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}

const TAGS = [
  { name: 'Leads', description: 'People who asked for a service, from any source.' },
  { name: 'Imports', description: 'Files of leads, captured row by row.' },
  { name: 'Customers', description: 'Converted leads, with the same lifecycle number.' },
  { name: 'Lifecycles', description: 'Everything that belongs to one lifecycle number.' },
  { name: 'Availability', description: 'Open slots, and why other times are not available.' },
  { name: 'Appointments', description: 'Times booked with a lead or a customer.' },
  {
    name: 'Dispatch',
    description: 'The board of a day: who does what, and who could take the unassigned work.',
  },
  { name: 'Invoices', description: 'What customers owe for jobs, with payments and refunds.' },
  {
    name: 'Jobs',
    description: 'Work that was sold, from the contract to the end of the warranty.',
  },
  {
    name: 'Communications',
    description: 'Calls, texts, emails, chats and notes of a lifecycle number.',
  },
  { name: 'Channels', description: 'The SMTP servers and SMS gateways that send your messages.' },
  { name: 'Templates', description: 'Reusable texts and emails.' },
  { name: 'Forms', description: 'Public web forms that capture leads.' },
  {
    name: 'Events',
    description: 'Everything that happened, each event once, in order, without gaps.',
  },
  { name: 'Webhooks', description: 'Events posted to your own URLs, signed and retried.' },
  {
    name: 'Reports',
    description: 'Figures about the leads of a period, in the time zone of the company.',
  },
  { name: 'Organizations', description: 'A company and everything that belongs to it.' },
  { name: 'Tokens', description: 'API tokens of an organization and their scopes.' },
  { name: 'Users', description: 'The people of an organization, their roles and working hours.' },
  { name: 'Teams', description: 'Groups of users who share work.' },
  {
    name: 'Time off',
    description: 'Times when a user does not work, regardless of their working hours.',
  },
  { name: 'Tasks', description: 'Background work that failed and needs attention.' },
];
