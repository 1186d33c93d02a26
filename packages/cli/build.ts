import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Only `throughline mcp` needs it, so it stays a package of its own. */
const mcpPackage: Plugin = {
  name: 'mcp-package',
  setup({ onResolve }) {
    const found = { path: '@throughline/mcp/stdio', external: true };
    onResolve({ filter: /\/mcp\/src\/stdio\.ts$/ }, () => found);
  },
};

/**
 * The published program, with the SDK in it. One file: reading twelve parts took 40 ms longer on a busy machine than one
 * that is four times as large.
 */
export async function buildCli(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  await build({
    entryPoints: [join(import.meta.dirname, 'src/main.ts')],
    outdir: directory,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Only what asks a person loads it.
    external: ['@clack/prompts'],
    plugins: [mcpPackage],
    logLevel: 'warning',
  });
}

// Without waiting: a test that loads this file cannot wait for a module.
if (import.meta.main) buildCli(join(import.meta.dirname, 'dist'));
