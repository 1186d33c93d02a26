export { readCustomer } from './read-customer.ts';
export { readLifecycle } from './read-lifecycle.ts';
