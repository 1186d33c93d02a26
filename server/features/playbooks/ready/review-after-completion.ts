import { CUSTOMER, HAS_ONLY_EMAIL, HAS_PHONE, US, WHO } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';

export const reviewAfterCompletion: ReadyPlaybook = {
  key: 'review_after_completion',
  name: 'Review after completion',
  description:
    'Asks how it went the day after a job is done, and again once if no answer comes; an answer becomes a task, so that somebody thanks them or puts it right.',
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
          body: `Hi ${CUSTOMER}, thank you for choosing ${US}. How did we do? Reply with 1 (poor) to 5 (great) and a word on why; every answer is read.`,
        },
      },
      {
        id: 'ask_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: 'How did we do?',
          body: `Hi ${CUSTOMER},\n\nthank you for choosing ${US}. How did we do? Reply with 1 (poor) to 5 (great) and a word on why; every answer is read.\n\n${US}`,
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
              body: `Hi ${CUSTOMER}, a last question from ${US}: were you happy with our work? A short reply helps us, and others who look for help.`,
            },
          },
        ],
        else: [
          {
            id: 'thank',
            do: 'create_task',
            with: {
              title: `${WHO} answered how we did. Read it; thank them and ask for a public review, or put right what went wrong.`,
            },
          },
        ],
      },
    ],
  },
};
