import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, validationFailed } from '../errors.ts';
import type { DescribedOperation, Operation } from './operation.ts';

/**
 * Whether the operation can be tried without an effect. A file is read in many transactions, of which the last could not
 * undo the first. A secret of a dry run would be valid nowhere, and be stored by its reader like a real one.
 */
export function supportsDryRun(operation: DescribedOperation): boolean {
  return operation.kind === 'mutation' && !operation.secret;
}

/** Whether the caller only asks what would happen. The response says so, also if it is a problem. Reads ignore it. */
export function readDryRun(
  operation: Operation,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const value = headers['dry-run'];
  if (value === undefined || !isKeyed(operation) || value === 'false') return false;
  if (value !== 'true') throw invalidValue();
  if (!supportsDryRun(operation)) throw notSupported(operation);
  reply.header('Dry-Run', 'true');
  return true;
}

/** Everything except reads. */
export function isKeyed({ kind }: DescribedOperation): boolean {
  return kind === 'mutation' || kind === 'upload';
}

function invalidValue(): Problem {
  const detail =
    'The header Dry-Run must be true or false. Leave it out for a request with effect.';
  return validationFailed([{ pointer: '/Dry-Run', code: 'invalid_format', detail }]);
}

function notSupported({ kind }: Operation): Problem {
  const reason =
    kind === 'upload'
      ? 'This operation receives a file, which cannot be tried'
      : 'The response of this operation shows a secret, so it cannot be tried';
  return new Problem(
    422,
    'dry_run_not_supported',
    `${reason}. Nothing was done. Leave the header Dry-Run out.`,
  );
}
