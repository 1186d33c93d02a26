import { CONTACT_SCOPES, SCOPES_OF_VARIABLES } from '../../domain/scopes.ts';
import { meets } from '../../platform/auth/needs.ts';
import type { Scope } from '../../platform/auth/scopes.ts';
import { type FieldError, Problem } from '../../platform/errors.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { knownEventsOf } from './check-playbook.ts';
import { compile } from './compile.ts';
import type { Definition } from './definition.ts';
import { kindOf } from './steps/index.ts';
import { variablesOf } from './validate.ts';

/**
 * What a playbook reads and does needs the same scopes as reading and doing it by hand. They are checked for the caller
 * who saves, enables, runs or retries it; a run that an event starts has no caller.
 */

interface Need {
  /** One of them is needed. */
  scopes: readonly Scope[];
  pointer: string;
}

/** The event that starts it, and the resources in its conditions and texts. */
export async function readsOf(
  definition: Definition,
  eventTypes: EventCatalog,
  organizationId: string,
): Promise<Need[]> {
  const { trigger } = definition;
  const event = 'event' in trigger ? eventTypes.find(trigger.event) : undefined;
  const variables = await variablesOf(definition, knownEventsOf(eventTypes), organizationId);
  return [
    ...(event === undefined ? [] : [{ scopes: event.scopes, pointer: '/trigger/event' }]),
    ...variables.flatMap(({ root, pointer }) =>
      scopesOfVariable(root).map((scopes) => ({ scopes, pointer })),
    ),
  ];
}

function scopesOfVariable(root: string): Scope[][] {
  const scope = SCOPES_OF_VARIABLES[root];
  if (scope === undefined) return [];
  // Appointments and jobs show their contact.
  const showsContact = root === 'appointment' || root === 'job';
  return showsContact ? [[scope], [...CONTACT_SCOPES]] : [[scope]];
}

/** What its steps do. */
export function effectsOf(definition: Definition): Need[] {
  return compile(definition).flatMap(({ step, pointer }) =>
    kindOf(step)
      .needs(step)
      .map((scopes) => ({ scopes, pointer })),
  );
}

/** Pointers lead into the definition, which is the body only when a playbook is saved. */
export function assertMeetsNeeds(
  { scopes }: { scopes: readonly string[] },
  needs: readonly Need[],
  body: 'definition' | 'other',
): void {
  const missing = needs.filter((need) => !meets(scopes, [need.scopes]));
  if (missing.length === 0) return;
  const errors = missing.map(
    ({ scopes: needed, pointer }): FieldError => ({
      pointer,
      code: 'scope_missing',
      detail: `${pointer} needs the scope ${needed.join(' or ')}.`,
    }),
  );
  const required = [...new Set(missing.flatMap(({ scopes: needed }) => needed))];
  const list = [...new Set(missing.map(({ scopes: needed }) => needed.join(' or ')))].join(', ');
  throw new Problem(
    403,
    'scope_missing',
    `This playbook reads or does what your token may not: it lacks ${list}. Use a token that has these scopes, or change the playbook.`,
    { extra: { required_scopes: required }, ...(body === 'definition' && { errors }) },
  );
}
