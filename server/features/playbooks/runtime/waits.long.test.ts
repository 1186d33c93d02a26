import { describe, it } from 'node:test';
import { editUnderRuns } from '../../../testing/edit-under-runs.ts';
import { sharedService } from '../../../testing/fixtures.ts';

describe('runs that wait', () => {
  const service = sharedService({ hasWorker: true });

  it('keep to the version that they began with: an edit under a thousand of them changes none', async () => {
    await editUnderRuns(service, 1_000);
  });
});
