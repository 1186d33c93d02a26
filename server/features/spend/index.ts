export * as spendEvents from './events.ts';
export { importSpend } from './import-spend.ts';
export { listSpend } from './list-spend.ts';
export { type SpendSum, sumSpend } from './queries.ts';
export { setSpend } from './set-spend.ts';
