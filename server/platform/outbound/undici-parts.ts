import { createRequire } from 'node:module';
import type * as undici from 'undici';

/** The two parts of undici that are needed. Its index also loads fetch, caches and mocks, which takes 10 MB more. */
const require = createRequire(import.meta.url);

export const Agent: typeof undici.Agent = require('undici/lib/dispatcher/agent.js');
export const buildConnector: typeof undici.buildConnector = require('undici/lib/core/connect.js');
