import { ORGANIZATION } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { GREETING, VISIT_STARTS, visitMessage, WHEN } from './visit-messages.ts';

export const visitConfirmation: ReadyPlaybook = {
  key: 'visit_confirmation',
  name: 'Visit confirmation',
  description:
    'Confirms a visit to the customer as soon as it is booked, with its time or its arrival window.',
  definition: {
    trigger: { event: 'appointment.booked' },
    once_per: 'event',
    stop_on: [],
    steps: visitMessage(
      'confirm',
      {
        en: {
          subject: 'Your visit is booked',
          body: `${GREETING.en}, your visit is booked: we will come ${WHEN.en}. If you need to change it, just reply here. ${ORGANIZATION}`,
        },
        es: {
          subject: 'Su visita está reservada',
          body: `${GREETING.es}, su visita está reservada: iremos ${WHEN.es}. Si necesita cambiarla, responda a este mensaje. ${ORGANIZATION}`,
        },
        fr: {
          subject: 'Votre visite est réservée',
          body: `${GREETING.fr}, votre visite est réservée : nous viendrons ${WHEN.fr}. Pour la modifier, répondez à ce message. ${ORGANIZATION}`,
        },
        de: {
          subject: 'Ihr Termin ist gebucht',
          body: `${GREETING.de}, Ihr Termin ist gebucht: Wir kommen ${WHEN.de}. Wenn Sie ihn ändern möchten, antworten Sie einfach. ${ORGANIZATION}`,
        },
        pt: {
          subject: 'A sua visita está marcada',
          body: `${GREETING.pt}, a sua visita está marcada: iremos ${WHEN.pt}. Se precisar de a alterar, responda a esta mensagem. ${ORGANIZATION}`,
        },
      },
      VISIT_STARTS,
    ),
  },
};
