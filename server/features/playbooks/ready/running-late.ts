import { ORGANIZATION } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { eta, GREETING, IN_AN_HOUR, MINUTES, visitMessage, who } from './visit-messages.ts';

export const runningLate: ReadyPlaybook = {
  key: 'running_late',
  name: 'Running late',
  description:
    'Apologizes to the customer when a technician is running late, and says when they are expected.',
  definition: {
    trigger: { event: 'appointment.running_late' },
    once_per: 'event',
    stop_on: [],
    steps: visitMessage(
      'apologize',
      {
        en: {
          subject: 'We are running late',
          body: `${GREETING.en}, we are sorry: ${who('our technician')} is running late.${eta(`Arrival in about ${MINUTES} minutes.`)} If that does not work for you, just reply here. ${ORGANIZATION}`,
        },
        es: {
          subject: 'Llegamos con retraso',
          body: `${GREETING.es}, lo sentimos: ${who('nuestro técnico')} llega con retraso.${eta(`Llegada en unos ${MINUTES} minutos.`)} Si no le viene bien, responda a este mensaje. ${ORGANIZATION}`,
        },
        fr: {
          subject: 'Nous avons du retard',
          body: `${GREETING.fr}, nous sommes désolés : ${who('notre technicien')} a du retard.${eta(`Arrivée dans environ ${MINUTES} minutes.`)} Si cela ne vous convient pas, répondez à ce message. ${ORGANIZATION}`,
        },
        de: {
          subject: 'Wir verspäten uns',
          body: `${GREETING.de}, es tut uns leid: ${who('unser Techniker')} verspätet sich.${eta(`Ankunft in etwa ${MINUTES} Minuten.`)} Wenn es Ihnen nicht mehr passt, antworten Sie einfach. ${ORGANIZATION}`,
        },
        pt: {
          subject: 'Estamos atrasados',
          body: `${GREETING.pt}, pedimos desculpa: ${who('o nosso técnico')} está atrasado.${eta(`Chegada em cerca de ${MINUTES} minutos.`)} Se não for conveniente, responda a esta mensagem. ${ORGANIZATION}`,
        },
      },
      IN_AN_HOUR,
    ),
  },
};
