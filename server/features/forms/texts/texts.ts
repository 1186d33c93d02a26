/** Every text of the pages that does not come from the company. */
export interface Texts {
  /** The name of the language, in itself. */
  languageName: string;
  chooseLanguage: string;
  leaveEmpty: string;

  name: string;
  phone: string;
  email: string;
  service_needed: string;
  address: string;
  notes: string;
  channels: string;
  required: string;
  choose: string;
  send: string;

  /** In the place of the default of a form, which is English. */
  consent: string;
  thankYou: string;

  again: string;
  againText: (seconds: number) => string;
  sending: string;

  errors: {
    /** Before the title. */
    check: string;
    summary: string;
    channel: string;
    service: string;
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
