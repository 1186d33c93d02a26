#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { serveStdio } from './stdio.ts';

/** throughline-mcp [--read-only]: serves MCP on standard input and output. */
try {
  const { values } = parseArgs({ options: { 'read-only': { type: 'boolean', default: false } } });
  const { THROUGHLINE_URL, THROUGHLINE_TOKEN } = process.env;
  if (THROUGHLINE_URL === undefined || THROUGHLINE_TOKEN === undefined) {
    throw new Error('Set THROUGHLINE_URL and THROUGHLINE_TOKEN.');
  }
  await serveStdio({
    baseUrl: THROUGHLINE_URL,
    token: THROUGHLINE_TOKEN,
    readOnly: values['read-only'],
  });
} catch (error) {
  // Standard output belongs to the protocol.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
