import { styleText } from 'node:util';
import type { CliError } from './cli-error.ts';

/** For a person a line of text, for a program (--json) one object a line. */
export function print(json: boolean, object: object, text: string): void {
  console.log(json ? JSON.stringify(object) : text);
}

export function printError({ code, message }: CliError, json: boolean): void {
  if (json) console.error(JSON.stringify({ error: { code, detail: message } }));
  else console.error(styleText('red', message, { stream: process.stderr }));
}

/** What a person sees of an event. */
export function eventLine(event: {
  seq: number;
  type: string;
  timestamp: string;
  lifecycle_number: string | null;
}): string {
  const place = event.seq === 0 ? 'example' : `#${event.seq}`;
  const columns = [event.timestamp, place.padEnd(8), event.type.padEnd(26)];
  return [...columns, event.lifecycle_number ?? '-'].join('  ');
}
