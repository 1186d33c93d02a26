import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Problem, validationFailed } from '../errors.ts';
import { jsonSize } from '../json-size.ts';

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined);
      if (!isUtf8(bytes)) return done(malformed('it is not UTF-8'));
      const text = bytes.toString('utf8');
      if (hasTooManyValues(text)) return done(tooManyValues());
      parse(request, text, (error, value) => {
        if (error) done(malformed(error.message));
        else done(null, value);
      });
    },
  );
}

/** A hundred thousand take 10 ms to parse, and no operation takes as many. */
const MAX_VALUES = 100_000;

function hasTooManyValues(text: string): boolean {
  return text.length > MAX_VALUES && jsonSize(text, MAX_VALUES).values > MAX_VALUES;
}

function tooManyValues(): Problem {
  const detail = `The body must have at most ${MAX_VALUES} values. Send less at once.`;
  return validationFailed([{ pointer: '', code: 'too_long', detail }]);
}

function malformed(reason: string): Problem {
  return new Problem(
    400,
    'malformed_json',
    `The body is not valid JSON: ${reason}. Fix it and try again.`,
  );
}
