import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { readApi } from '../../../tools/generate/api.ts';
import { outdated } from '../../../tools/generate/files.ts';
import { generatedFiles } from '../../../tools/generate/main.ts';
import { type Event, isProblem, Throughline } from '../src/index.ts';

const MAX_BYTES = 6_000;

describe('the package', () => {
  it('is what openapi.json says now', () => {
    const paths = outdated(generatedFiles());
    assert.deepEqual(paths, [], 'Run `npm run generate` and commit the result.');
  });

  it('has a method for every operation, each with a name of its own', () => {
    const client: object = new Throughline({ token: 'tl_x' });
    const names = readApi().operations.map(({ resource, verb }) => [...resource, verb]);
    assert.equal(new Set(names.map((name) => name.join('.'))).size, names.length);
    for (const name of names) {
      const method = name.reduce<unknown>((at, part) => Object(at)[part], client);
      assert.equal(typeof method, 'function', name.join('.'));
    }
  });

  it(`has at most ${MAX_BYTES} bytes, minified and compressed, and no dependencies`, async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [join(import.meta.dirname, '../src/index.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      // Knows no module of Node: an import of one would fail.
      platform: 'neutral',
      write: false,
      metafile: true,
    });
    const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
    assert(bytes > 1_000 && bytes <= MAX_BYTES, `${bytes} bytes`);
    const foreign = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'));
    assert.deepEqual(foreign, []);
  });
});

/** Checked by the compiler: the type of an event says what its data is, and the code of a problem which fields it has. */
export function typesNarrow(event: Event, error: unknown): string | null {
  if (event.type === 'lead.qualified') return event.data.phone;
  if (event.type === 'invoice.paid') return event.data.number satisfies string;
  // @ts-expect-error: only problems have this field.
  if (event.type === 'job.closed') return event.data.alternatives;
  if (isProblem(error, 'slot_taken')) return error.problem.alternatives[0]?.starts_at ?? null;
  if (isProblem(error, 'overpayment')) return String(error.problem.balance satisfies number);
  // @ts-expect-error: this code has no further fields.
  if (isProblem(error, 'not_found')) return error.problem.alternatives;
  return null;
}

/** Responses can have values that are newer than this version; requests cannot. */
export async function enumsAreOpen(throughline: Throughline): Promise<boolean> {
  const { status } = await throughline.leads.get('lead_1');
  // @ts-expect-error: not a status.
  await throughline.leads.list({ status: ['unheard_of'] });
  return status === 'unheard_of';
}
