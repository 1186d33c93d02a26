import assert from 'node:assert/strict';
import { isProof, PROOF_BITS, signatureOf } from '../features/forms/challenge.ts';

/** A person who opens a form, fills it in, and sends it: what the page's script does, and without it. */

export interface Answers {
  challenge: string;
  proof: string;
}

export function challengeIn(page: string): string {
  const found = /name="challenge" value="([\w.-]+)"/.exec(page)?.[1];
  return found ?? assert.fail(`There is no challenge in ${page}`);
}

const solved = new Map<string, Answers>();

/** About 32,000 hashes. One by one, the hashes of node:crypto would take a tenth of a second. */
export function solve(challenge: string): Answers {
  const known = solved.get(challenge);
  if (known) return known;
  const signature = signatureOf(challenge);
  let proof = 0;
  while (firstWord(`${signature}${proof}`) >>> (32 - PROOF_BITS) !== 0) proof += 1;
  const answers = { challenge, proof: String(proof) };
  assert(isProof(signature, answers.proof));
  solved.set(challenge, answers);
  return answers;
}

const PRIMES = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) =>
  Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d !== 0),
);
const fractionOf = (root: number) => (root * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
const message = new Int32Array(64);

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The first word of the SHA-256 of at most 55 ASCII characters. */
function firstWord(text: string): number {
  message.fill(0);
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 128;
    message[at >> 2]! |= code << (24 - 8 * (at % 4));
  }
  message[15] = text.length * 8;
  for (let n = 16; n < 64; n += 1) {
    const [x, y] = [message[n - 15]!, message[n - 2]!];
    const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const large = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    message[n] = message[n - 16]! + small + message[n - 7]! + large;
  }
  let [a, b, c, d] = [START[0]!, START[1]!, START[2]!, START[3]!];
  let [e, f, g, h] = [START[4]!, START[5]!, START[6]!, START[7]!];
  for (let n = 0; n < 64; n += 1) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + large + ((e & f) ^ (~e & g)) + ROUNDS[n]! + message[n]!) | 0;
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  return (START[0]! + a) >>> 0;
}

export function postForm(
  url: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
}

/** Opens the form, waits as long as a person needs, and sends it with the proof. */
export async function sendForm(
  url: string,
  fields: Record<string, unknown>,
  { clock }: { clock: { advance(milliseconds: number): void } },
  headers: () => Record<string, string> = () => ({}),
): Promise<Response> {
  const page = await (await fetch(url, { headers: headers() })).text();
  if (!page.includes('name="challenge"')) return postForm(url, fields, headers());
  const answers = solve(challengeIn(page));
  clock.advance(3_000);
  return postForm(url, { ...answers, ...fields }, headers());
}
