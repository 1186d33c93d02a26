import { estimateFollowUp } from './estimate-follow-up.ts';
import { invoiceReminder } from './invoice-reminder.ts';
import { noShowRecovery } from './no-show-recovery.ts';
import { onTheWay } from './on-the-way.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { reviewAfterCompletion } from './review-after-completion.ts';
import { runningLate } from './running-late.ts';
import { speedToLead } from './speed-to-lead.ts';
import { visitConfirmation } from './visit-confirmation.ts';
import { visitReminder } from './visit-reminder.ts';
import { warrantyEnrollment } from './warranty-enrollment.ts';

/** In the order in which a new organization sees them. */
export const READY_PLAYBOOKS: readonly ReadyPlaybook[] = [
  speedToLead,
  visitConfirmation,
  visitReminder,
  onTheWay,
  runningLate,
  estimateFollowUp,
  noShowRecovery,
  reviewAfterCompletion,
  warrantyEnrollment,
  invoiceReminder,
];
