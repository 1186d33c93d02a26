// Only for playbooks/conditions.ts, until it reads its conditions with conditions.ts.
export { isNode, LOOPS, slowPartOf } from './condition-syntax.ts';
