export { getCustomer } from './get-customer.ts';
export { getLifecycle } from './get-lifecycle.ts';
export { lookupContact } from './lookup-contact.ts';
export { readOverviews } from './overviews.ts';
