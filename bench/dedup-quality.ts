import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePhone } from '../server/domain/contact.ts';
import {
  evaluate,
  type Labeled,
  type Level,
  type Quality,
} from '../server/domain/dedup/testing/evaluate.ts';
import { evaluateReturns } from '../server/domain/dedup/testing/evaluate-returns.ts';
import { generateLeads } from '../server/domain/dedup/testing/generated-leads.ts';
import { generateReturns } from '../server/domain/dedup/testing/generated-returns.ts';
import type { Print, Row } from './lib/bench.ts';

type Figure = (quality: Quality) => number;

const FOLDER_VARIABLE = 'THROUGHLINE_DEDUP_DATA';

const certainPrecision: Figure = ({ certain }) => certain.precision;
const likelyRecall: Figure = ({ likely }) => likely.recall;
const likelyF1: Figure = ({ likely }) => likely.f1;
const householdsCalledCertain: Figure = (quality) => quality.householdsCalledCertain;

const LEADS_BARS = [
  { name: 'certain, precision', figure: certainPrecision, target: 0.985 },
  { name: 'likely, recall', figure: likelyRecall, target: 0.93 },
  {
    name: 'households called certain',
    figure: householdsCalledCertain,
    target: 0.005,
    isMaximum: true,
  },
];

/** The quality of deduplication: how many duplicates are found, and how many of the matches are correct. */
export async function dedupQuality(print: Print): Promise<Row[]> {
  const rows = report(print, 'generated', generateLeads(20_000, 7), LEADS_BARS);
  rows.push(...reportReturns(print));
  const folder = process.env[FOLDER_VARIABLE];
  if (!folder || !existsSync(folder)) {
    print(
      `${FOLDER_VARIABLE} is not set to a folder of labeled records: only the generated set was run`,
    );
    return rows;
  }
  const f1 = (target: number) => [{ name: 'likely, F1', figure: likelyF1, target }];
  rows.push(
    ...report(print, 'leads_synthetic', readLeads(folder), LEADS_BARS),
    ...report(print, 'dqbench t1', readDqbench(folder, 't1'), f1(0.99)),
    ...report(print, 'dqbench t2', readDqbench(folder, 't2'), f1(0.99)),
    ...report(print, 'fodors + zagats', readRestaurants(folder), f1(0.95)),
    ...report(print, 'splink_fake_1000', readSplink(folder), f1(0)),
  );
  return rows;
}

/** Customers who come back after a move, a marriage, a new phone or a new mailbox, or two of them. */
function reportReturns(print: Print): Row[] {
  const { customers, arrivals } = generateReturns(20_000, 3);
  const { precision, recall, recallByChange, mistaken } = evaluateReturns(customers, arrivals);
  print(`returning, ${customers.length} customers, ${arrivals.length} who ask`);
  print(`  precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
  print(`  recall by change ${JSON.stringify(recallByChange)}`);
  print(`  mistaken for a customer ${JSON.stringify(mistaken)}`);
  const row = (name: string, measured: number, target: number): Row => ({
    name: `returning: ${name}`,
    measured: measured.toFixed(4),
    against: String(target),
    ratio: measured / target,
    target: '≥ 1',
    passed: measured >= target,
    details: { recallByChange, mistaken },
  });
  return [row('precision', precision, 0.99), row('recall', recall, 0.9)];
}

function report(
  print: Print,
  set: string,
  records: readonly Labeled[],
  targets: readonly { name: string; figure: Figure; target: number; isMaximum?: boolean }[],
): Row[] {
  const quality = evaluate(records);
  const { likely, certain, details } = quality;
  const level = ({ precision, recall, f1 }: Level) =>
    `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}, F1 ${f1.toFixed(4)}`;
  print(`${set}, ${quality.records} records`);
  print(`  likely:  ${level(likely)}`);
  print(
    `  certain: ${level(certain)}; households ${(quality.householdsCalledCertain * 100).toFixed(2)} %`,
  );
  print(`  ${JSON.stringify(details)}`);
  return targets.map(({ name, figure, target, isMaximum = false }) => {
    const measured = figure(quality);
    return {
      name: `${set}: ${name}`,
      measured: measured.toFixed(4),
      against: String(target),
      ratio: target === 0 ? 1 : measured / target,
      target: target === 0 ? 'reported' : isMaximum ? '≤ 1' : '≥ 1',
      passed: isMaximum ? measured <= target : measured >= target,
      details: { likely, certain, ...details },
    };
  });
}

function readLeads(folder: string): Labeled[] {
  return readCsv(folder, 'leads_synthetic.csv').map((row) =>
    labeled(row.cluster!, row.first_name!, row.last_name!, row, [row.zip]),
  );
}

function readDqbench(folder: string, tier: string): Labeled[] {
  const rows = readCsv(folder, `dqbench_er_${tier}.csv`);
  const clusters = joinPairs(readCsv(folder, `dqbench_er_${tier}_pairs.csv`), 'a', 'b');
  return rows.map((row) => {
    const address = [row.address, row.city, `${row.state} ${row.zip}`.trim()];
    return labeled(clusters(row.id!), row.first_name!, row.last_name!, row, address);
  });
}

function readRestaurants(folder: string): Labeled[] {
  const matches = readCsv(folder, 'fodors_zagats_matches.csv');
  const zagatOf = new Map(matches.map((row) => [row.fodors_id!, row.zagats_id!]));
  const read = (file: string, clusterOf: (id: string) => string) =>
    readCsv(folder, file).map((row) =>
      labeled(clusterOf(row.id!), '', row.name!, row, [row.addr, row.city]),
    );
  return [
    ...read('fodors.csv', (id) => (zagatOf.has(id) ? `zagat ${zagatOf.get(id)}` : `fodor ${id}`)),
    ...read('zagats.csv', (id) => `zagat ${id}`),
  ];
}

function readSplink(folder: string): Labeled[] {
  return readCsv(folder, 'splink_fake_1000.csv').map((row) =>
    labeled(row.cluster!, row.first_name!, row.surname!, row, [row.city]),
  );
}

function labeled(
  cluster: string,
  givenName: string,
  surname: string,
  { phone, email }: Record<string, string | undefined>,
  address: readonly (string | undefined)[],
): Labeled {
  const text = (parts: readonly (string | undefined)[], between: string) =>
    parts.filter((part) => part?.trim()).join(between) || null;
  return {
    cluster,
    givenName: givenName.trim().toLowerCase(),
    surname: surname.trim().toLowerCase(),
    contact: {
      name: text([givenName, surname], ' '),
      phone: normalizePhone(phone || null, 'US'),
      email: email || null,
      address: text(address, ', '),
    },
  };
}

/** Groups ids that are the same person, from pairs. */
function joinPairs(pairs: Record<string, string>[], a: string, b: string): (id: string) => string {
  const parents = new Map<string, string>();
  const find = (id: string): string => {
    const parent = parents.get(id);
    return parent === undefined ? id : find(parent);
  };
  for (const pair of pairs) {
    const [one, other] = [find(pair[a]!), find(pair[b]!)];
    if (one !== other) parents.set(other, one);
  }
  return find;
}

/** The sets have no quoted fields, so a comma always separates two fields. */
function readCsv(folder: string, file: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));
  });
}
