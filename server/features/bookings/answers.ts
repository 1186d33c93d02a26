import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Question } from '../services/index.ts';
import type { Answer } from './schemas.ts';

/** Pure rules: answers to the questions of a service, as notes for the user who goes there. */

type Answers = Readonly<Record<string, Answer>>;

/** Undefined without an answer; spaces are none. A key such as `constructor` is one that every object has. */
function answerTo({ key }: Question, answers: Answers): Answer | undefined {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return typeof answer === 'string' && answer.trim() === '' ? undefined : answer;
}

export function answerErrors(questions: readonly Question[], answers: Answers): FieldError[] {
  const asked = questions.flatMap((question) => {
    const answer = answerTo(question, answers);
    const detail = wrongAnswer(question, answer);
    return detail === null ? [] : [{ question, answer, detail }];
  });
  const unknown = Object.keys(answers).filter((key) => !questions.some((one) => one.key === key));
  return [
    ...asked.map(({ question: { key }, answer, detail }) => ({
      pointer: `/answers/${key}`,
      code: answer === undefined ? 'required' : 'not_allowed',
      detail,
    })),
    ...unknown.map((key) => ({
      pointer: `/answers/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_field',
      detail: 'The service has no question with this key. Leave it out.',
    })),
  ];
}

/** Null if the answer is fine. */
function wrongAnswer({ label, kind, choices, required }: Question, answer: Answer | undefined) {
  if (answer === undefined) {
    return required ? `The question “${label}” must be answered.` : null;
  }
  if (kind === 'yes_no') {
    return asYesOrNo(answer) === null ? `Answer “${label}” with true or false.` : null;
  }
  if (typeof answer !== 'string') return `Answer “${label}” with a text.`;
  if (kind === 'text' || choices?.includes(answer)) return null;
  return `Answer “${label}” with one of: ${choices?.join(', ')}.`;
}

function asYesOrNo(answer: Answer): 'yes' | 'no' | null {
  if (answer === true || answer === 'yes') return 'yes';
  return answer === false || answer === 'no' ? 'no' : null;
}

/** The notes of the visit: what was written, then one line for each answer. */
export function notesWith(
  notes: string | null,
  questions: readonly Question[],
  answers: Answers,
): string | null {
  const lines = questions.flatMap((question) => {
    const { label, kind } = question;
    const answer = answerTo(question, answers);
    if (answer === undefined) return [];
    return [`${label} ${kind === 'yes_no' ? asYesOrNo(answer) : answer}`];
  });
  const text = [...(notes === null ? [] : [notes]), ...lines].join('\n');
  return text === '' ? null : [...text].slice(0, TEXT_LIMITS.notes).join('');
}
