import { visibleText } from '../../platform/visible-text.ts';
import { cut, html, type Markup } from '../forms/index.ts';
import type { Question } from '../services/index.ts';
import type { Texts } from './texts/index.ts';
import type { Errors } from './wish.ts';

/** Labels, controls and their errors. */

interface Field {
  id: string;
  label: string;
  isOptional: boolean;
  errors: Errors;
  texts: Texts;
}

/** A control with its label above it. The control gets its id and the reference to its error. */
export function labeled(field: Field, control: (more: Markup) => Markup): Markup {
  const { id, label } = field;
  return html`<div class="field"><label for="${id}"><bdi>${visibleText(label)}</bdi>${optionalMark(field)}</label>${errorOf(field)}${control(html` name="${id}" dir="auto"${references(field)}`)}</div>`;
}

export interface Choice {
  value: string;
  label: string;
  /** After the label, such as a price. */
  more?: string;
}

/** Radio buttons. The error leads to the first of them. */
export function choices(
  field: Field,
  options: readonly Choice[],
  chosen: string,
  more: Markup | null = null,
): Markup {
  const { id } = field;
  const items = options.map(({ value, label, more: after }, place) => {
    const itemId = place === 0 ? id : `${id}-${place}`;
    const checked = value === chosen ? html` checked` : null;
    return html`<div class="choice"><input type="radio" name="${id}" value="${value}" id="${itemId}"${checked}><label for="${itemId}"><bdi>${visibleText(label)}</bdi></label>${after ? html`<span class="soft">${after}</span>` : null}</div>\n`;
  });
  const isWrong = field.errors.has(id);
  return html`<fieldset${isWrong ? html` aria-describedby="${id}-error"` : null}><legend><bdi>${visibleText(field.label)}</bdi>${optionalMark(field)}</legend>${errorOf(field)}<div${more}>
${items}</div></fieldset>`;
}

export function questionControl(
  question: Question,
  answer: string,
  {
    limit,
    isShort,
    ...field
  }: Omit<Field, 'id' | 'label' | 'isOptional'> & {
    /** How long a typed answer can be. */
    limit: number;
    /** Choices as a list, which is shorter than radio buttons. */
    isShort: boolean;
  },
): Markup {
  const { key, label, kind, required } = question;
  const whole = { ...field, id: `q_${key}`, label, isOptional: !required };
  if (kind === 'text') {
    return labeled(
      whole,
      (more) => html`<input type="text" maxlength="${limit}" value="${answer}"${more}>`,
    );
  }
  const { yes, no } = field.texts;
  const options =
    kind === 'yes_no'
      ? [
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ]
      : (question.choices ?? []).map((choice) => ({ value: choice, label: choice }));
  return isShort && kind === 'choice'
    ? labeled(whole, (more) => listOf(options, answer, more))
    : choices(whole, options, answer);
}

/** Of a text that the browser cannot send as it is, so that it is in the page twice. */
const MAX_OPTION_BYTES = 40;

function listOf(options: readonly Choice[], chosen: string, more: Markup): Markup {
  const items = options.map(({ value, label }) => {
    // Browsers send the text itself, without the spaces around it and with one between words.
    const isText = label === visibleText(label).trim().replaceAll(/\s+/g, ' ');
    const selected = value === chosen ? html` selected` : null;
    if (isText && label === value) return html`<option${selected}>${label}</option>`;
    const text = visibleText(cut(label, MAX_OPTION_BYTES));
    return html`<option value="${value}"${selected}>${text}</option>`;
  });
  return html`<select${more}><option value="">–</option>${items}</select>`;
}

function optionalMark({ isOptional, texts }: Field): Markup | null {
  return isOptional ? html` <span class="required">${texts.optional}</span>` : null;
}

function errorOf({ id, errors }: Field): Markup | null {
  const error = errors.get(id);
  return error === undefined ? null : html`<p class="error" id="${id}-error">${error}</p>`;
}

/** Connects a control to its label and its error message. */
function references({ id, isOptional, errors }: Field): Markup {
  const required = isOptional ? null : html` aria-required="true"`;
  if (!errors.has(id)) return html` id="${id}"${required}`;
  return html` id="${id}"${required} aria-invalid="true" aria-describedby="${id}-error"`;
}
