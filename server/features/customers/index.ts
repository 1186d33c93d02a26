export { changeCustomer } from './change-customer.ts';
export { convert, convertLead } from './convert-lead.ts';
export * as customerEvents from './events.ts';
export { listCustomers } from './list-customers.ts';
export {
  type CustomerRow,
  findCustomer,
  findLeadOfCustomer,
  lockCustomer,
  toCustomer,
} from './queries.ts';
export { Customer, customerFields } from './schemas.ts';
export { updateCustomer } from './update-customer.ts';
