import { HIDDEN } from '../../platform/hide-secrets.ts';
import { type PlaybookRow, toPlaybookState } from './queries.ts';
import type { PlaybookState } from './schemas.ts';
import type { Step } from './steps/index.ts';

/** The playbook as events show it: headers and query strings of requests can contain keys. */
export function toLoggedPlaybook(row: PlaybookRow): PlaybookState {
  const state = toPlaybookState(row);
  return { ...state, steps: row.definition.steps.map(withoutKeys) };
}

function withoutKeys(step: Step): Step {
  if (step.do === 'branch') {
    const [then, otherwise] = [step.then, step.else].map((steps) => steps?.map(withoutKeys));
    return { ...step, then: then ?? [], ...(otherwise && { else: otherwise }) };
  }
  if (step.do !== 'http_request') return step;
  const { url, headers } = step.with;
  const names = Object.keys(headers ?? {});
  const hidden = Object.fromEntries(names.map((name) => [name, HIDDEN]));
  return {
    ...step,
    with: {
      ...step.with,
      url: url.replace(/\?.*$/s, `?${HIDDEN}`),
      ...(headers && { headers: hidden }),
    },
  };
}
