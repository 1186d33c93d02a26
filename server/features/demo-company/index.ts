export { buildDemoCompany } from './build-demo-company.task.ts';
export { createDemoCompany } from './create-demo-company.ts';
export { createDemoSignInLink } from './create-demo-sign-in-link.ts';
export * as demoCompanyEvents from './events.ts';
export { getDemoCompany } from './get-demo-company.ts';
