import { conflict } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findJobs } from '../jobs/index.ts';
import { findAcceptanceOrNull } from './acceptance-queries.ts';
import { findEstimate } from './queries.ts';
import { Verification } from './schemas.ts';
import { hashOf, isWhatIsStored } from './signed-document.ts';

export const verifyEstimate = read({
  id: 'verifyEstimate',
  method: 'POST',
  path: '/v1/estimates/{id}/verify',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:read', 'estimates:own'],
  summary: 'Verify an estimate',
  description:
    'Hashes what was signed and the image of the signature again, and compares them with the acceptance, the contract of the job, and the estimate as it is stored.',
  responses: returns(Verification, 'The result.'),
  problems: ['estimate_not_accepted'],
  async run(tx, { params }) {
    const [estimate, acceptance] = await Promise.all([
      findEstimate(tx, params.id),
      findAcceptanceOrNull(tx, params.id),
    ]);
    if (acceptance === null) throw notAccepted();
    // A technician may not see the job; the contract is compared all the same, and nothing of it is shown.
    tx.endLimitToOwn();
    const jobs = await findJobs(tx, estimate.job_id === null ? [] : [estimate.job_id]);
    const { document, document_hash, signature_image } = acceptance;
    const computed = hashOf(document);
    const contracts = jobs.map((job) => job.contract_document_hash);
    const hashes = [computed, estimate.document_hash, ...contracts];
    const isSame = contracts.length === 1 && hashes.every((hash) => hash === document_hash);
    return {
      valid: isSame && isWhatIsStored(document, estimate, signature_image),
      document_hash,
      computed_hash: computed,
      accepted_by: acceptance.accepted_by,
      address: acceptance.address,
      user_agent: acceptance.user_agent,
      erased: 'erased' in document,
      document,
    };
  },
});

function notAccepted() {
  return conflict(
    'estimate_not_accepted',
    'This estimate was not accepted, so nothing was signed. Verify it after it is accepted.',
  );
}
