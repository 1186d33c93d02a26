import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Plain English everywhere: fails on words that a reader would have to look up, and names a plain one instead. The
 * list holds the worst; docs/glossary.md has the words to use.
 */
const WORDS: readonly [pattern: RegExp, instead: string][] = [
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bwho(so)?ever\b/i, 'the user, the caller, anyone who'],
  [/\bwhatsoever\b/i, 'any'],
  [/\banew\b/i, 'again'],
  [/\b(hitherto|thereof|therein|hence|thus|ere|nought|naught)\b/i, 'plain words'],
  [/\bheed(s|ed|ing)?\b/i, 'apply, respect'],
  [/\bhasten(s|ed|ing)?\b/i, 'expedite'],
  [/\bfurnish(es|ed|ing)?\b/i, 'add, fill'],
  [/\bcomes? to nothing\b/i, 'renders empty, has no effect'],
  [/\b(database|server|service) is away\b/i, 'is unavailable'],
  [/\bnothing lies\b|\bwhat lies\b/i, 'what is there'],
  [/\bnobody yet\b|\bby nobody\b|\bto nobody\b/i, 'unassigned, no one'],
  [/\bkinds? of events?\b/i, 'event type'],
  [/\bhand(s|ed|ing)? (it |them )?on\b/i, 'forward, publish'],
  [/\blet(s|ting)? (it|them) rest\b/i, 'deactivate'],
  [/\bput away\b/i, 'archived'],
  [/\b(some|any)body\b/i, 'someone, anyone, or the role'],
  [/\be-mails?\b/, 'email'],
  [/\bwhich there is not\b/i, 'unknown'],
  [/\bcall(s|ed)? (it |them )?off\b/i, 'cancel'],
  [/\btak(es?|en|ing) (it |them |the merge |that )?back\b/i, 'undo'],
  [/\bmak(es?|ing|e) good\b/i, 'fix, pay'],
  [/\bby and by\b|\bfor want of\b|\bbe it\b/i, 'plain words'],
  [/\bbehind (its|the|this|that) (last|end|seq|cursor|date|day|commit)\b/i, 'after'],
  [/\ba (row|line|file|bench|statement) an? (lead|row|line|operation|bar|event)\b/i, 'one … per …'],
  [/\b(toldOf|callOff|hungry|heedKeyword|hastenDeliveries)\b/, 'a name that says what it does'],
];

/** The list itself, and the guide to words. */
const EXEMPT = new Set(['tools/check-language.ts', 'docs/glossary.md', 'package-lock.json']);
/** Texts in other languages. */
const TRANSLATED = /\/texts\/(es|fr|de|pt)\.ts$/;
const TEXT = /\.(tsx?|js|md|sql|json|sh|html|css|yml)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => TEXT.test(file) && !TRANSLATED.test(file) && !EXEMPT.has(file));

const found = files.flatMap((file) =>
  read(file)
    .split('\n')
    .flatMap((line, index) => wordsIn(line).map((word) => `${file}:${index + 1} ${word}`)),
);
if (found.length > 0) {
  console.error(found.join('\n'));
  console.error(`${found.length} words to replace. docs/glossary.md has the words to use.`);
  process.exit(1);
}
console.log(`${files.length} files in plain English.`);

/** Empty for a file that was deleted and not committed yet. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function wordsIn(line: string): string[] {
  return WORDS.flatMap(([pattern, instead]) => {
    const word = pattern.exec(line)?.[0];
    return word === undefined ? [] : [`says "${word}": ${instead}`];
  });
}
