import { type Given, isSet } from '../arguments.ts';
import { withClient } from '../context.ts';
import { CliError, messageOf } from '../errors.ts';

/** Standard output belongs to the protocol. It ends when the input ends. */
export function run(given: Given): Promise<void> {
  return withClient(given, async ({ credentials: { url, token } }) => {
    try {
      // Loaded here: in the published program, which is one file, an import above would be loaded by every command.
      const { serveStdio } = await import('../../../mcp/src/stdio.ts');
      await serveStdio({ baseUrl: url, token, readOnly: isSet(given, 'read-only') });
    } catch (error) {
      throw new CliError('mcp_failed', messageOf(error));
    }
  });
}
