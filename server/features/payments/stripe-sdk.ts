import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Stripe from 'stripe';
import { loadedOnce } from '../../platform/loaded-once.ts';
import { mapWithPauses } from '../../platform/pauses.ts';

const require = createRequire(import.meta.url);

/** Loaded when a company uses it, as CommonJS, which takes half the time of ES modules. */
export const stripeSdk = loadedOnce(async (): Promise<typeof Stripe> => {
  const entry = require.resolve('stripe');
  // More than two hundred files, which at once would keep everyone waiting for a tenth of a second.
  const resources = join(dirname(entry), 'resources');
  const files = readdirSync(resources, { recursive: true, encoding: 'utf8' });
  await mapWithPauses(
    files.filter((file) => file.endsWith('.js')),
    (file) => require(join(resources, file)),
  );
  return require(entry);
});
