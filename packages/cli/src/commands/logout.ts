import { type Given, textOf } from '../arguments.ts';
import { DEFAULT_PROFILE, readConfig, writeConfig } from '../config.ts';
import { CliError, EXIT } from '../errors.ts';
import { note } from '../output.ts';

/** Removes the token from this machine. The token stays valid: it can be in use elsewhere. */
export async function run(given: Given): Promise<void> {
  const { current, profiles } = readConfig();
  const name = textOf(given, 'profile') ?? (process.env.THROUGHLINE_PROFILE || current);
  if (!Object.hasOwn(profiles, name)) {
    throw new CliError('no_profile', `There is no profile ${name}.`, EXIT.notFound);
  }
  const rest = Object.entries(profiles).filter(([other]) => other !== name);
  const next = current === name ? (rest[0]?.[0] ?? DEFAULT_PROFILE) : current;
  writeConfig({ current: next, profiles: Object.fromEntries(rest) });
  note(
    `Removed the profile ${name}. Its token stays valid until it is revoked: throughline tokens delete ID.`,
  );
}
