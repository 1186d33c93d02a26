import { estimateFollowUp } from './estimate-follow-up.ts';
import { noShowRecovery } from './no-show-recovery.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { reviewAfterCompletion } from './review-after-completion.ts';
import { speedToLead } from './speed-to-lead.ts';
import { warrantyEnrollment } from './warranty-enrollment.ts';

/** In the order in which a new organization sees them. */
export const READY_PLAYBOOKS: readonly ReadyPlaybook[] = [
  speedToLead,
  estimateFollowUp,
  noShowRecovery,
  reviewAfterCompletion,
  warrantyEnrollment,
];
