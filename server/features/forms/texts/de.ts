import type { Texts } from './texts.ts';

export const de: Texts = {
  languageName: 'Deutsch',
  chooseLanguage: 'Sprache',
  leaveEmpty: 'Bitte leer lassen',

  name: 'Ihr Name',
  phone: 'Telefon',
  email: 'E-Mail',
  service_needed: 'Was brauchen Sie?',
  address: 'Adresse',
  notes: 'Wie können wir helfen?',
  channels: 'Wie erreichen wir Sie? Wir brauchen eine Telefonnummer oder eine E-Mail-Adresse.',
  required: '(erforderlich)',
  choose: 'Bitte wählen',
  send: 'Senden',

  consent:
    'Schreiben Sie mir SMS zu meiner Anfrage. Es können Kosten anfallen. Mit STOP beenden Sie die Nachrichten.',
  thankYou: 'Vielen Dank. Wir haben Ihre Anfrage und melden uns bald.',

  again: 'Noch ein Schritt',
  againText: (seconds) =>
    `Ihre Anfrage wurde noch nicht gesendet. Bitte warten Sie ${seconds} Sekunden und drücken Sie dann auf Senden. Das hält Programme fern, die Formulare ausfüllen.`,
  sending: 'Ihre Anfrage wird gesendet …',

  errors: {
    check: 'Bitte prüfen',
    summary: 'Bitte prüfen Sie Ihre Angaben',
    channel: 'Geben Sie eine Telefonnummer oder eine E-Mail-Adresse ein, damit wir Sie erreichen.',
    service: 'Wählen Sie, was Sie brauchen.',
    phone: 'Geben Sie die Nummer mit Vorwahl ein, oder mit + und der Ländervorwahl.',
    email: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel sam@example.com.',
    tooLong: (characters) => `Höchstens ${characters} Zeichen.`,
    characters: 'Entfernen Sie die ungültigen Zeichen.',
    consent:
      'Dieser Text hat sich geändert. Lesen Sie ihn noch einmal, und stimmen Sie zu, wenn Sie möchten.',
  },

  failures: {
    closed: [
      'Dieses Formular ist zurzeit geschlossen',
      'Ihre Anfrage wurde nicht gesendet. Rufen Sie die Firma an, von der Sie die Adresse haben, oder versuchen Sie es später.',
    ],
    notFound: [
      'Formular nicht gefunden',
      'Die Adresse ist falsch, oder es gibt das Formular nicht mehr. Fragen Sie die Firma, von der Sie die Adresse haben.',
    ],
    tooLong: [
      'Ihre Nachricht ist zu lang',
      'Gehen Sie zurück, kürzen Sie den Text, und senden Sie ihn noch einmal.',
    ],
    format: [
      'Format nicht unterstützt',
      'Öffnen Sie das Formular in einem Browser, und senden Sie es von dort, ohne Dateien.',
    ],
    tooMany: ['Zu viele Anfragen', 'Warten Sie einen Moment, und laden Sie die Seite neu.'],
    unavailable: [
      'Zurzeit nicht erreichbar',
      'Warten Sie einen Moment, und laden Sie die Seite neu.',
    ],
    other: [
      'Etwas ist schiefgegangen',
      (code) =>
        `Ihre Anfrage ist nicht bei uns angekommen. Versuchen Sie es noch einmal. Passiert es wieder, nennen Sie der Firma diesen Code: ${code}`,
    ],
  },
};
