import { describe, it } from 'node:test';
import { editUnderRuns } from '../../../testing/edit-under-runs.ts';
import { sharedService } from '../../../testing/fixtures.ts';
import { sized } from '../../../testing/sized.ts';

const RUNS = sized({ long: 300, nightly: 1_000 });

describe('waiting runs', () => {
  const service = sharedService({ hasWorker: true });

  it(`keep the version they started with: editing the playbook changes none of ${RUNS} runs`, async () => {
    await editUnderRuns(service, RUNS);
  });
});
