export { changeCustomer } from './change-customer.ts';
export { convert, convertLead } from './convert-lead.ts';
export * as customerEvents from './events.ts';
export { listCustomers } from './list-customers.ts';
export { type CustomerRow, findCustomer, lockCustomer, toCustomer } from './queries.ts';
export { readCustomer } from './read-customer.ts';
export { readLifecycle } from './read-lifecycle.ts';
export { updateCustomer } from './update-customer.ts';
