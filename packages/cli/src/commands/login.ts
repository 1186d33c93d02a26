import { readFileSync } from 'node:fs';
import { type Given, textOf } from '../arguments.ts';
import { clientOf, failureOf } from '../client.ts';
import { configFile, DEFAULT_PROFILE, readConfig, writeConfig } from '../config.ts';
import { interrupted } from '../confirm.ts';
import { checkedUrl, DEFAULT_URL } from '../credentials.ts';
import { CliError, calledWrongly, EXIT } from '../errors.ts';
import { note, printObject, readOutput } from '../output.ts';
import { identity } from './whoami.ts';

/** Stores a token after the service has accepted it. */
export async function run(given: Given): Promise<void> {
  const output = readOutput(given);
  const name = textOf(given, 'profile') ?? (process.env.THROUGHLINE_PROFILE || DEFAULT_PROFILE);
  if (!/^[\w.-]{1,50}$/.test(name) || name === '__proto__') {
    throw calledWrongly(`A profile is named by letters, digits, dots and dashes, not "${name}".`);
  }
  const url = checkedUrl(await readUrl(given));
  const token = await readToken(given, url);
  const credentials = { url, token, from: 'this login' };
  const known = await identity(clientOf(credentials)).catch((error: unknown) => {
    throw failureOf(error, credentials);
  });
  const { current, profiles } = readConfig();
  const isUsed = textOf(given, 'use') !== 'false';
  writeConfig({
    current: isUsed ? name : current,
    profiles: { ...profiles, [name]: { url, token } },
  });
  note(`Stored in the profile ${name} of ${configFile()}.`);
  await printObject({ profile: name, url, ...known }, output);
}

async function readUrl(given: Given): Promise<string> {
  const url = textOf(given, 'base-url') ?? textOf(given, 'url') ?? process.env.THROUGHLINE_URL;
  if (url) return url;
  if (!isTerminal()) return DEFAULT_URL;
  const prompts = await import('@clack/prompts');
  const answer = await prompts.text({
    message: 'Address of the service',
    initialValue: DEFAULT_URL,
    output: process.stderr,
  });
  if (prompts.isCancel(answer)) throw interrupted();
  return answer;
}

/** From the option, from stdin with `--token -`, or typed without being shown. */
async function readToken(given: Given, url: string): Promise<string> {
  const option = textOf(given, 'token');
  const token = option === '-' ? readFileSync(0, 'utf8').trim() : option;
  if (token) return checkedToken(token);
  if (!isTerminal()) {
    throw new CliError(
      'no_token',
      'Without a terminal, pass the token on stdin: throughline login --token - < FILE',
      EXIT.calledWrongly,
    );
  }
  const prompts = await import('@clack/prompts');
  const answer = await prompts.password({ message: `Token for ${url}`, output: process.stderr });
  if (prompts.isCancel(answer)) throw interrupted();
  return checkedToken(answer.trim());
}

function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CliError('no_token', 'That is not a token.', EXIT.calledWrongly);
}

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
