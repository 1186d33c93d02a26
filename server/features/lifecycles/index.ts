export { getCustomer } from './get-customer.ts';
export { getLifecycle } from './get-lifecycle.ts';
