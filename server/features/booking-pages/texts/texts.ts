/** Every text of the pages that does not come from the company. */
export interface Texts {
  /** The name of the language, in itself. */
  languageName: string;
  chooseLanguage: string;
  step: (number: number, of: number) => string;
  back: string;
  next: string;
  optional: string;
  yes: string;
  no: string;
  choose: string;
  leaveEmpty: string;

  whichService: string;
  nothingOffered: string;
  free: string;
  priceFrom: (price: string) => string;

  details: string;
  postalCode: string;

  time: string;
  chooseDay: string;
  timesOn: (day: string) => string;
  timesAreIn: (zone: string) => string;
  earlierDays: string;
  laterDays: string;
  noTimes: string;
  outside: string;
  askWithoutTime: string;

  contact: string;
  name: string;
  channels: string;
  phone: string;
  email: string;
  address: string;
  notes: string;
  emailConsent: string;
  consent: string;
  book: string;
  sendRequest: string;

  lost: string;
  lostNext: string;
  lostNone: string;
  bookThis: string;

  again: string;
  againText: (seconds: number) => string;
  sending: string;

  booked: string;
  bookedText: string;
  bookedBefore: string;
  requested: string;
  requestedText: string;
  addToCalendar: string;
  manage: string;
  service: string;
  when: string;
  reference: string;
  bookAnother: string;

  errors: {
    summary: string;
    service: string;
    answer: string;
    choice: string;
    postalCode: string;
    time: string;
    name: string;
    channel: string;
    phone: string;
    email: string;
    tooLong: (characters: number) => string;
    characters: string;
    consent: string;
  };

  /** Pages for what cannot be shown: a heading and what to do next. */
  failures: {
    closed: readonly [string, string];
    notFound: readonly [string, string];
    tooLong: readonly [string, string];
    format: readonly [string, string];
    tooMany: readonly [string, string];
    unavailable: readonly [string, string];
    other: readonly [string, (code: string) => string];
  };
}
