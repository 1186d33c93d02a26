import type { Texts } from './texts.ts';

export const es: Texts = {
  languageName: 'Español',
  chooseLanguage: 'Idioma',
  step: (number, of) => `Paso ${number} de ${of}`,
  back: 'Atrás',
  next: 'Continuar',
  optional: '(opcional)',
  yes: 'Sí',
  no: 'No',
  choose: 'Elija una opción',
  leaveEmpty: 'Deje esto vacío',

  whichService: '¿Qué necesita?',
  nothingOffered: 'En este momento no se puede reservar nada aquí. Llámenos, por favor.',
  free: 'gratis',
  priceFrom: (price) => `desde ${price}`,

  details: 'Algunos detalles',
  postalCode: 'Código postal del lugar',

  time: 'Elija un día y una hora',
  chooseDay: 'Día',
  timesOn: (day) => `Horas del ${day}`,
  timesAreIn: (zone) => `Todas las horas son de ${zone}.`,
  earlierDays: 'Días anteriores',
  laterDays: 'Días posteriores',
  noTimes:
    'No hay ninguna hora libre en este momento. Envíenos su solicitud y buscaremos una con usted.',
  outside:
    'Este código postal está fuera de la zona que solemos atender. Envíenos su solicitud de todos modos y veremos qué podemos hacer.',
  askWithoutTime: '¿Ninguna de estas horas? Envíe una solicitud sin hora',

  contact: '¿Cómo podemos contactarle?',
  name: 'Su nombre',
  channels: 'Hace falta un teléfono o un correo electrónico.',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  address: 'Dirección de la visita',
  notes: '¿Hay algo más que debamos saber?',
  emailConsent: 'Envíenme correos sobre mi visita.',
  consent:
    'Envíenme mensajes de texto sobre mi visita. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para terminar.',
  book: 'Reservar la visita',
  sendRequest: 'Enviar la solicitud',

  lost: 'Esta hora acaba de ocuparse',
  lostNext: 'Todavía no hay nada reservado. Estas son las próximas horas libres:',
  lostNone: 'Todavía no hay nada reservado y no queda otra hora libre. Envíenos su solicitud.',
  bookThis: 'Reservar esta hora',

  again: 'Un paso más',
  againText: (seconds) =>
    `Todavía no hay nada reservado. Espere ${seconds} segundos y pulse el botón. Así evitamos los programas que rellenan formularios.`,
  sending: 'Enviando …',

  booked: 'Su visita está reservada',
  bookedText: 'Gracias. Hasta pronto.',
  bookedBefore:
    'Esta visita ya está reservada. No se ha reservado nada más, y lo que escribió después no se ha enviado. Para cambiarla, use el enlace de nuestro mensaje o contáctenos.',
  requested: 'Tenemos su solicitud',
  requestedText: 'Gracias. Le contactaremos pronto para encontrar una hora.',
  addToCalendar: 'Añadir al calendario',
  manage: 'Ver, mover o cancelar su visita',
  service: 'Servicio',
  when: 'Cuándo',
  reference: 'Referencia',
  bookAnother: 'Reservar otra visita',

  errors: {
    summary: 'Revise sus respuestas',
    service: 'Elija lo que necesita.',
    answer: 'Responda a esta pregunta.',
    choice: 'Elija una de las respuestas.',
    postalCode: 'Escriba el código postal, por ejemplo 97205.',
    time: 'Elija una hora.',
    name: 'Escriba su nombre.',
    channel: 'Escriba un teléfono o un correo electrónico para que podamos contactarle.',
    phone: 'Escriba el teléfono con su prefijo, o con + y el código del país.',
    email: 'Escriba un correo electrónico completo, por ejemplo sam@example.com.',
    tooLong: (characters) => `Use como máximo ${characters} caracteres.`,
    characters: 'Quite los caracteres no válidos.',
    consent: 'Este texto ha cambiado. Léalo otra vez y marque la casilla si está de acuerdo.',
  },

  failures: {
    closed: ['Esta página está cerrada', 'No se reservó nada. Llámenos o inténtelo más tarde.'],
    notFound: [
      'Página no encontrada',
      'La dirección es incorrecta o la página ya no existe. Pregunte a la empresa que le dio esta dirección.',
    ],
    tooLong: ['Su texto es demasiado largo', 'Vuelva atrás, acorte el texto y envíelo otra vez.'],
    format: ['Formato no admitido', 'Abra la página en un navegador y envíela desde ahí.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y recargue esta página.'],
    unavailable: ['No disponible por el momento', 'Espere un momento y recargue esta página.'],
    other: [
      'Algo salió mal',
      (code) => `Inténtelo otra vez. Si se repite, dígaselo a la empresa con este código: ${code}`,
    ],
  },
};
