export { createService } from './create-service.ts';
export * as serviceEvents from './events.ts';
export { getServiceByCode } from './get-service-by-code.ts';
export { listServices } from './list-services.ts';
export { findOnlineServices, findServiceNames, type OnlineService } from './online.ts';
export { findQuestions, findServiceRules, type ServiceRules } from './rules.ts';
export { MAX_QUESTIONS, type Question, Service } from './schemas.ts';
export { updateService } from './update-service.ts';
