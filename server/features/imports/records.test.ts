import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvScanner } from './csv.ts';
import { ndjsonScanner } from './ndjson.ts';
import { type FileRecord, RecordReader } from './records.ts';

/** Reads the bytes in pieces of the given sizes. */
function read(
  file: string | Buffer,
  scanner = csvScanner(','),
  sizes: readonly number[] = [1_000_000],
): FileRecord[] {
  const reader = new RecordReader(scanner, { offset: 0, line: 1 });
  const bytes = Buffer.from(file as string);
  const records: FileRecord[] = [];
  const take = () => {
    for (let record = reader.next(); record !== null; record = reader.next()) records.push(record);
  };
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length]!;
    reader.push(bytes.subarray(at, at + size));
    at += size;
    take();
  }
  reader.end();
  take();
  assert(reader.isDone);
  assert.equal(reader.position.offset, bytes.length);
  return records;
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\t', '\n', '\r', ' ', '😀'),
  maxLength: 6,
});
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

function write(value: string, delimiter: string): string {
  const isPlain = !value.includes(delimiter) && !/["\r\n]/.test(value) && value !== '';
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

describe('RecordReader', () => {
  it('reads back every table, in pieces of any size', () => {
    fc.assert(
      fc.property(table, sizes, lineEnd, fc.constantFrom(',', ';', '\t'), (rows, of, end, by) => {
        const file = rows.map((row) => row.map((one) => write(one, by)).join(by) + end).join('');
        const records = read(file, csvScanner(by), of);
        assert.deepEqual(
          records.map(({ cells }) => cells),
          rows,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('resumes at any record with the same result', () => {
    fc.assert(
      fc.property(table, lineEnd, (rows, end) => {
        const file = Buffer.from(
          rows.map((row) => row.map((one) => write(one, ',')).join(',') + end).join(''),
        );
        const all = new RecordReader(csvScanner(','), { offset: 0, line: 1 });
        all.push(file);
        all.end();
        for (;;) {
          const { position } = all;
          const rest = new RecordReader(csvScanner(','), position);
          rest.push(file.subarray(position.offset));
          rest.end();
          const record = all.next();
          assert.deepEqual(rest.next(), record);
          assert.deepEqual(rest.position, all.position);
          if (record === null) return;
        }
      }),
    );
  });

  it('reads any bytes to the end without an error', () => {
    const noise = fc.array(fc.constantFrom(34, 44, 10, 13, 65, 0xc3, 0, 32), { maxLength: 40 });
    fc.assert(
      fc.property(noise, sizes, (bytes, of) => {
        const whole = read(Buffer.from(bytes));
        assert.deepEqual(read(Buffer.from(bytes), csvScanner(','), of), whole);
        read(Buffer.from(bytes), ndjsonScanner, of);
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts the line ends inside quotes', () => {
    const lines = read('a\n"b\nc\r\nd\re"\nf\r\n"g"').map(({ line }) => line);
    assert.deepEqual(lines, [1, 2, 6, 7]);
  });

  it('keeps a quote inside an unquoted cell', () => {
    assert.deepEqual(read('5" pipe,a"b')[0]!.cells, ['5" pipe', 'a"b']);
  });
});
