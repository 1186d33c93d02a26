import { HAS_ONLY_EMAIL, HAS_PHONE, LEAD, SERVICE, US, WHO } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';

export const noShowRecovery: ReadyPlaybook = {
  key: 'no_show_recovery',
  name: 'No-show recovery',
  description:
    'Offers another time right after somebody was not there, has the office call two hours later, and asks a last time after two days.',
  definition: {
    trigger: { event: 'appointment.no_show' },
    stop_on: [
      'communication.received',
      'appointment.booked',
      'appointment.rescheduled',
      'lead.unqualified',
      'lead.deleted',
    ],
    steps: [
      {
        id: 'sorry',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD}, sorry that we missed you today. Shall we find another time? Reply with a day that suits you. ${US}`,
        },
      },
      {
        id: 'sorry_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: 'Sorry that we missed you',
          body: `Hi ${LEAD},\n\nwe came by today and did not meet you. Reply with a day that suits you, and we will come again.\n\n${US}`,
        },
      },
      { id: 'two_hours', do: 'wait', with: { duration: 'PT2H' } },
      {
        id: 'call',
        do: 'create_follow_up',
        with: {
          channel: 'call',
          delay: 'PT0S',
          body: `Call ${WHO} and find another time: nobody was there for the appointment.`,
        },
      },
      { id: 'two_days', do: 'wait', with: { duration: 'P2D' } },
      {
        id: 'last_offer',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD}, we would still like to help you with ${SERVICE}. Reply whenever it suits you and we will book a new time. ${US}`,
        },
      },
    ],
  },
};
