import { readApi } from './api.ts';
import { cliCommands } from './cli-commands.ts';
import { type Generated, writeAll } from './files.ts';
import { samplesFile, samplesProgram } from './samples.ts';
import { sdkResources } from './sdk-resources.ts';
import { sdkTypes } from './sdk-types.ts';

/** Everything that is made from openapi.json. */
export function generatedFiles(): Generated[] {
  const api = readApi();
  return [
    sdkTypes(api),
    sdkResources(api),
    cliCommands(api),
    samplesFile(api),
    samplesProgram(api),
  ];
}

if (import.meta.main) {
  const files = generatedFiles();
  writeAll(files);
  console.log(files.map(({ path }) => path).join('\n'));
}
