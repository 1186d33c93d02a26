import type { Language } from '../../../domain/languages.ts';

/** All texts of the customer's pages. Words of amounts and documents come from the documents. */
export interface Texts {
  languageNames: Record<Language, string>;
  optional: string;
  back: string;
  download: string;
  call: (phone: string) => string;
  contactUs: string;
  more: string;
  /** After a form that came to nothing. */
  refused: string;

  visit: {
    title: string;
    when: string;
    what: string;
    who: string;
    where: string;
    /** By what the customer can still do. */
    booked: string;
    confirmed: string;
    onTheWay: string;
    canceled: string;
    over: string;
    confirm: string;
    move: string;
    cancel: string;
    cancelText: string;
    reason: string;
    addToCalendar: string;
    notByLink: string;
    moved: string;
    noShow: string;
  };
  review: {
    /** Asks for it, while there is none. */
    title: string;
    yours: string;
    rating: string;
    stars: (count: number) => string;
    comment: string;
    send: string;
    change: string;
    thanks: string;
  };
  move: {
    title: string;
    now: string;
    day: string;
    timesOn: (day: string) => string;
    zone: (zone: string) => string;
    save: string;
    none: string;
    lost: string;
    later: string;
    earlier: string;
  };
  estimate: {
    title: string;
    choose: string;
    sign: string;
    signText: string;
    name: string;
    accept: string;
    decline: string;
    declineText: string;
    reason: string;
    accepted: (name: string, day: string) => string;
    declined: string;
    expired: string;
    superseded: string;
    next: string;
    check: string;
    checkText: string;
    draw: string;
    clear: string;
  };
  invoice: {
    title: string;
    paid: string;
    void: string;
    askToPay: string;
    payOnline: string;
    preparing: string;
    processing: string;
    goOn: string;
    unavailable: string;
    notPaid: string;
  };
  /** After the page of the provider. */
  paid: {
    title: string;
    text: string;
    canceledTitle: string;
    canceledText: string;
  };
  profile: {
    title: string;
    name: string;
    phone: string;
    email: string;
    address: string;
    language: string;
    texts: string;
    emails: string;
    save: string;
    saved: string;
    stopped: string;
  };
  errors: {
    summary: string;
    time: string;
    name: string;
    channel: string;
    phone: string;
    email: string;
    tooLong: (characters: number) => string;
    characters: string;
    option: string;
    rating: string;
    drawing: string;
  };
}

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
};
