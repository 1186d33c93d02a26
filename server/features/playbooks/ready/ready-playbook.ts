import type { Definition } from '../definition.ts';

/** A playbook that every organization has from the start, off until it is switched on. */
export interface ReadyPlaybook {
  key: string;
  name: string;
  description: string;
  definition: Definition;
}
