import type { FieldError } from '../../platform/errors.ts';

/** The pages that may use a token in a browser. What a page contains is public. */

export const MAX_ORIGINS = 20;
const CAPTURE = 'leads:capture';

export function originErrors({ allowed_origins, scopes }: Record<string, unknown>): FieldError[] {
  if (!Array.isArray(allowed_origins) || allowed_origins.length === 0) return [];
  const errors = allowed_origins.slice(0, MAX_ORIGINS).flatMap(notAnOrigin);
  const isCapture =
    Array.isArray(scopes) && scopes.length > 0 && scopes.every((scope) => scope === CAPTURE);
  if (isCapture) return errors;
  return [
    {
      pointer: '/allowed_origins',
      code: 'not_allowed',
      detail: `Only a token with nothing but the scope ${CAPTURE} can be used in a page. Send only that scope, or leave out allowed_origins.`,
    },
    ...errors,
  ];
}

function notAnOrigin(given: unknown, index: number): FieldError[] {
  if (typeof given !== 'string' || toOrigin(given) !== null) return [];
  return [
    {
      pointer: `/allowed_origins/${index}`,
      code: 'invalid_origin',
      detail: `The field allowed_origins.${index} is not an origin. Send the scheme, the host and, if needed, the port, such as https://www.example.com.`,
    },
  ];
}

/** As a browser sends it: in lower case, without the default port. Null for anything that is not an origin. */
export function toOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /[*\s]/.test(text)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}
