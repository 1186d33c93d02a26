const scratch = new DataView(new ArrayBuffer(8));

/**
 * A 64-bit signed hash of a text, as a PostgreSQL bigint. It uses two halves of 32 bits, because multiplying
 * BigInts would take ten times as long. It is not safe against deliberate collisions, but a forged collision only
 * causes one more comparison, and the score is computed from the values. The hashes are stored, so after a change
 * of this function the keys of every lead must be written again.
 */
export function hash64(kind: number, text: string): bigint {
  let high = 0xdeadbeef ^ kind;
  let low = 0x41c6ce57 ^ Math.imul(kind, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, 1597334677);
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  scratch.setInt32(0, high);
  scratch.setInt32(4, low);
  return scratch.getBigInt64(0);
}
