import { messageOf } from '../../platform/failure.ts';
import { ApiRequests, type Tokens } from './api-requests.ts';
import type { ApiDocument } from './document.ts';
import { judge } from './judge.ts';
import type { Known } from './known.ts';
import { publicRequest } from './public-requests.ts';
import { randomOf } from './random.ts';
import { rawRequest } from './raw-requests.ts';
import { describe, type FuzzRequest } from './request.ts';
import { closeConnections, type FuzzResponse, send } from './send.ts';
import { uploadRequest } from './upload-requests.ts';

export interface FuzzTarget {
  url: string;
  document: ApiDocument;
  tokens: Tokens;
  /** Of the organization that sends the requests. */
  known: Known;
  /** Of another organization. */
  foreign: Known;
  /** Texts that only the other organization has. */
  markers: readonly string[];
  /** Called after each batch, with its requests. */
  afterBatch?(requests: readonly FuzzRequest[]): Promise<void>;
}

export interface FuzzReport {
  requests: number;
  statuses: Record<number, number>;
  /** How many requests of each operation succeeded. */
  successes: Map<string, number>;
  failures: string[];
}

/** Sent at once. What they return is learned in their order, so that the same seed makes the same requests. */
const BATCH = 24;
const MAX_FAILURES = 25;

export async function fuzz(target: FuzzTarget, seed: number, count: number): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, successes: new Map(), failures: [] };
  const api = new ApiRequests(target.document, target.tokens, target.known, target.foreign);
  const foreign = [...target.markers, ...target.foreign.unique()];
  for (let index = 0; report.requests < count; ) {
    const batch: { index: number; request: FuzzRequest }[] = [];
    while (batch.length < BATCH) {
      const request = makeRequest(target, api, seed, index);
      for (let copy = 0; copy < request.copies; copy += 1) batch.push({ index, request });
      index += 1;
    }
    const outcomes = await Promise.all(batch.map(({ request }) => attempt(target.url, request)));
    for (const [at, outcome] of outcomes.entries()) {
      const sent = batch[at];
      if (sent) record(report, { ...sent, outcome, foreign, target });
    }
    report.requests += batch.length;
    await target.afterBatch?.(batch.map(({ request }) => request));
    if (report.failures.length >= MAX_FAILURES) break;
  }
  closeConnections();
  return report;
}

function makeRequest(
  { document, tokens, known }: FuzzTarget,
  api: ApiRequests,
  seed: number,
  index: number,
): FuzzRequest {
  const random = randomOf(seed, index);
  const request = api.make(index, random);
  const { operation } = request;
  if (operation?.text != null && random.chance(0.8)) {
    return uploadRequest(operation, tokens.full, random);
  }
  if (random.chance(0.06)) return publicRequest(known, random);
  if (random.chance(0.01)) return rawRequest(tokens.full, random);
  const imports = document.operations.find(({ text }) => text !== null);
  if (imports && random.chance(0.01)) return uploadRequest(imports, tokens.full, random);
  return request;
}

async function attempt(url: string, request: FuzzRequest): Promise<FuzzResponse | null | Error> {
  return send(url, request).catch((error: unknown) => new Error(messageOf(error)));
}

function record(
  report: FuzzReport,
  {
    index,
    request,
    outcome,
    foreign,
    target,
  }: {
    index: number;
    request: FuzzRequest;
    outcome: FuzzResponse | null | Error;
    foreign: readonly string[];
    target: FuzzTarget;
  },
): void {
  const fail = (what: string) =>
    report.failures.push(`#${index} ${what}\n    ${describe(request)}`);
  if (outcome instanceof Error) return void fail(`no response: ${outcome.message}`);
  if (outcome === null) return;
  const { status, text } = outcome;
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const wrong = judge(request, outcome, foreign);
  if (wrong !== null) fail(wrong);
  if (status >= 300 || !request.operation) return;
  const { id } = request.operation;
  report.successes.set(id, (report.successes.get(id) ?? 0) + 1);
  const isJson = outcome.headers['content-type']?.startsWith('application/json');
  if (isJson && text !== '') target.known.learn(JSON.parse(text));
}
