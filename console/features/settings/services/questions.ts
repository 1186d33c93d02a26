import type { ServiceQuestion } from '../../../../packages/sdk/src/index.ts';
import { codeFrom } from '../shared/values.ts';

/** Questions of a service while they are typed. Pure. */

export const MAX_QUESTIONS = 10;
export const QUESTION_KINDS = ['text', 'choice', 'yes_no'] as const;

export interface QuestionRow {
  id: string;
  /** Of its answers; empty until it is saved. It stays if the question is worded differently. */
  key: string;
  label: string;
  kind: string;
  /** One per line. */
  choices: string;
  required: boolean;
  isNew: boolean;
}

let made = 0;

function newId(): string {
  made += 1;
  return String(made);
}

export function emptyRow(): QuestionRow {
  const empty = { key: '', label: '', kind: 'text', choices: '', required: false };
  return { id: newId(), ...empty, isNew: true };
}

export function rowsOf(questions: readonly ServiceQuestion[]): readonly QuestionRow[] {
  return questions.map(({ key, label, kind, choices = [], required }) => {
    return { id: newId(), key, label, kind, choices: choices.join('\n'), required, isNew: false };
  });
}

/** A new question gets a key from its words, which no other one has. */
export function questionsIn(rows: readonly QuestionRow[]): ServiceQuestion[] {
  const taken = new Set(rows.map(({ key }) => key));
  return rows.map(({ key, label, kind, choices, required }) => {
    const own = key || freeKey(label, taken);
    taken.add(own);
    const question = { key: own, label: label.trim(), kind, required };
    return kind === 'choice' ? { ...question, choices: linesOf(choices) } : question;
  });
}

/** What was saved gives new questions their keys; meanwhile others may have been added or removed. */
export function withKeys(
  rows: readonly QuestionRow[],
  sent: readonly QuestionRow[],
  saved: readonly ServiceQuestion[],
): readonly QuestionRow[] {
  const keys = new Map(sent.map(({ id }, at) => [id, saved[at]?.key]));
  return rows.map((row) => ({ ...row, key: keys.get(row.id) ?? row.key }));
}

function freeKey(label: string, taken: ReadonlySet<string>): string {
  const words = codeFrom(label).slice(0, 50) || 'question';
  let key = words;
  for (let count = 2; taken.has(key); count += 1) key = `${words}_${count}`;
  return key;
}

function linesOf(choices: string): string[] {
  return choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
