import type { Given } from '../arguments.ts';
import { readConfig, writeConfig } from '../config.ts';
import { CliError, EXIT } from '../errors.ts';
import { note } from '../output.ts';
import { didYouMean } from '../suggest.ts';

export async function run({ words }: Given): Promise<void> {
  const [name = ''] = words;
  const config = readConfig();
  if (!Object.hasOwn(config.profiles, name)) {
    const detail = `There is no profile ${name}.${didYouMean(name, Object.keys(config.profiles))}`;
    throw new CliError('no_profile', detail, EXIT.notFound);
  }
  writeConfig({ ...config, current: name });
  note(`The profile ${name} is used from now on.`);
}
