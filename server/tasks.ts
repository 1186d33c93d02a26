import { endHold } from './features/calendar/index.ts';
import { buildDemoCompany } from './features/demo-company/index.ts';
import { expireEstimates } from './features/estimates/index.ts';
import { checkEventLog, keepLogMonths } from './features/events/index.ts';
import { purgeRestores, restoreOrganization } from './features/exports/index.ts';
import { purgeFiles } from './features/files/index.ts';
import { purgeFormChallenges } from './features/forms/index.ts';
import { locateAppointment } from './features/geocoding/index.ts';
import { importLeadsTask, purgeImports } from './features/imports/index.ts';
import { expireWarranties, expireWarranty } from './features/jobs/index.ts';
import {
  purgeMessageCounts,
  purgeTextCounts,
  releaseMessages,
  sendCommunicationWith,
} from './features/messaging/index.ts';
import { closeCheckout, prepareCheckout } from './features/payments/index.ts';
import { applyRetention, applyRetentions, erasePerson } from './features/privacy/index.ts';
import { purgeTravelTimes, routePlace } from './features/routing/index.ts';
import { sendSignInLink } from './features/sign-in/index.ts';
import { fetchFacebookLead } from './features/sources/index.ts';
import { purgeIdempotencyKeys } from './features/tasks/index.ts';
import {
  cancelDeliveries,
  expediteDeliveries,
  raisePendingFrom,
} from './features/webhooks/index.ts';
import type { Task } from './platform/tasks/task.ts';
import { printDocument } from './print-document.ts';

/** Every type of background task, one per line. */
export const tasks: readonly Task[] = [
  endHold,
  locateAppointment,
  routePlace,
  purgeTravelTimes,
  checkEventLog,
  keepLogMonths,
  importLeadsTask,
  fetchFacebookLead,
  prepareCheckout,
  closeCheckout,
  sendCommunicationWith(printDocument),
  releaseMessages,
  sendSignInLink,
  expireWarranty,
  expireWarranties,
  expireEstimates,
  cancelDeliveries,
  expediteDeliveries,
  raisePendingFrom,
  purgeIdempotencyKeys,
  purgeImports,
  purgeFiles,
  purgeMessageCounts,
  purgeTextCounts,
  purgeFormChallenges,
  restoreOrganization,
  purgeRestores,
  erasePerson,
  applyRetentions,
  applyRetention,
  buildDemoCompany,
];
