import {
  appointmentEvents,
  bookAppointment,
  cancelAppointment,
  completeAppointment,
  confirmAppointment,
  dispatchAppointment,
  holdAppointment,
  listAppointments,
  markNoShow,
  readAppointment,
  setOutForAppointment,
  startAppointment,
  updateAppointment,
} from './features/appointments/index.ts';
import { readAvailability } from './features/availability/index.ts';
import { calendarEvents, makeCalendarKey, revokeCalendarKey } from './features/calendars/index.ts';
import {
  channelEvents,
  createChannel,
  listChannels,
  readChannel,
  updateChannel,
} from './features/channels/index.ts';
import {
  communicationEvents,
  listCommunications,
  readCommunication,
  recordCommunication,
  retryCommunication,
  testChannel,
} from './features/communications/index.ts';
import {
  convertLead,
  customerEvents,
  listCustomers,
  readCustomer,
  readLifecycle,
  updateCustomer,
} from './features/customers/index.ts';
import { readDispatchBoard, suggestAssignee } from './features/dispatch/index.ts';
import { listEvents } from './features/events/index.ts';
import { createForm, formEvents, listForms, readForm, updateForm } from './features/forms/index.ts';
import { importEvents, importLeads, listImports, readImport } from './features/imports/index.ts';
import {
  createInvoice,
  invoiceEvents,
  listInvoices,
  readInvoice,
  recordPayment,
  refundInvoice,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from './features/invoices/index.ts';
import {
  addChecklistItem,
  addJobAttachment,
  addJobNote,
  cancelJob,
  checkChecklistItem,
  closeJob,
  closeWarrantyClaim,
  completeJob,
  createJob,
  enrollWarranty,
  holdJob,
  jobEvents,
  listJobAttachments,
  listJobNotes,
  listJobs,
  listWarrantyClaims,
  openWarrantyClaim,
  readJob,
  resumeJob,
  scheduleJob,
  startJob,
  uncheckChecklistItem,
  updateJob,
} from './features/jobs/index.ts';
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
import { createTeam, listTeams, readTeam, teamEvents, updateTeam } from './features/teams/index.ts';
import {
  createTemplate,
  listTemplates,
  readTemplate,
  templateEvents,
  updateTemplate,
} from './features/templates/index.ts';
import {
  createTimeOff,
  deleteTimeOff,
  listTimeOff,
  readTimeOff,
  timeOffEvents,
} from './features/time-off/index.ts';
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

  importLeads,
  listImports,
  readImport,

  listCustomers,
  readCustomer,
  updateCustomer,
  readLifecycle,

  readAvailability,

  bookAppointment,
  holdAppointment,
  listAppointments,
  readAppointment,
  updateAppointment,
  confirmAppointment,
  dispatchAppointment,
  setOutForAppointment,
  startAppointment,
  completeAppointment,
  markNoShow,
  cancelAppointment,

  readDispatchBoard,
  suggestAssignee,

  createJob,
  listJobs,
  readJob,
  updateJob,
  scheduleJob,
  startJob,
  holdJob,
  resumeJob,
  completeJob,
  enrollWarranty,
  closeJob,
  cancelJob,
  addChecklistItem,
  checkChecklistItem,
  uncheckChecklistItem,
  addJobNote,
  listJobNotes,
  addJobAttachment,
  listJobAttachments,
  openWarrantyClaim,
  listWarrantyClaims,
  closeWarrantyClaim,

  createInvoice,
  listInvoices,
  readInvoice,
  updateInvoice,
  sendInvoice,
  voidInvoice,
  recordPayment,
  refundInvoice,

  recordCommunication,
  listCommunications,
  readCommunication,
  retryCommunication,

  createChannel,
  listChannels,
  readChannel,
  updateChannel,
  testChannel,

  createTemplate,
  listTemplates,
  readTemplate,
  updateTemplate,

  createForm,
  listForms,
  readForm,
  updateForm,

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
  makeCalendarKey,
  revokeCalendarKey,

  createTeam,
  listTeams,
  readTeam,
  updateTeam,

  createTimeOff,
  listTimeOff,
  readTimeOff,
  deleteTimeOff,

  listFailedTasks,
  retryFailedTask,
];

/** Every kind of event that they emit. */
export const eventTypes: readonly EventType[] = [
  ...Object.values(leadEvents),
  ...Object.values(importEvents),
  ...Object.values(customerEvents),
  ...Object.values(appointmentEvents),
  ...Object.values(jobEvents),
  ...Object.values(invoiceEvents),
  ...Object.values(communicationEvents),
  ...Object.values(channelEvents),
  ...Object.values(templateEvents),
  ...Object.values(formEvents),
  ...Object.values(organizationEvents),
  ...Object.values(calendarEvents),
  ...Object.values(teamEvents),
  ...Object.values(timeOffEvents),
  ...Object.values(taskEvents),
];
