import { ORGANIZATION } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { eta, GREETING, IN_AN_HOUR, MINUTES, visitMessage, who } from './visit-messages.ts';

export const onTheWay: ReadyPlaybook = {
  key: 'on_the_way',
  name: 'On the way',
  description:
    'Tells the customer that the technician is on the way, and in how many minutes they arrive if that is known.',
  definition: {
    // One that was recorded without signal arrives when the visit may be over.
    trigger: {
      event: 'appointment.en_route',
      when: "now - timestamp(data.en_route_at) < duration('15m')",
    },
    once_per: 'event',
    stop_on: [],
    steps: visitMessage(
      'tell',
      {
        en: {
          subject: 'We are on our way',
          body: `${GREETING.en}, ${who('our technician')} is on the way to you.${eta(`Arrival in about ${MINUTES} minutes.`)} ${ORGANIZATION}`,
        },
        es: {
          subject: 'Estamos en camino',
          body: `${GREETING.es}, ${who('nuestro técnico')} está en camino.${eta(`Llegada en unos ${MINUTES} minutos.`)} ${ORGANIZATION}`,
        },
        fr: {
          subject: 'Nous sommes en route',
          body: `${GREETING.fr}, ${who('notre technicien')} est en route.${eta(`Arrivée dans environ ${MINUTES} minutes.`)} ${ORGANIZATION}`,
        },
        de: {
          subject: 'Wir sind unterwegs',
          body: `${GREETING.de}, ${who('unser Techniker')} ist auf dem Weg zu Ihnen.${eta(`Ankunft in etwa ${MINUTES} Minuten.`)} ${ORGANIZATION}`,
        },
        pt: {
          subject: 'Estamos a caminho',
          body: `${GREETING.pt}, ${who('o nosso técnico')} está a caminho.${eta(`Chegada em cerca de ${MINUTES} minutos.`)} ${ORGANIZATION}`,
        },
      },
      IN_AN_HOUR,
    ),
  },
};
