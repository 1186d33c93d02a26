import { HAS_ONLY_EMAIL, HAS_PHONE, LEAD, SERVICE, US, WHO } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';

export const estimateFollowUp: ReadyPlaybook = {
  key: 'estimate_follow_up',
  name: 'Estimate follow-up',
  description:
    'Thanks for the visit the day after an estimate, asks about open questions three days later, and has somebody call after a week if nothing was sold.',
  definition: {
    trigger: { event: 'appointment.completed', when: "data.type == 'estimate'" },
    stop_on: [
      'communication.received',
      'job.created',
      'appointment.booked',
      'lead.unqualified',
      'lead.deleted',
    ],
    steps: [
      { id: 'next_day', do: 'wait', with: { duration: 'P1D' } },
      {
        id: 'thanks',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD}, thank you for having us over about ${SERVICE}. If anything in the estimate is unclear, reply here and we will gladly explain it. ${US}`,
        },
      },
      {
        id: 'thanks_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: `Your estimate from ${US}`,
          body: `Hi ${LEAD},\n\nthank you for having us over about ${SERVICE}. If anything in the estimate is unclear, reply to this mail and we will gladly explain it.\n\n${US}`,
        },
      },
      { id: 'three_days', do: 'wait', with: { duration: 'P3D' } },
      {
        id: 'questions',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD}, have you had time to look at our estimate for ${SERVICE}? If you would like to go ahead, reply YES and we will find a date. ${US}`,
        },
      },
      { id: 'rest_of_week', do: 'wait', with: { duration: 'P3D' } },
      {
        id: 'call',
        do: 'create_task',
        with: {
          title: `Call ${WHO}: the estimate for ${SERVICE} is a week old and still open.`,
        },
      },
    ],
  },
};
