import { styleText } from 'node:util';
import type { CliError } from './cli-error.ts';

/** Prints a line of text, or with --json one object per line. */
export function print(json: boolean, object: object, text: string): void {
  console.log(json ? JSON.stringify(object) : text);
}

export function printError({ code, message }: CliError, json: boolean): void {
  if (json) console.error(JSON.stringify({ error: { code, detail: message } }));
  else console.error(styleText('red', message, { stream: process.stderr }));
}

/** The text line of an event. */
export function eventLine(event: {
  seq: number;
  type: string;
  timestamp: string;
  lifecycle_number: string | null;
}): string {
  const position = event.seq === 0 ? 'example' : `#${event.seq}`;
  const columns = [event.timestamp, position.padEnd(8), event.type.padEnd(26)];
  return [...columns, event.lifecycle_number ?? '-'].join('  ');
}
