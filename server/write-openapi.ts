import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsDocument } from './testing/errors-document.ts';
import { eventsDocument } from './testing/events-document.ts';
import { openapiDocument } from './testing/openapi-document.ts';
import { scopesDocument } from './testing/scopes-document.ts';

/** npm run openapi: writes the committed documents again after an operation, an event or a problem changed. */
const write = (path: string, text: string) =>
  writeFileSync(join(import.meta.dirname, '..', path), text);

write('openapi.json', openapiDocument());
write('docs/events.md', eventsDocument());
write('docs/errors.md', errorsDocument());
write('docs/scopes.md', scopesDocument());
