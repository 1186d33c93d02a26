import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PARAPHRASES } from '../testing/paraphrases.ts';
import { Catalog } from './catalog.ts';

const document: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
);
const catalog = new Catalog(document);

describe('the catalog of operations', () => {
  it('has a paraphrase of every operation, and of no other', () => {
    const ids = catalog.operations.map(({ id }) => id);
    assert.deepEqual(Object.keys(PARAPHRASES).sort(), ids.sort());
  });

  it('finds every operation among the first five by its paraphrase', () => {
    const missed = Object.entries(PARAPHRASES).flatMap(([id, words]) => {
      const found = catalog.search(words, 5).map((operation) => operation.id);
      return found.includes(id) ? [] : [`${id} (${words}): ${found.join(', ')}`];
    });
    assert.deepEqual(missed, []);
  });

  it('ranks rare words above common ones', () => {
    const found = catalog.search('webhook replay', 4).map(({ id }) => id);
    assert.ok(found.includes('createWebhookReplay'), found.join());
    assert.ok(
      found.every((id) => id.includes('Replay')),
      found.join(),
    );
    assert.deepEqual(catalog.search('the of and', 5), []);
  });

  it('describes an operation with everything that a call needs, and without examples', () => {
    const described = JSON.stringify(catalog.describe(catalog.get('bookAppointment')));
    for (const part of ['POST /v1/appointments', 'starts_at', 'cancelAppointment', 'address']) {
      assert.ok(described.includes(part), part);
    }
    assert.doesNotMatch(described, /"examples?":|\$ref/);
  });

  it('says which operations are files and streams, which no tool can call', () => {
    const others = catalog.operations.filter(({ isJson }) => !isJson).map(({ id }) => id);
    assert.deepEqual(others, [
      'createImport',
      'uploadFile',
      'getFileContent',
      'getInvoiceDocument',
      'getEstimateDocument',
      'streamEvents',
      'importSpend',
      'getExportFile',
      'createRestore',
    ]);
  });
});
