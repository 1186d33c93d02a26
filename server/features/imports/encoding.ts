import { Problem } from '../../platform/errors.ts';

/** The file in UTF-8, whatever it came in. */
export interface Utf8File {
  /** The charset that it is translated from; null if it is passed on as it is. */
  charset: string | null;
  pieces: AsyncGenerator<Buffer, void>;
}

/** A mark at the very beginning says more than the Content-Type, which is often a program's default. */
export async function asUtf8(
  body: AsyncIterable<Buffer>,
  declared: string | null,
): Promise<Utf8File> {
  const known = declared === null ? 'utf-8' : nameOf(declared);
  const pieces = body[Symbol.asyncIterator]();
  const head = await firstBytes(pieces);
  const marked = MARKS.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  const charset = marked?.charset ?? known;
  const bare = marked ? head.subarray(marked.mark.length) : head;
  if (charset === 'utf-8') return { charset: null, pieces: joined(bare, pieces) };
  return { charset, pieces: translated(charset, joined(bare, pieces)) };
}

const MARKS = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), charset: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), charset: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), charset: 'utf-16be' },
];

function nameOf(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw new Problem(
      415,
      'unsupported_charset',
      `The charset ${JSON.stringify(charset.slice(0, 50))} is not known. Send UTF-8, or name one such as windows-1252.`,
    );
  }
}

async function firstBytes(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 3) {
    const next = await pieces.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* joined(head: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  if (head.length > 0) yield head;
  for (;;) {
    const next = await pieces.next();
    if (next.done) return;
    yield next.value;
  }
}

/** What has no meaning in the charset becomes U+FFFD, by which its row is known later. */
async function* translated(
  charset: string,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
  yield Buffer.from(decoder.decode());
}
