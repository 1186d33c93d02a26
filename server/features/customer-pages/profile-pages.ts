import { malformedContact } from '../../domain/contact.ts';
import { isLanguage, LANGUAGES } from '../../domain/languages.ts';
import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { unstorableText } from '../../platform/http/validation.ts';
import {
  type CustomerRow,
  changeDetails,
  findLeadsOfPerson,
  findStandingCustomer,
} from '../customers/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { indexJobsOfCustomer } from '../jobs/index.ts';
import { lockLead } from '../leads/index.ts';
import { changeConsent, findOptOutOf, optIn } from '../messaging/index.ts';
import { form, labeled, layout } from './layout.ts';
import { type Errors, NO_ERRORS, type Pages, type Shown } from './shown.ts';

/** The customer's own details, and what they agree to. */
export const profilePages: Pages = {
  async show(tx, shown) {
    const customer = await findOwn(tx, shown);
    const isSaved = shown.query.get('done') === 'saved';
    const stopped = await stoppedBy(tx, customer);
    return profilePage(shown, valuesOf(customer, stopped), { isSaved, hasStopped: stopped.sms });
  },
  views: {},
  files: {},
  actions: {
    async save(tx, shown, sent) {
      const values = readValues(sent);
      const errors = errorsOf(shown, values);
      if (errors.size > 0) {
        const { sms } = await stoppedBy(tx, await findOwn(tx, shown));
        return { page: profilePage(shown, values, { errors, hasStopped: sms }) };
      }
      await save(tx, shown, values);
      return { next: '?done=saved' };
    },
  },
};

/** The customer that it was merged into is the same person. */
function findOwn(tx: Tx, { link }: Shown): Promise<CustomerRow> {
  return findStandingCustomer(tx, link.target_id);
}

const FIELDS = ['name', 'phone', 'email', 'address'] as const;
type Field = (typeof FIELDS)[number];

const CHANNELS = { sms: 'texts', email: 'emails' } as const;

interface Values extends Record<Field, string> {
  language: string;
  sms: boolean;
  email_consent: boolean;
}

/** What the address of the customer has opted out of, for everyone who has it. */
async function stoppedBy(tx: Tx, { phone, email }: CustomerRow) {
  const find = (channel: 'sms' | 'email', address: string | null) =>
    address === null ? null : findOptOutOf(tx, { channel, address });
  const [sms, mail] = await Promise.all([find('sms', phone), find('email', email)]);
  return { sms: sms !== null, email: mail };
}

function valuesOf(customer: CustomerRow, stopped: Awaited<ReturnType<typeof stoppedBy>>): Values {
  return {
    name: customer.name ?? '',
    phone: customer.phone ?? '',
    email: customer.email ?? '',
    address: customer.address ?? '',
    language: customer.language ?? '',
    sms: customer.consent.sms?.status === 'granted',
    email_consent: customer.consent.email?.status === 'granted' && stopped.email === null,
  };
}

function readValues(sent: URLSearchParams): Values {
  const text = (name: string) => presentText(sent.get(name)) ?? '';
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    address: text('address'),
    language: text('language'),
    sms: sent.get('consent_sms') === 'granted',
    email_consent: sent.get('consent_email') === 'granted',
  };
}

function errorsOf({ texts, company }: Shown, values: Values): Errors {
  const errors = new Map<string, string>();
  for (const field of FIELDS) {
    const limit = TEXT_LIMITS[field];
    if (unstorableText(values[field]).length > 0) errors.set(field, texts.errors.characters);
    else if ([...values[field]].length > limit) errors.set(field, texts.errors.tooLong(limit));
  }
  const { name, phone, email } = values;
  if (name === '') errors.set('name', texts.errors.name);
  if (phone === '' && email === '') errors.set('phone', texts.errors.channel);
  for (const { pointer } of malformedContact({ phone, email }, company.country)) {
    const field = pointer === '/phone' ? 'phone' : 'email';
    if (!errors.has(field)) errors.set(field, texts.errors[field]);
  }
  return errors;
}

