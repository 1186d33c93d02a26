import Type, { type TProperties } from 'typebox';

/** A kind of problem: what it means to the caller. The detail of each response says more. */
export interface ProblemType {
  status: number;
  /** One or two sentences: what it means, and what to do. */
  meaning: string;
  /** Members of the response beyond the common ones. Problems with the same members share a shape. */
  shape?: ProblemShape;
}

export interface ProblemShape {
  /** `Slot` becomes the schema `SlotProblem`. */
  name: string;
  members: TProperties;
}

export type ProblemCatalog = Readonly<Record<string, ProblemType>>;

export const SCOPES_NEEDED: ProblemShape = {
  name: 'Scope',
  members: {
    required_scopes: Type.Array(Type.String({ examples: ['leads:write'] }), {
      description: 'The scopes that the token lacks; for an operation, one of them is enough.',
    }),
  },
};

const QUOTA: ProblemShape = {
  name: 'Quota',
  members: {
    resource: Type.String({ description: 'What there are too many of.', examples: ['forms'] }),
    limit: Type.Integer({
      description: 'How many the organization can have.',
      examples: [200],
    }),
  },
};

const SIZE_LIMIT: ProblemShape = {
  name: 'Size',
  members: {
    limit_bytes: Type.Integer({
      description: 'The largest body that the operation accepts, in bytes.',
      examples: [65_536],
    }),
  },
};

/** The problems that any operation can respond with, whatever it does. */
export const PLATFORM_PROBLEMS = {
  bad_request: {
    status: 400,
    meaning: 'The request is not valid HTTP, or could not be read.',
  },
  bad_url: {
    status: 400,
    meaning: 'The path is not validly percent-encoded. Encode it and try again.',
  },
  body_missing: {
    status: 400,
    meaning: 'The operation needs a JSON body. Send one.',
  },
  malformed_json: {
    status: 400,
    meaning: 'The body is not valid JSON in UTF-8. Fix it and try again.',
  },
  upload_broken_off: {
    status: 400,
    meaning: 'The connection was closed before the whole file had arrived. Send it again.',
  },
  unauthorized: {
    status: 401,
    meaning:
      'The token is missing, unknown, expired or revoked. Send `Authorization: Bearer <token>`.',
  },
  bad_signature: {
    status: 401,
    meaning:
      'The signature, key or password of a callback is missing or wrong. Nothing was stored.',
  },
  webhook_not_verified: {
    status: 400,
    meaning: 'The signature of a webhook is missing, wrong or old. Nothing was stored.',
  },
  address_closed: {
    status: 410,
    meaning: 'The address takes nothing any more. Ask the company that gave it to you.',
  },
  sign_in_again: {
    status: 403,
    meaning:
      'A session must have signed in within the last 10 minutes for this; to change the account, not by a link. Sign in again, then repeat the request.',
  },
  origin_mismatch: {
    status: 403,
    meaning:
      'A page of another site sent a session in a cookie. Send a token in the header Authorization, or set THROUGHLINE_PUBLIC_URL.',
  },
  organization_suspended: {
    status: 403,
    meaning:
      'An operator suspended the organization of the token. Nothing is lost. Ask the operator of the service to resume it.',
  },
  scope_missing: {
    status: 403,
    meaning: 'The token lacks the scope that the operation needs. Use a token that has it.',
    shape: SCOPES_NEEDED,
  },
  own_work_only: {
    status: 403,
    meaning:
      'The token has an `own` scope, and the request would change something other than the user’s own work. Ask the office to do it.',
  },
  host_not_allowed: {
    status: 403,
    meaning:
      'The Host or Origin header of a request to /mcp names another host than the service’s own. Use its public URL.',
  },
  origin_not_allowed: {
    status: 403,
    meaning:
      'The token can be used only in pages of its allowed_origins. Use a token for this origin, or a token of a server.',
  },
  not_found: {
    status: 404,
    meaning:
      'No such endpoint, or no such resource in your organization. `errors` names the field if the id was in the body.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method. The header Allow lists the methods.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The body stopped arriving. Send it again.',
  },
  idempotency_key_in_use: {
    status: 409,
    meaning:
      'Another request with the same Idempotency-Key is still running. Try again in a moment.',
  },
  quota_exceeded: {
    status: 409,
    meaning:
      'The organization has as many of the resource as it can have. Reuse or remove one, or ask the operator for more.',
    shape: QUOTA,
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than the operation accepts. Send less at once.',
    shape: SIZE_LIMIT,
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body has a media type that the operation does not accept.',
  },
  unsupported_charset: {
    status: 415,
    meaning: 'The charset of the uploaded file is unknown. Save it as UTF-8 and try again.',
  },
  validation_failed: {
    status: 422,
    meaning: 'Something in the request is wrong. `errors` names all of it.',
  },
  dry_run_not_supported: {
    status: 422,
    meaning:
      'The response shows a secret, or the operation receives a file: it has no dry run. Leave the header Dry-Run out.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was used before for another request. Use a new key.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests. Wait as long as Retry-After says.',
  },
  too_many_streams: {
    status: 429,
    meaning: 'Your organization has too many open event streams. Close some.',
  },
  upload_limit_reached: {
    status: 429,
    meaning: 'Your organization is already sending as many files at once as it can. Wait for one.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The headers of the request are too large.',
  },
  internal_error: {
    status: 500,
    meaning:
      'Something went wrong in the service. Try again; if it happens again, report the request_id.',
  },
  evaluation_busy: {
    status: 503,
    meaning: 'Too many templates and conditions are being evaluated. Try again after Retry-After.',
  },
  database_busy: {
    status: 503,
    meaning: 'Too many requests changed the same data at once. Try again after Retry-After.',
  },
  database_unavailable: {
    status: 503,
    meaning: 'The database is unavailable. Try again after Retry-After.',
  },
  storage_full: {
    status: 503,
    meaning:
      'The disk of the database is full, and nothing was saved. Reading still works. Try again after Retry-After.',
  },
  secret_unreadable: {
    status: 503,
    meaning:
      'The service cannot read the secret of the source. The operator sets the THROUGHLINE_SECRET_KEY that it was stored with.',
  },
  source_busy: {
    status: 503,
    meaning: 'Too much was sent to this address at once. Send it again after Retry-After.',
  },
  stopping: {
    status: 503,
    meaning: 'This server is stopping. Send the request again; another server takes it.',
  },
  server_at_capacity: {
    status: 503,
    meaning:
      'This server has as many open event streams as it can serve. Try again after Retry-After.',
  },
  too_many_uploads: {
    status: 503,
    meaning: 'This server is receiving too many files at once. Try again after Retry-After.',
  },
  too_many_downloads: {
    status: 503,
    meaning: 'This server is sending too many files at once. Try again after Retry-After.',
  },
} as const satisfies ProblemCatalog;
