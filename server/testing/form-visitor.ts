import assert from 'node:assert/strict';
import { isProof, signatureOf } from '../features/forms/challenge.ts';

/** A person who opens a form, fills it in, and sends it: what the page's script does, and without it. */

export interface Answers {
  challenge: string;
  proof: string;
}

export function challengeIn(page: string): string {
  const found = /name="challenge" value="([\w.-]+)"/.exec(page)?.[1];
  return found ?? assert.fail(`There is no challenge in ${page}`);
}

export function solve(challenge: string): Answers {
  const signature = signatureOf(challenge);
  for (let proof = 0; ; proof += 1) {
    if (isProof(signature, String(proof))) return { challenge, proof: String(proof) };
  }
}

export function postForm(url: string, fields: Record<string, unknown>): Promise<Response> {
  const body = new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
}

/** Opens the form, waits as long as a person needs, and sends it with the proof. */
export async function sendForm(
  url: string,
  fields: Record<string, unknown>,
  { clock }: { clock: { advance(milliseconds: number): void } },
): Promise<Response> {
  const page = await (await fetch(url)).text();
  if (!page.includes('name="challenge"')) return postForm(url, fields);
  const answers = solve(challengeIn(page));
  clock.advance(3_000);
  return postForm(url, { ...answers, ...fields });
}