/** The same change by the office, with the wording that the customer agreed to. */
async function save(tx: Tx, shown: Shown, values: Values): Promise<void> {
  const customer = await findOwn(tx, shown);
  const { customer_id, lead_id, consent: before } = customer;
  const stopped = await stoppedBy(tx, customer);
  const { profile: words } = shown.texts;
  const { name, phone, email, address, language } = values;
  const wanted = { sms: values.sms, email: values.email_consent };
  // Who did not answer before and does not answer now has said nothing.
  const answers = (['sms', 'email'] as const).flatMap((channel) => {
    const status = wanted[channel] ? ('granted' as const) : ('denied' as const);
    // A STOP by text ends only by START: carriers block the number until then.
    if (channel === 'sms' && stopped.sms) return [];
    const isStopped = channel === 'email' && stopped.email !== null;
    const known = isStopped ? 'denied' : before[channel]?.status;
    const isChange = status === 'granted' ? known !== 'granted' : known === 'granted';
    return isChange ? [{ channel, status, wording: words[CHANNELS[channel]] }] : [];
  });
  const source = tx.actor.name;
  // A denial of any of their leads would count, too.
  const leadIds = answers.length === 0 ? [] : await findLeadsOfPerson(tx, customer_id);
  for (const id of new Set([...leadIds, lead_id].sort())) {
    for (const { channel, status } of answers) {
      const lead = await lockLead(tx, id);
      changeConsent(tx, { lead, customer: null }, { channel, status, source });
    }
  }
  const isBack = answers.some(({ channel, status }) => channel === 'email' && status === 'granted');
  // Only what the holder of the address said by the link in an email: not what the office wrote down, nor a bounce.
  if (
    isBack &&
    stopped.email?.said_by === 'link' &&
    customer.email !== null &&
    email === customer.email
  ) {
    const { lifecycle_number } = shown.link;
    await optIn(tx, lifecycle_number, { channel: 'email', address: customer.email }, source);
  }
  const consent = Object.fromEntries(
    answers.map(({ channel, status, wording }) => [channel, { status, source, wording }]),
  );
  const body = {
    ...{ name, phone: phone || null, email: email || null, address: address || null },
    language: isLanguage(language) ? language : null,
    consent,
  };
  const { country } = shown.company;
  await changeDetails(tx, customer_id, body, { country, indexCustomer: indexJobsOfCustomer });
}

interface Around {
  errors?: Errors;
  isSaved?: boolean;
  /** Whether texts ended by a STOP, which only a START ends. */
  hasStopped: boolean;
}

function profilePage(
  shown: Shown,
  values: Values,
  { errors = NO_ERRORS, isSaved = false, hasStopped }: Around,
): Markup {
  const { texts } = shown;
  const { profile: words } = texts;
  const field = (id: Field, isOptional: boolean, attributes: Markup) =>
    labeled({ id, label: words[id], isOptional, errors, texts }, (more) =>
      id === 'address'
        ? html`<textarea rows="2" maxlength="${TEXT_LIMITS[id]}" ${attributes}${more}>${values[id]}</textarea>`
        : html`<input maxlength="${TEXT_LIMITS[id]}" value="${values[id]}" ${attributes}${more}>`,
    );
  const box = (id: 'sms' | 'email', isChecked: boolean) =>
    html`<div class="field"><div class="checkbox"><input type="checkbox" id="consent_${id}" name="consent_${id}" value="granted"${isChecked ? html` checked` : null}><label for="consent_${id}">${words[CHANNELS[id]]}</label></div></div>`;
  const content = form(
    shown,
    'save',
    html`${field('name', false, html`type="text" autocomplete="name"`)}
${field('phone', true, html`type="tel" autocomplete="tel"`)}
${field('email', true, html`type="email" autocomplete="email"`)}
${field('address', true, html`autocomplete="street-address"`)}
${languageField(shown, values.language)}
${hasStopped ? html`<p class="notice">${words.stopped}</p>` : box('sms', values.sms)}
${box('email', values.email_consent)}
<button type="submit">${words.save}</button>`,
  );
  const notice = isSaved ? words.saved : null;
  return layout(shown, { heading: words.title, content, errors, notice });
}

function languageField({ texts, company }: Shown, chosen: string): Markup {
  const current = isLanguage(chosen) ? chosen : company.language;
  const options = LANGUAGES.map(
    (one) =>
      html`<option value="${one}" lang="${one}"${one === current ? html` selected` : null}>${texts.languageNames[one]}</option>`,
  );
  return html`<div class="field"><label for="language">${texts.profile.language}</label><select id="language" name="language">${options}</select></div>`;
}
