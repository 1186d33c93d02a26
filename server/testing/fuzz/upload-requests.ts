import type { DescribedOperation } from './document.ts';
import { hostile } from './hostile-values.ts';
import { odd } from './odd-texts.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

/** A file of leads: right, almost right, or not a file of leads at all. */
export function uploadRequest(
  operation: DescribedOperation,
  token: string,
  random: Random,
): FuzzRequest {
  const isCsv = random.chance(0.6);
  const type = isCsv ? 'text/csv' : 'application/x-ndjson';
  const charset = random.chance(0.1) ? `; charset=${random.pick(CHARSETS)}` : '';
  const query = random.pick([
    '',
    '',
    '?source=fuzz',
    '?ignore_unknown_columns=true',
    '?service_needed=x',
  ]);
  const text = isCsv ? csv(random) : ndjson(random);
  return {
    kind: 'upload',
    operation,
    method: 'POST',
    path: operation.path + query,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type + charset,
      ...(random.chance(0.2) && { 'idempotency-key': `file-${random.between(1, 30)}` }),
    },
    body: encoded(text, random),
    copies: random.chance(0.1) ? 3 : 1,
    raw: null,
  };
}

const CHARSETS = ['utf-8', 'utf-16', 'windows-1252', 'klingon', '"utf-8"', 'iso-8859-1', ''];

function encoded(text: string, random: Random): Buffer {
  return random.one([
    () => Buffer.from(text),
    () => Buffer.from(text),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x00, 0xc3])]),
    () => Buffer.alloc(0),
  ]);
}

function csv(random: Random): string {
  const separator = random.pick([',', ',', ';', '\t', '|']);
  const header = random.pick([
    ['name', 'phone', 'email', 'service_needed'],
    ['PHONE', ' Service_Needed '],
    ['phone', 'service_needed', 'consent_sms', 'notes', 'unknown'],
    ['phone', 'phone', 'service_needed'],
    ['"phone', 'service_needed'],
    Array.from({ length: 2_000 }, (_, n) => `c${n}`),
  ]);
  const rows = Array.from({ length: random.between(0, 20) }, () =>
    header.map(() => cell(random)).join(separator),
  );
  return [header.join(separator), ...rows].join(random.pick(['\n', '\r\n', '\r']));
}

function cell(random: Random): string {
  return random.one([
    () => `+1415555${random.between(1000, 9999)}`,
    () => `"${odd(random).replaceAll('"', '""')}"`,
    () => odd(random),
    () => '"unclosed',
    () => '',
    () => 'x'.repeat(random.between(1, 30_000)),
  ]);
}

function ndjson(random: Random): string {
  return Array.from({ length: random.between(0, 20) }, () =>
    random.one([
      () => JSON.stringify({ phone: cell(random), service_needed: 'ac_repair', name: odd(random) }),
      () => `{"phone":${hostile(random)},"service_needed":"x"}`,
      () => hostile(random),
      () => '',
      () => '{"phone"',
    ]),
  ).join('\n');
}
