import { CUSTOMER, HAS_ONLY_EMAIL, HAS_PHONE, US } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';

export const warrantyEnrollment: ReadyPlaybook = {
  key: 'warranty_enrollment',
  name: 'Warranty enrollment',
  description:
    'Enrolls the warranty of a completed job at once and tells the customer until when it runs.',
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
          body: `Hi ${CUSTOMER}, your warranty for “{{ job.title }}” is registered and runs until {{ job.warranty_ends_on | date: "%B %-d, %Y" }}. If anything is not right, just reply here. ${US}`,
        },
      },
      {
        id: 'tell_mail',
        do: 'send_message',
        when: HAS_ONLY_EMAIL,
        with: {
          channel: 'email',
          subject: 'Your warranty is registered',
          body: `Hi ${CUSTOMER},\n\nyour warranty for “{{ job.title }}” is registered and runs until {{ job.warranty_ends_on | date: "%B %-d, %Y" }}. If anything is not right, reply to this mail.\n\n${US}`,
        },
      },
    ],
  },
};
