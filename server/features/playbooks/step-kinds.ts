import Type, { type TObject, type TProperties } from 'typebox';
import { bodyValidator, type Validate } from '../../platform/http/validation.ts';
import type { StepKind } from './definition.ts';

/** The shape of each kind's `with`; what a shape cannot say is in `validate.ts`. */
interface Kind {
  with: TObject;
  /** Whether `with` may be left out, because all of it is optional. */
  isOptional: boolean;
  validate: Validate;
}

const id = Type.String({ maxLength: 100 });
const text = Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' });
const subject = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const duration = Type.String({ maxLength: 40 });
const code = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' });
const emptiable = (maxLength: number) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });

const KINDS: Record<StepKind, { with: TProperties; isOptional?: boolean }> = {
  send_message: {
    with: {
      channel: oneOf('sms', 'email'),
      template: Type.Optional(id),
      subject: Type.Optional(subject),
      body: Type.Optional(text),
    },
  },
  create_follow_up: {
    with: {
      channel: oneOf('sms', 'email', 'call', 'task'),
      delay: Type.Optional(duration),
      due_at: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      template: Type.Optional(id),
      subject: Type.Optional(subject),
      body: Type.Optional(text),
      assigned_to: Type.Optional(id),
      cancel_on: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    },
  },
  assign: { with: { user_id: Type.Optional(id), team_id: Type.Optional(id) } },
  update_lead: {
    with: {
      name: Type.Optional(emptiable(500)),
      phone: Type.Optional(emptiable(500)),
      email: Type.Optional(emptiable(500)),
      source: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      service_needed: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      address: Type.Optional(emptiable(1_000)),
      notes: Type.Optional(emptiable(10_000)),
    },
  },
  qualify: { with: {}, isOptional: true },
  create_task: {
    with: {
      title: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
      delay: Type.Optional(duration),
      assigned_to: Type.Optional(id),
    },
  },
  book_next_available: {
    with: {
      team_id: Type.Optional(id),
      user_id: Type.Optional(id),
      duration_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1_440 })),
      type: Type.Optional(code),
      within_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 62 })),
      service: Type.Optional(code),
    },
  },
  enroll_warranty: {
    with: { months: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_200 })) },
    isOptional: true,
  },
  http_request: {
    with: {
      method: Type.Optional(oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
      url: Type.String({ minLength: 1, maxLength: 2_000 }),
      headers: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), { maxProperties: 30 }),
      ),
      body: Type.Optional(Type.Any()),
      idempotent: Type.Optional(Type.Boolean()),
      timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    },
  },
  wait: {
    with: {
      duration: Type.Optional(duration),
      until: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      event: Type.Optional(Type.String({ maxLength: 100 })),
      timeout: Type.Optional(duration),
      when: Type.Optional(Type.String()),
    },
  },
  branch: { with: {}, isOptional: true },
  stop: {
    with: { reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })) },
    isOptional: true,
  },
};

function oneOf(...values: string[]) {
  return Type.Unsafe<string>({ type: 'string', enum: values });
}

export const STEP_KINDS = Object.keys(KINDS) as StepKind[];

const kinds = new Map<string, Kind>(
  Object.entries(KINDS).map(([name, kind]) => {
    const shape = Type.Object(kind.with, { additionalProperties: false });
    return [
      name,
      { with: shape, isOptional: kind.isOptional ?? false, validate: bodyValidator(shape) },
    ];
  }),
);

/** Undefined for a kind of step that there is not. */
export function stepKind(name: unknown): Kind | undefined {
  return typeof name === 'string' ? kinds.get(name) : undefined;
}
