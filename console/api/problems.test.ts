import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../packages/sdk/src/problem.ts';
import { troubleOf } from './problems.ts';

describe('what the service refuses', () => {
  it('is shown at its field, or at the nearest one around it', () => {
    const trouble = troubleOf(
      refusal({ '/postal_codes/3': 'No code.', '/circle/latitude': 'Too far.', '/color': 'None.' }),
      ['postal_codes', 'circle', 'circle/latitude'],
    );
    assert.deepEqual(trouble.fields, { postal_codes: 'No code.', 'circle/latitude': 'Too far.' });
    assert.equal(trouble.message, 'None.');
  });

  it('is not shown at a field whose name only begins alike', () => {
    assert.deepEqual(troubleOf(refusal({ '/names/es': 'Empty.' }), ['name']).fields, {});
  });
});

function refusal(details: Readonly<Record<string, string>>): ApiError {
  const errors = Object.entries(details).map(([pointer, detail]) => {
    return { pointer, detail, code: 'invalid_format' };
  });
  const problem = {
    type: 'about:blank',
    title: 'The request is not valid.',
    status: 422,
    code: 'validation_failed',
    detail: 'Fix the fields.',
    request_id: 'req_1',
    errors,
  };
  return new ApiError(problem, new Headers());
}
