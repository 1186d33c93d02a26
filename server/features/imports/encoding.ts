import { Problem } from '../../platform/errors.ts';

/** The file, converted to UTF-8. */
export interface Utf8File {
  /** The original charset; null if the file was already UTF-8. */
  charset: string | null;
  pieces: AsyncGenerator<Buffer, void>;
}

/** A byte order mark overrides the Content-Type, which is often only a default of the sending program. */
export async function asUtf8(
  body: AsyncIterable<Buffer>,
  declared: string | null,
): Promise<Utf8File> {
  const declaredCharset = declared === null ? 'utf-8' : encodingName(declared);
  const pieces = body[Symbol.asyncIterator]();
  const head = await firstBytes(pieces);
  const found = BYTE_ORDER_MARKS.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  const charset = found?.charset ?? declaredCharset;
  const bare = found ? head.subarray(found.mark.length) : head;
  if (charset === 'utf-8') return { charset: null, pieces: joined(bare, pieces) };
  return { charset, pieces: transcoded(charset, joined(bare, pieces)) };
}

const BYTE_ORDER_MARKS = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), charset: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), charset: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), charset: 'utf-16be' },
];

function encodingName(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw new Problem(
      415,
      'unsupported_charset',
      `Unknown charset ${JSON.stringify(charset.slice(0, 50))}. Send UTF-8, or use another charset, such as windows-1252.`,
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

/** Invalid bytes become U+FFFD; later this identifies the rows to reject. */
async function* transcoded(
  charset: string,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
  yield Buffer.from(decoder.decode());
}
