import {
  HAS_ONLY_EMAIL,
  HAS_PHONE,
  LEAD_CONTACT,
  LEAD_FIRST_NAME,
  ORGANIZATION,
  SERVICE,
} from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { NO_SHOW } from './translations.ts';

export const noShowRecovery: ReadyPlaybook = {
  key: 'no_show_recovery',
  name: 'No-show recovery',
  description:
    'Offers a new time right after a customer missed an appointment, creates a call for the office two hours later, and asks one last time after two days.',
  definition: {
    trigger: { event: 'appointment.no_show' },
    stop_on: [
      'communication.received',
      'appointment.booked',
      'appointment.step_undone',
      'appointment.rescheduled',
      'lead.unqualified',
      'lead.deleted',
    ],
    once_per: 'lifecycle',
    steps: [
      {
        id: 'sorry',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD_FIRST_NAME}, sorry we missed you today. Would you like to schedule a new time? Just reply with a day that works for you. ${ORGANIZATION}`,
          translations: NO_SHOW.sorry,
        },
      },
      {
        id: 'sorry_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: 'Sorry we missed you',
          body: `Hi ${LEAD_FIRST_NAME},\n\nWe came by today, but no one was there. Reply with a day that works for you, and we will schedule a new visit.\n\n${ORGANIZATION}`,
          translations: NO_SHOW.sorryMail,
        },
      },
      { id: 'two_hours', do: 'wait', with: { duration: 'PT2H' } },
      {
        id: 'call',
        do: 'create_follow_up',
        with: {
          channel: 'call',
          delay: 'PT0S',
          body: `Call ${LEAD_CONTACT} to schedule a new time: no one was there for the appointment.`,
        },
      },
      { id: 'two_days', do: 'wait', with: { duration: 'P2D' } },
      {
        id: 'last_offer',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD_FIRST_NAME}, we would still like to help you with ${SERVICE}. Reply any time and we will book a new visit. ${ORGANIZATION}`,
          translations: NO_SHOW.lastOffer,
        },
      },
    ],
  },
};
