/** Texts and conditions that are valid, and would take seconds. Each call returns another one. */

let count = 0;

/** The loop alone takes about a second; nothing that Liquid counts itself stops it. */
export function slowText(): string {
  count += 1;
  const work = '{% assign a = i %}{% assign b = a %}{% if a == b %}{% endif %}'.repeat(4);
  return `{% comment %}${count}{% endcomment %}{% for i in (1..400000) %}${work}{% endfor %}`;
}

/** Doubles a text sixty times. */
export function growingText(): string {
  return '{% assign s = "0123456789" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}';
}

/** Prints more than fits into memory. */
export function endlessText(): string {
  return `{% for i in (1..499999) %}${'0123456789'.repeat(100)}{% endfor %}`;
}

/** Seven loops in each other. */
export function slowCondition(): string {
  count += 1;
  const list = `[${Array.from({ length: 20 }, (_, n) => n + count).join()}]`;
  return ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduceRight(
    (inner, name) => `${list}.all(${name}, ${inner})`,
    'true',
  );
}

/** The texts that stopped the service before there was a sandbox: a loop inside a filter, and chained lists. */
export const LOOP_IN_FILTER =
  "{% assign a = (1..5000) %}{% assign e = \"a | has_exp: 'j', 'j == 0'\" %}{{ a | has_exp: 'i', e }}";
export const CHAINED_LISTS =
  "lead.notes.split('').map(x, lead.notes).join('').split('').exists(x, x=='q')";
