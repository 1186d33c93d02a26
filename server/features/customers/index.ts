export { attachLead } from './attach-lead.ts';
export { changeCustomer } from './change-customer.ts';
export { convert } from './convert.ts';
export { convertLead } from './convert-lead.ts';
export { detachLead } from './detach-lead.ts';
export * as customerEvents from './events.ts';
export { listCustomers } from './list-customers.ts';
export { mergeCustomers, separateCustomer } from './merge-customers.ts';
export {
  type CustomerRow,
  customerKeys,
  findCustomer,
  findLeadOfCustomer,
  findLeadsOfPerson,
  findStandingCustomer,
  listCustomerRows,
  lockCustomer,
  toCustomer,
} from './queries.ts';
export { Customer, customerFields } from './schemas.ts';
export { changeDetails, updateCustomer } from './update-customer.ts';
