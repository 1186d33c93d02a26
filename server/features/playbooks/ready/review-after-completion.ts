import {
  CUSTOMER_FIRST_NAME,
  HAS_ONLY_EMAIL,
  HAS_PHONE,
  LEAD_CONTACT,
  ORGANIZATION,
} from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { REVIEW } from './translations.ts';

export const reviewAfterCompletion: ReadyPlaybook = {
  key: 'review_after_completion',
  name: 'Review after completion',
  description:
    'Asks the customer for a rating the day after a job is completed, and asks once more if there is no reply. A reply creates a task to thank the customer or fix the problem.',
  definition: {
    trigger: { event: 'job.completed' },
    stop_on: ['warranty_claim.opened', 'job.canceled', 'lead.deleted'],
    steps: [
      { id: 'next_day', do: 'wait', with: { duration: 'P1D' } },
      {
        id: 'ask',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${CUSTOMER_FIRST_NAME}, thank you for choosing ${ORGANIZATION}. How did we do? Reply with a number from 1 (poor) to 5 (great) and tell us why. We read every reply.`,
          translations: REVIEW.ask,
        },
      },
      {
        id: 'ask_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: 'How did we do?',
          body: `Hi ${CUSTOMER_FIRST_NAME},\n\nThank you for choosing ${ORGANIZATION}. How did we do? Reply with a number from 1 (poor) to 5 (great) and tell us why. We read every reply.\n\n${ORGANIZATION}`,
          translations: REVIEW.askMail,
        },
      },
      {
        id: 'answer',
        do: 'wait',
        with: { event: 'communication.received', timeout: 'P4D' },
      },
      {
        id: 'silent',
        do: 'branch',
        when: 'steps.answer.output.timed_out',
        then: [
          {
            id: 'ask_again',
            do: 'send_message',
            when: HAS_PHONE,
            with: {
              channel: 'sms',
              body: `Hi ${CUSTOMER_FIRST_NAME}, one last question from ${ORGANIZATION}: were you happy with our work? A short reply helps us and future customers.`,
              translations: REVIEW.askAgain,
            },
          },
        ],
        else: [
          {
            id: 'thank',
            do: 'create_task',
            with: {
              title: `${LEAD_CONTACT} replied to our rating request. Read the reply. Thank the customer and ask for a public review, or fix what went wrong.`,
            },
          },
        ],
      },
    ],
  },
};
