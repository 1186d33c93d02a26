import type { Brand } from '../../domain/brand.ts';
import { brandStyle, STYLE as FORM_STYLE, hashOf } from '../forms/index.ts';

/**
 * The company's color is only behind text whose color is chosen for it. Links, borders and the focus keep the colors of
 * forms, which are readable on the page in light and in dark.
 */
const STYLE = `${FORM_STYLE}
header { background: var(--brand); color: var(--on-brand); }
header div { max-width: 36rem; margin: 0 auto; padding: .75rem 1.25rem; display: flex; gap: .75rem; align-items: center; font-weight: 600; }
header img { max-height: 3rem; max-width: 8rem; background: #fff; border-radius: .25rem; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0 0 1rem; padding: 0; list-style: none; }
nav a, nav strong, .link { display: inline-block; padding: .35rem 0; }
h2 { margin: .25rem 0 .75rem; font-size: 1.25rem; }
.summary h2 { margin: 0 0 .25rem; font-size: 1.0625rem; }
.step, .soft { color: var(--soft); margin: 0; }
.summary + .soft { margin-top: 1rem; }
legend { font-weight: 600; color: inherit; }
.notice { margin: 1rem 0 0; padding: 1rem; border: 1px solid var(--line); border-radius: .4rem; }
.choice { display: flex; gap: .75rem; align-items: center; margin-top: .5rem; padding: .65rem .75rem; border: 1px solid var(--line); border-radius: .4rem; }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
.choice label { flex: 1; }
.times { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .5rem; margin-top: .5rem; }
.times .choice { margin: 0; }
.button { color: var(--on-brand); background: var(--brand); border: 1px solid var(--line); display: block; margin-top: 1.75rem; padding: .8rem 1rem; font-weight: 600; text-align: center; text-decoration: none; border-radius: .4rem; }
.days { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; }
.days button { width: auto; margin: 0; padding: .5rem .75rem; }
.days button:not([aria-current]) { color: inherit; background: transparent; font-weight: 400; }
.plain { color: var(--accent); background: transparent; }
button.link { width: auto; margin: 0; padding: .35rem 0; font-weight: 400; text-align: start; text-decoration: underline; color: var(--accent); background: none; border: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; }
`;

export interface Styled {
  style: string;
  /** For the content security policy. */
  styleHash: string;
}

export function styleFor({ color }: Brand): Styled {
  const style = STYLE + brandStyle(color ?? null);
  return { style, styleHash: hashOf(style) };
}
