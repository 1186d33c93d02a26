import { ORGANIZATION } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { GREETING, VISIT_STARTS, visitMessage, WHEN } from './visit-messages.ts';

/** A visit that is confirmed needs no further reply. */
const unlessConfirmed = (text: string) =>
  `{% if appointment.status != "confirmed" %} ${text}{% endif %}`;

export const visitReminder: ReadyPlaybook = {
  key: 'visit_reminder',
  name: 'Visit reminder',
  description:
    'Reminds the customer 24 hours before a visit and asks for a reply to confirm it. The reminder moves with the visit.',
  definition: {
    trigger: { event: 'appointment.booked' },
    once_per: 'event',
    stop_on: [],
    steps: [
      { id: 'day_before', do: 'wait', with: { before: 'PT24H' } },
      ...visitMessage(
        'remind',
        {
          en: {
            subject: 'Your visit tomorrow',
            body: `${GREETING.en}, a reminder of your visit ${WHEN.en}.${unlessConfirmed('Reply C to confirm.')} If the time does not work for you, just reply here. ${ORGANIZATION}`,
          },
          es: {
            subject: 'Su visita de mañana',
            body: `${GREETING.es}, le recordamos su visita ${WHEN.es}.${unlessConfirmed('Responda C para confirmar.')} Si no le viene bien, responda a este mensaje. ${ORGANIZATION}`,
          },
          fr: {
            subject: 'Votre visite de demain',
            body: `${GREETING.fr}, nous vous rappelons votre visite ${WHEN.fr}.${unlessConfirmed('Répondez C pour confirmer.')} Si l’heure ne vous convient pas, répondez à ce message. ${ORGANIZATION}`,
          },
          de: {
            subject: 'Ihr Termin morgen',
            body: `${GREETING.de}, wir erinnern Sie an Ihren Termin ${WHEN.de}.${unlessConfirmed('Antworten Sie mit C, um ihn zu bestätigen.')} Wenn er Ihnen nicht passt, antworten Sie einfach. ${ORGANIZATION}`,
          },
          pt: {
            subject: 'A sua visita de amanhã',
            body: `${GREETING.pt}, lembramos a sua visita ${WHEN.pt}.${unlessConfirmed('Responda C para confirmar.')} Se a hora não for conveniente, responda a esta mensagem. ${ORGANIZATION}`,
          },
        },
        VISIT_STARTS,
      ),
    ],
  },
};
