import { hash } from 'node:crypto';
import { textColorOn } from '../../domain/brand.ts';

/**
 * All styles of the pages, in one element, and the color of the company in another. The content security policy allows only
 * their hashes.
 */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #fff; --line: #6e7781; --accent: #0b5cad; --on-accent: #fff; --error: #b3141d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a8b0b9; --paper: #16191d; --line: #7d8590; --accent: #7ab7ff; --on-accent: #0b1622; --error: #ff8f8a; } }
:root { --brand: var(--accent); --on-brand: var(--on-accent); }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.25rem 2.5rem; position: relative; overflow: hidden; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .25rem; font-size: 1.0625rem; }
.text { white-space: pre-line; margin: 0 0 1rem; }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; color: var(--soft); }
.field { margin-top: 1.25rem; }
legend + .field { margin-top: .5rem; }
label { font-weight: 600; }
.required { font-weight: 400; color: var(--soft); }
input, select, textarea { display: block; width: 100%; margin-top: .25rem; padding: .65rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .4rem; }
select option { color: #1b1f24; background: #fff; }
textarea { resize: vertical; }
[hidden] { display: none; }
[aria-invalid] { border: 2px solid var(--error); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error + .checkbox { margin-top: .5rem; }
.checkbox { display: flex; gap: .75rem; align-items: flex-start; }
.checkbox input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
.checkbox label { font-weight: 400; white-space: pre-line; }
.error { margin: .25rem 0 0; color: var(--error); font-weight: 600; }
.summary { margin-top: 1rem; padding: 1rem; border: 2px solid var(--error); border-radius: .4rem; }
.summary ul { margin: 0; padding-left: 1.25rem; }
.summary a { color: var(--error); }
.offscreen { position: absolute; left: -9999px; }
button { width: 100%; margin-top: 1.75rem; padding: .8rem 1rem; font: inherit; font-weight: 600; color: var(--on-brand); background: var(--brand); border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.languages { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.languages a, .languages strong { display: inline-block; padding: .35rem 0; color: var(--accent); }
.languages strong { color: inherit; }
`;

export const STYLE_HASH = hashOf(STYLE);

/** The company's color, only behind text whose color is chosen for it; empty without one. */
export function brandStyle(color: string | null): string {
  return color === null ? '' : `:root { --brand: ${color}; --on-brand: ${textColorOn(color)}; }\n`;
}

/** For the content security policy. */
export function hashOf(style: string): string {
  return `sha256-${hash('sha256', style, 'base64')}`;
}
