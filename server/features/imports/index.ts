export { createImport } from './create-import.ts';
export * as importEvents from './events.ts';
export { getImport } from './get-import.ts';
export { importLeadsTask } from './import-leads.task.ts';
export { isImporting } from './is-importing.ts';
export { listImports } from './list-imports.ts';
export { purgeImports } from './purge-imports.task.ts';
