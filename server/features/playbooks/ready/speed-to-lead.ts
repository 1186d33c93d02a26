import { HAS_ONLY_EMAIL, HAS_PHONE, LEAD, SERVICE, US, WHO } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';

export const speedToLead: ReadyPlaybook = {
  key: 'speed_to_lead',
  name: 'Speed to lead',
  description:
    'Answers a new lead within seconds, has somebody call five minutes later unless they have replied or booked, and asks once more the next day.',
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
          body: `Hi ${LEAD}, this is ${US}. Thanks for asking us about ${SERVICE}. We will call you in a few minutes; if another time suits you better, just reply with it. Reply STOP to opt out.`,
        },
      },
      {
        id: 'mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: `Your request to ${US}`,
          body: `Hi ${LEAD},\n\nthank you for asking us about ${SERVICE}. So that we can help you quickly: what is the best number to reach you at, and when?\n\nJust reply to this mail.\n\n${US}`,
        },
      },
      { id: 'pause', do: 'wait', with: { duration: 'PT5M' } },
      {
        id: 'call',
        do: 'create_follow_up',
        with: {
          channel: 'call',
          delay: 'PT0S',
          body: `Call ${WHO} about ${SERVICE}: the request is five minutes old and nobody has spoken to them yet.`,
        },
      },
      { id: 'night', do: 'wait', with: { duration: 'P1D' } },
      {
        id: 'nudge',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${LEAD}, ${US} again. Do you still need help with ${SERVICE}? Reply with a day and time that suits you and we will take care of it.`,
        },
      },
    ],
  },
};
