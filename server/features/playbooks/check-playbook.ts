import { registeredEventTypes } from '../../platform/events/event.ts';
import type { Check } from '../../platform/http/operation.ts';
import { validateDefinition, type World } from './validate.ts';

/** Kinds register as their features are loaded, so they are collected at the first use and not before. */
let world: World | null = null;

export function checkPlaybook(body: Record<string, unknown>): Check {
  world ??= {
    events: new Map(
      registeredEventTypes().map(({ type, data }) => {
        const { properties = {} } = data as { properties?: object };
        return [type, new Set(Object.keys(properties))];
      }),
    ),
  };
  return { errors: validateDefinition(body, world) };
}
