export * as fileEvents from './events.ts';
export { isImage } from './file-type.ts';
export { getFile } from './get-file.ts';
export { getFileContent } from './get-file-content.ts';
export { purgeFiles } from './purge-files.task.ts';
export { assertImage, assertLogo, assertOwnImage, findContent, findSmallFile } from './queries.ts';
export { uploadFile } from './upload-file.ts';
