import type { words } from '../en/words.ts';

export const appointmentStatus: (typeof words)['appointmentStatus'] = {
  held: 'Reservada',
  booked: 'Programada',
  confirmed: 'Confirmada',
  dispatched: 'Asignada',
  en_route: 'En camino',
  in_progress: 'En curso',
  completed: 'Terminada',
  no_show: 'No había nadie',
  canceled: 'Cancelada',
  expired: 'Caducada',
};
