import type { Tool } from '../tool.ts';
import { apiRead, apiSearch, apiWrite } from './any-operation.ts';
import { bookAppointment, rescheduleAppointment } from './appointments.ts';
import { checkAvailability } from './check-availability.ts';
import { captureLead, createInvoice, createJob, logCommunication } from './create-records.ts';
import { dispatchBoard } from './dispatch-board.ts';
import { findRecords } from './find-records.ts';
import { getLifecycle } from './get-lifecycle.ts';
import { recordPayment, scheduleFollowUp, sendMessage } from './send-and-pay.ts';
import { cancelOrUndo, takeStep } from './take-steps.ts';
import { updateRecord } from './update-record.ts';
import { whoami } from './whoami.ts';

/** Every tool, in the order in which clients list them: reading, writing, then what is confirmed. */
export const tools: readonly Tool[] = [
  whoami,
  findRecords,
  getLifecycle,
  checkAvailability,
  dispatchBoard,
  apiSearch,
  apiRead,
  captureLead,
  updateRecord,
  bookAppointment,
  rescheduleAppointment,
  createJob,
  createInvoice,
  logCommunication,
  scheduleFollowUp,
  takeStep,
  sendMessage,
  recordPayment,
  cancelOrUndo,
  apiWrite,
];
