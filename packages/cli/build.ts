import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The published program: the SDK is part of it, and what a command does not need stays in files that it does not load. */
export async function buildCli(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  await build({
    entryPoints: [join(import.meta.dirname, 'src/main.ts')],
    outdir: directory,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    // Only what asks a person loads it.
    external: ['@clack/prompts'],
    logLevel: 'warning',
  });
}

if (import.meta.main) await buildCli(join(import.meta.dirname, 'dist'));
