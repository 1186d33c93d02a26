import type { Texts } from './texts.ts';

export const de: Texts = {
  languageName: 'Deutsch',
  chooseLanguage: 'Sprache',
  step: (number, of) => `Schritt ${number} von ${of}`,
  back: 'Zurück',
  next: 'Weiter',
  optional: '(freiwillig)',
  yes: 'Ja',
  no: 'Nein',
  choose: 'Bitte wählen',
  leaveEmpty: 'Bitte leer lassen',

  whichService: 'Was brauchen Sie?',
  nothingOffered: 'Hier kann zurzeit nichts gebucht werden. Bitte rufen Sie uns an.',
  free: 'kostenlos',
  priceFrom: (price) => `ab ${price}`,

  details: 'Ein paar Angaben',
  postalCode: 'Postleitzahl des Ortes',

  time: 'Wählen Sie Tag und Uhrzeit',
  chooseDay: 'Tag',
  timesOn: (day) => `Uhrzeiten am ${day}`,
  timesAreIn: (zone) => `Alle Zeiten in ${zone}.`,
  earlierDays: 'Frühere Tage',
  laterDays: 'Spätere Tage',
  noTimes:
    'Zurzeit ist kein Termin frei. Senden Sie uns Ihre Anfrage, und wir finden einen mit Ihnen.',
  outside:
    'Diese Postleitzahl liegt außerhalb unseres üblichen Gebiets. Senden Sie uns Ihre Anfrage trotzdem, und wir sehen, was wir tun können.',
  askWithoutTime: 'Keine passende Zeit dabei? Anfrage ohne Termin senden',

  contact: 'Wie erreichen wir Sie?',
  name: 'Ihr Name',
  channels: 'Wir brauchen eine Telefonnummer oder eine E-Mail-Adresse.',
  phone: 'Telefon',
  email: 'E-Mail',
  address: 'Adresse des Besuchs',
  notes: 'Was sollten wir noch wissen?',
  emailConsent: 'Schicken Sie mir E-Mails zu meinem Termin.',
  consent:
    'Schreiben Sie mir SMS zu meinem Termin. Es können Kosten anfallen. Mit STOP beenden Sie die Nachrichten.',
  book: 'Termin buchen',
  sendRequest: 'Anfrage senden',

  lost: 'Diese Zeit wurde gerade vergeben',
  lostNext: 'Es ist noch nichts gebucht. Das sind die nächsten freien Zeiten:',
  lostNone:
    'Es ist noch nichts gebucht, und keine andere Zeit ist frei. Senden Sie uns Ihre Anfrage.',
  bookThis: 'Diese Zeit buchen',

  again: 'Noch ein Schritt',
  againText: (seconds) =>
    `Es ist noch nichts gebucht. Bitte warten Sie ${seconds} Sekunden und drücken Sie dann den Knopf. Das hält Programme fern, die Formulare ausfüllen.`,
  sending: 'Wird gesendet …',

  booked: 'Ihr Termin ist gebucht',
  bookedText: 'Vielen Dank. Bis bald.',
  bookedBefore:
    'Dieser Termin ist schon gebucht. Es wurde nichts noch einmal gebucht, und was Sie danach eingegeben haben, wurde nicht gesendet. Um ihn zu ändern, nutzen Sie den Link in unserer Nachricht, oder melden Sie sich bei uns.',
  requested: 'Wir haben Ihre Anfrage',
  requestedText: 'Vielen Dank. Wir melden uns bald, um einen Termin zu finden.',
  addToCalendar: 'Zum Kalender hinzufügen',
  manage: 'Termin ansehen, verschieben oder absagen',
  service: 'Leistung',
  when: 'Wann',
  reference: 'Nummer',
  bookAnother: 'Einen weiteren Termin buchen',

  errors: {
    summary: 'Bitte prüfen Sie Ihre Angaben',
    service: 'Wählen Sie, was Sie brauchen.',
    answer: 'Beantworten Sie diese Frage.',
    choice: 'Wählen Sie eine der Antworten.',
    postalCode: 'Geben Sie die Postleitzahl ein, zum Beispiel 10115.',
    time: 'Wählen Sie eine Uhrzeit.',
    name: 'Geben Sie Ihren Namen ein.',
    channel: 'Geben Sie eine Telefonnummer oder eine E-Mail-Adresse ein, damit wir Sie erreichen.',
    phone: 'Geben Sie die Nummer mit Vorwahl ein, oder mit + und der Ländervorwahl.',
    email: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel sam@example.com.',
    tooLong: (characters) => `Höchstens ${characters} Zeichen.`,
    characters: 'Entfernen Sie die ungültigen Zeichen.',
    consent:
      'Dieser Text hat sich geändert. Lesen Sie ihn noch einmal, und stimmen Sie zu, wenn Sie möchten.',
  },

  failures: {
    closed: [
      'Diese Seite ist zurzeit geschlossen',
      'Es wurde nichts gebucht. Rufen Sie uns an, oder versuchen Sie es später.',
    ],
    notFound: [
      'Seite nicht gefunden',
      'Die Adresse ist falsch, oder es gibt die Seite nicht mehr. Fragen Sie die Firma, von der Sie die Adresse haben.',
    ],
    tooLong: [
      'Ihr Text ist zu lang',
      'Gehen Sie zurück, kürzen Sie den Text, und senden Sie ihn noch einmal.',
    ],
    format: [
      'Format nicht unterstützt',
      'Öffnen Sie die Seite in einem Browser, und senden Sie sie von dort.',
    ],
    tooMany: ['Zu viele Anfragen', 'Warten Sie einen Moment, und laden Sie die Seite neu.'],
    unavailable: [
      'Zurzeit nicht erreichbar',
      'Warten Sie einen Moment, und laden Sie die Seite neu.',
    ],
    other: [
      'Etwas ist schiefgegangen',
      (code) =>
        `Versuchen Sie es noch einmal. Passiert es wieder, nennen Sie der Firma diesen Code: ${code}`,
    ],
  },
};
