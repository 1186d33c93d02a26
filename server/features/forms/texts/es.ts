import type { Texts } from './texts.ts';

export const es: Texts = {
  languageName: 'Español',
  chooseLanguage: 'Idioma',
  leaveEmpty: 'Deje esto vacío',

  name: 'Su nombre',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  service_needed: '¿Qué necesita?',
  address: 'Dirección',
  notes: '¿En qué podemos ayudarle?',
  channels: '¿Cómo podemos contactarle? Hace falta un teléfono o un correo electrónico.',
  required: '(obligatorio)',
  choose: 'Elija una opción',
  send: 'Enviar',

  consent:
    'Envíenme mensajes de texto sobre mi solicitud. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para terminar.',
  thankYou: 'Gracias. Tenemos su solicitud y le contactaremos pronto.',

  again: 'Un paso más',
  againText: (seconds) =>
    `Su solicitud todavía no se ha enviado. Espere ${seconds} segundos y pulse Enviar. Así evitamos los programas que rellenan formularios.`,
  sending: 'Enviando su solicitud …',

  errors: {
    check: 'Revise',
    summary: 'Revise sus respuestas',
    channel: 'Escriba un teléfono o un correo electrónico para que podamos contactarle.',
    service: 'Elija lo que necesita.',
    phone: 'Escriba el teléfono con su prefijo, o con + y el código del país.',
    email: 'Escriba un correo electrónico completo, por ejemplo sam@example.com.',
    tooLong: (characters) => `Use como máximo ${characters} caracteres.`,
    characters: 'Quite los caracteres no válidos.',
    consent: 'Este texto ha cambiado. Léalo otra vez y marque la casilla si está de acuerdo.',
  },

  failures: {
    closed: [
      'Este formulario está cerrado en este momento',
      'Su solicitud no se envió. Llame a la empresa que le dio esta dirección o inténtelo más tarde.',
    ],
    notFound: [
      'Formulario no encontrado',
      'La dirección es incorrecta o el formulario ya no existe. Pregunte a la empresa que le dio esta dirección.',
    ],
    tooLong: ['Su mensaje es demasiado largo', 'Vuelva atrás, acorte el texto y envíelo otra vez.'],
    format: [
      'Formato no admitido',
      'Abra el formulario en un navegador y envíelo desde ahí, sin archivos.',
    ],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y recargue esta página.'],
    unavailable: ['No disponible por el momento', 'Espere un momento y recargue esta página.'],
    other: [
      'Algo salió mal',
      (code) =>
        `No recibimos su solicitud. Inténtelo otra vez. Si se repite, dígaselo a la empresa con este código: ${code}`,
    ],
  },
};
