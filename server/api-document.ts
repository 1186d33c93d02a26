import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { hoistComponents } from './platform/http/openapi.ts';

/** Serves the OpenAPI document of all operations, and the pages that show it. */
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
          'Intake and workflow for field-service businesses: one number from the first call to the end of the warranty.',
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
      // Works offline and tells nobody: no fonts, telemetry or assistants from elsewhere.
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
  { name: 'Leads', description: 'Somebody who wants something, from any source.' },
  { name: 'Imports', description: 'Files of leads, captured row by row.' },
  { name: 'Customers', description: 'Leads that were converted, under the same number.' },
  { name: 'Lifecycles', description: 'Everything under one number.' },
  { name: 'Availability', description: 'Open slots, and why the rest is not open.' },
  { name: 'Appointments', description: 'Times that somebody keeps for a lead or a customer.' },
  { name: 'Dispatch', description: 'A day’s work: who does what, and who could do the rest.' },
  { name: 'Invoices', description: 'What customers owe for jobs, and what came of it.' },
  { name: 'Jobs', description: 'What was sold, from the contract to the end of the warranty.' },
  { name: 'Communications', description: 'What was said and written under a number.' },
  { name: 'Channels', description: 'The ways by which texts and mails leave the house.' },
  { name: 'Templates', description: 'Texts and mails that are written once and sent often.' },
  { name: 'Forms', description: 'Pages on which anybody can become a lead.' },
  { name: 'Events', description: 'Everything that happened, once, in order, without a gap.' },
  { name: 'Webhooks', description: 'Events, posted to addresses of yours, signed and repeated.' },
  { name: 'Reports', description: 'Figures about the leads of a time, in the company’s own days.' },
  { name: 'Organizations', description: 'A company, with everything that is its own.' },
  { name: 'Tokens', description: 'What speaks for an organization, and how much it may do.' },
  { name: 'Users', description: 'The people of an organization, their roles and their hours.' },
  { name: 'Teams', description: 'People who share work.' },
  { name: 'Time off', description: 'When somebody does not work, whatever their hours say.' },
  { name: 'Tasks', description: 'Background work that needs a person.' },
];
