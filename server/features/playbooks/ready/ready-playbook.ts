import type { Definition } from '../definition.ts';

/** A playbook that every organization has from the start, disabled until a user enables it. */
export interface ReadyPlaybook {
  key: string;
  name: string;
  description: string;
  definition: Definition;
}
