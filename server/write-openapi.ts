import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openapiDocument } from './testing/openapi-document.ts';

/** npm run openapi: writes the committed document anew after a route changed. */
writeFileSync(join(import.meta.dirname, '../openapi.json'), await openapiDocument());
