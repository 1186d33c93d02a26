import {
  HAS_ONLY_EMAIL,
  HAS_PHONE,
  LEAD_CONTACT,
  LEAD_FIRST_NAME,
  ORGANIZATION,
  SERVICE,
} from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { SPEED_TO_LEAD } from './translations.ts';

export const speedToLead: ReadyPlaybook = {
  key: 'speed_to_lead',
  name: 'Speed to lead',
  description:
    'Replies to a new lead within seconds, creates a call five minutes later unless the lead has replied or booked, and asks once more the next day.',
  definition: {
    trigger: { event: 'lead.qualified' },
    stop_on: [
      'communication.received',
      'appointment.booked',
      'lead.converted',
      'lead.unqualified',
      'lead.deleted',
    ],
    steps: [
      {
        id: 'text',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD_FIRST_NAME}, this is ${ORGANIZATION}. Thanks for asking us about ${SERVICE}. We will call you in a few minutes. If another time is better, just reply with it. Reply STOP to opt out.`,
          translations: SPEED_TO_LEAD.text,
        },
      },
      {
        id: 'mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: `Your request to ${ORGANIZATION}`,
          body: `Hi ${LEAD_FIRST_NAME},\n\nThank you for asking us about ${SERVICE}. What is the best phone number to reach you, and when may we call?\n\nJust reply to this email.\n\n${ORGANIZATION}`,
          translations: SPEED_TO_LEAD.mail,
        },
      },
      { id: 'pause', do: 'wait', with: { duration: 'PT5M' } },
      {
        id: 'call',
        do: 'create_follow_up',
        with: {
          channel: 'call',
          delay: 'PT0S',
          body: `Call ${LEAD_CONTACT} about ${SERVICE}: the request is five minutes old and no one has spoken to the lead yet.`,
        },
      },
      { id: 'night', do: 'wait', with: { duration: 'P1D' } },
      {
        id: 'nudge',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD_FIRST_NAME}, ${ORGANIZATION} again. Do you still need help with ${SERVICE}? Reply with a day and time that works for you and we will take care of it.`,
          translations: SPEED_TO_LEAD.nudge,
        },
      },
    ],
  },
};
