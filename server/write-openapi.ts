import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsDocument } from './testing/events-document.ts';
import { openapiDocument } from './testing/openapi-document.ts';

/** npm run openapi: regenerates the committed documents after a route or an event type has changed. */
writeFileSync(join(import.meta.dirname, '../openapi.json'), await openapiDocument());
writeFileSync(join(import.meta.dirname, '../docs/events.md'), eventsDocument());
