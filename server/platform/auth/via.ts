import type { Caller } from './authenticator.ts';

/** A client that acts for a model says so in this header, and the events that it causes say so, too. */
export const VIA_HEADER = 'throughline-via';

export function actingVia(caller: Caller, header: string | string[] | undefined): Caller {
  return header === 'mcp' ? { ...caller, actor: { ...caller.actor, via: 'mcp' } } : caller;
}
