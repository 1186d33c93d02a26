import {
  HAS_ONLY_EMAIL,
  HAS_PHONE,
  LEAD_CONTACT,
  LEAD_FIRST_NAME,
  ORGANIZATION,
  SERVICE,
} from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { ESTIMATE } from './translations.ts';

export const estimateFollowUp: ReadyPlaybook = {
  key: 'estimate_follow_up',
  name: 'Estimate follow-up',
  description:
    'Thanks the customer the day after an estimate visit, asks again three days later, and creates a call task after a week if no job was created.',
  definition: {
    trigger: { event: 'appointment.completed', when: "data.type == 'estimate'" },
    stop_on: [
      'communication.received',
      'job.created',
      'appointment.booked',
      'appointment.step_undone',
      'lead.unqualified',
      'lead.deleted',
    ],
    once_per: 'lifecycle',
    steps: [
      { id: 'next_day', do: 'wait', with: { duration: 'P1D' } },
      {
        id: 'thanks',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD_FIRST_NAME}, thank you for meeting with us about ${SERVICE}. If you have any questions about the estimate, just reply here and we will be happy to help. ${ORGANIZATION}`,
          translations: ESTIMATE.thanks,
        },
      },
      {
        id: 'thanks_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: `Your estimate from ${ORGANIZATION}`,
          body: `Hi ${LEAD_FIRST_NAME},\n\nThank you for meeting with us about ${SERVICE}. If you have any questions about the estimate, just reply to this email and we will be happy to help.\n\n${ORGANIZATION}`,
          translations: ESTIMATE.thanksMail,
        },
      },
      { id: 'three_days', do: 'wait', with: { duration: 'P3D' } },
      {
        id: 'questions',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD_FIRST_NAME}, have you had time to look at our estimate for ${SERVICE}? If you would like to go ahead, reply YES and we will schedule a date. ${ORGANIZATION}`,
          translations: ESTIMATE.questions,
        },
      },
      { id: 'rest_of_week', do: 'wait', with: { duration: 'P3D' } },
      {
        id: 'call',
        do: 'create_task',
        with: {
          title: `Call ${LEAD_CONTACT}: the estimate for ${SERVICE} is a week old and still open.`,
        },
      },
    ],
  },
};
