import Type from 'typebox';
import { textField } from '../../../domain/text-limits.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';

export const stop = step({
  do: 'stop',
  description: 'Ends the run with the status `stopped`.',
  needs: () => [],
  schema: Type.Object(
    {
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          ...textField('reason', 'Why the run ends. Default `stop_step`.', 'no_reply'),
        }),
      ),
    },
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
