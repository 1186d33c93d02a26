export * as importEvents from './events.ts';
export { importLeadsTask } from './import-leads.task.ts';
export { importLeads } from './import-leads.ts';
export { listImports } from './list-imports.ts';
export { purgeImports } from './purge-imports.task.ts';
export { readImport } from './read-import.ts';
