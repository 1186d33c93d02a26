import Type from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';

/** Ends the run. */
export const stop = step({
  do: 'stop',
  schema: Type.Object(
    { reason: Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_LIMITS.reason })) },
    CLOSED,
  ),
  isWithOptional: true,
  effect: 'none',
  async perform({ step }) {
    const reason = step.with?.reason;
    return {
      status: 'stopped',
      reason: reason ?? 'stop_step',
      output: { reason: reason ?? null },
    };
  },
});
