import {
  communicationEvents,
  listCommunications,
  readCommunication,
  recordCommunication,
} from './features/communications/index.ts';
import {
  convertLead,
  customerEvents,
  listCustomers,
  readCustomer,
  readLifecycle,
  updateCustomer,
} from './features/customers/index.ts';
import { listEvents } from './features/events/index.ts';
import {
  captureLead,
  deleteLead,
  disqualifyLead,
  leadEvents,
  listLeadDuplicates,
  listLeads,
  markLeadContacted,
  mergeLead,
  qualifyLead,
  readLead,
  restoreLead,
  unmergeLead,
  updateLead,
} from './features/leads/index.ts';
import {
  createOrganization,
  createToken,
  createUser,
  listTokens,
  listUsers,
  organizationEvents,
  readOrganization,
  readUser,
  revokeToken,
  updateOrganization,
  updateUser,
} from './features/organizations/index.ts';
import { readFunnel, readSpeedToLead } from './features/reports/index.ts';
import { listFailedTasks, retryFailedTask, taskEvents } from './features/tasks/index.ts';
import type { EventType } from './platform/events/event.ts';
import type { Operation } from './platform/http/operation.ts';

/** Every endpoint of the service, a line each. */
export const routes: readonly Operation[] = [
  captureLead,
  listLeads,
  readLead,
  updateLead,
  deleteLead,
  restoreLead,
  qualifyLead,
  disqualifyLead,
  markLeadContacted,
  listLeadDuplicates,
  mergeLead,
  unmergeLead,
  convertLead,

  listCustomers,
  readCustomer,
  updateCustomer,
  readLifecycle,

  recordCommunication,
  listCommunications,
  readCommunication,

  listEvents,

  readFunnel,
  readSpeedToLead,

  createOrganization,
  readOrganization,
  updateOrganization,

  createToken,
  listTokens,
  revokeToken,

  createUser,
  listUsers,
  readUser,
  updateUser,

  listFailedTasks,
  retryFailedTask,
];

/** Every kind of event that they emit. */
export const eventTypes: readonly EventType[] = [
  ...Object.values(leadEvents),
  ...Object.values(customerEvents),
  ...Object.values(communicationEvents),
  ...Object.values(organizationEvents),
  ...Object.values(taskEvents),
];
