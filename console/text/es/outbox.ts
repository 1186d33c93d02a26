import type { outbox as english } from '../en/outbox.ts';

export const outbox: typeof english = {
  allSent: 'Todo enviado',
  waiting: (count) => `${count} por enviar`,
  needsYou: (count) => (count === 1 ? '1 necesita su atención' : `${count} necesitan su atención`),
  waitingTitle: 'Aún no enviado',
  isWaiting: 'Aún no enviado',
  isRefused: 'Necesita su atención',
  sendAgain: 'Enviar de nuevo',
  drop: 'Eliminar',
  tooOld: 'Esto se guardó hace más de un día. Compruebe si ya llegó; después envíelo o elimínelo.',
  notKept:
    'A este navegador no le queda espacio, así que esto no se guardó. Libere espacio e inténtelo de nuevo.',
  notAPhoto: (name) => `${name} no es una imagen que este navegador pueda abrir.`,
  what: {
    step: 'Paso de una visita',
    check: 'Lista de control',
    note: 'Nota',
    photo: 'Foto',
    collect: 'Pago',
  },
};
