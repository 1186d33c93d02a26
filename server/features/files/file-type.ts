/** Pure rules: which files are accepted, recognized by their first bytes. What the sender says is not believed. */

export const PDF = 'application/pdf';
export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', PDF] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** As many bytes as the longest signature needs. */
export const SIGNATURE_BYTES = 12;

/** What a file of each type has at these places. */
const SIGNATURES: readonly [FileType, readonly [at: number, bytes: Buffer][]][] = [
  ['image/jpeg', [[0, Buffer.from('ffd8ff', 'hex')]]],
  ['image/png', [[0, Buffer.from('89504e470d0a1a0a', 'hex')]]],
  [
    'image/webp',
    [
      [0, Buffer.from('RIFF')],
      [8, Buffer.from('WEBP')],
    ],
  ],
  [PDF, [[0, Buffer.from('%PDF-')]]],
];

/** Null for a file of any other type. */
export function fileTypeOf(start: Buffer): FileType | null {
  const has = ([at, bytes]: [number, Buffer]) =>
    start.subarray(at, at + bytes.length).equals(bytes);
  return (
    SIGNATURES.find(([, parts]) => parts.every(([at, bytes]) => has([at, bytes])))?.[0] ?? null
  );
}

export function isImage(type: string): boolean {
  return type.startsWith('image/');
}

/** Images are shown in a page. A PDF is saved: in a sandbox, browsers do not show it. */
export function dispositionOf({
  name,
  content_type,
}: {
  name: string;
  content_type: string;
}): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, escapeCharacter);
  const how = isImage(content_type) ? 'inline' : 'attachment';
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
