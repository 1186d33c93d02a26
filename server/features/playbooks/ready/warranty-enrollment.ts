import { CUSTOMER_FIRST_NAME, HAS_ONLY_EMAIL, HAS_PHONE, ORGANIZATION } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { WARRANTY } from './translations.ts';

export const warrantyEnrollment: ReadyPlaybook = {
  key: 'warranty_enrollment',
  name: 'Warranty enrollment',
  description:
    'Enrolls the warranty of a completed job immediately and tells the customer when it ends.',
  definition: {
    trigger: { event: 'job.completed', when: 'data.warranty_months > 0' },
    stop_on: ['job.canceled', 'lead.deleted'],
    steps: [
      { id: 'enroll', do: 'enroll_warranty', when: 'job.enrolled_at == null' },
      {
        id: 'tell',
        do: 'send_message',
        when: HAS_PHONE,
        with: {
          channel: 'sms',
          body: `Hi ${CUSTOMER_FIRST_NAME}, your warranty for “{{ job.title }}” is registered and runs until {{ job.warranty_ends_on | date: "%B %-d, %Y" }}. If anything is wrong, just reply here. ${ORGANIZATION}`,
          translations: WARRANTY.tell,
        },
      },
      {
        id: 'tell_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: 'Your warranty is registered',
          body: `Hi ${CUSTOMER_FIRST_NAME},\n\nYour warranty for “{{ job.title }}” is registered and runs until {{ job.warranty_ends_on | date: "%B %-d, %Y" }}. If anything is wrong, just reply to this email.\n\n${ORGANIZATION}`,
          translations: WARRANTY.tellMail,
        },
      },
    ],
  },
};
