import Type from 'typebox';

/** What a message is for. Quiet hours hold back marketing only. */
export const PURPOSES = ['service', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];

const meaning =
  '`service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours.';

export function purposeInput(fallback: string) {
  return Type.Optional(
    Type.Unsafe<Purpose>({
      type: 'string',
      enum: [...PURPOSES],
      description: `What the message is for: ${meaning} Default: ${fallback}.`,
      examples: ['service'],
    }),
  );
}

export function nullablePurpose(whenNull: string) {
  return Type.Unsafe<Purpose | null>({
    type: ['string', 'null'],
    enum: [...PURPOSES, null],
    description: `What the message is for: ${meaning} Null ${whenNull}.`,
    examples: ['service'],
  });
}
