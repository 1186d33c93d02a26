import type { Definition } from './definition.ts';

/** The five playbooks that every organization has from the start, off until it switches them on. */

export interface ReadyPlaybook {
  key: string;
  name: string;
  description: string;
  definition: Definition;
}

const LEAD = '{{ lead.name | split: " " | first | default: "there" }}';
const CUSTOMER = '{{ customer.name | default: lead.name | split: " " | first | default: "there" }}';
const SERVICE = '{{ lead.service_needed | replace: "_", " " }}';
const US = '{{ organization.name }}';
const WHO = '{{ lead.name | default: lead.phone | default: lead.email }}';

/** A text where there is a number; a mail to those who left nothing but an address. */
const HAS_PHONE = 'lead.phone != null';
const HAS_ONLY_EMAIL = 'lead.phone == null && lead.email != null';

export const READY_PLAYBOOKS: readonly ReadyPlaybook[] = [
  {
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
  },
  {
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
  },
  {
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
  },
  {
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
  },
  {
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
  },
];
