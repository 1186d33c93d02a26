import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Database } from '../../platform/database/database.ts';
import { download } from '../../platform/http/download-operation.ts';
import { NO_QUERY } from '../../platform/http/operation.ts';
import { dispositionOf, FILE_TYPES } from './file-type.ts';
import { type FileRow, fileErased, findChunk, findFile } from './queries.ts';

const [mediaType, ...otherTypes] = FILE_TYPES;

export const getFileContent = download({
  id: 'getFileContent',
  path: '/v1/files/{id}/content',
  tag: 'Files',
  resource: 'file',
  scopes: ['files:read', 'files:own'],
  summary: 'Get the content of a file',
  description:
    'Returns the bytes of a file, with its own media type. They never change: send the `ETag` as `If-None-Match` to get 304 instead.',
  query: NO_QUERY,
  responses: { 200: { description: 'The file.', mediaType, otherTypes, example: '' } },
  isStored: true,
  problems: ['file_erased'],
  async open(database, { params, caller }) {
    const file = await database.read(asCaller(caller), (tx) => findFile(tx, params.id));
    if (file.erased_at !== null || file.sha256 === null) throw fileErased();
    return {
      fileName: file.name,
      headers: {
        'content-type': file.content_type,
        'content-length': file.size_bytes,
        'content-disposition': dispositionOf(file),
        etag: `"${file.sha256}"`,
      },
      body: chunksOf(database, caller, file),
      ended: async () => {},
    };
  },
});

function asCaller({ organizationId, actor, ownerId }: Caller) {
  return { organizationId, actor, ownerId };
}

/** One chunk at a time, each in its own short transaction: a slow receiver holds no connection. */
async function* chunksOf(
  database: Database,
  caller: Caller,
  { file_id, size_bytes }: FileRow,
): AsyncGenerator<Buffer, void> {
  let left = size_bytes;
  for (let chunk = 0; left > 0; chunk += 1) {
    const bytes = await database.read(asCaller(caller), (tx) => findChunk(tx, file_id, chunk));
    // Erased meanwhile: the connection is closed, because its length was promised.
    if (bytes === null || bytes.length === 0) throw new Error('The file was erased.');
    left -= bytes.length;
    yield bytes;
  }
}
