import { describe, it } from 'node:test';
import { editUnderRuns } from '../../../testing/edit-under-runs.ts';
import { sharedService } from '../../../testing/fixtures.ts';

describe('waiting runs', () => {
  const service = sharedService({ hasWorker: true });

  it('keep the version they started with: editing the playbook changes none of 1,000 runs', async () => {
    await editUnderRuns(service, 1_000);
  });
});
