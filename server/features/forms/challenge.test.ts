import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { toUuid } from '../../domain/ids.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { challengeIn, postForm, sendForm, solve } from '../../testing/form-visitor.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { inOneMoment } from '../../testing/in-one-moment.ts';
import { freshLead } from '../../testing/leads.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../testing/sms-gateway.ts';
import { isProof, signatureOf } from './challenge.ts';
import { purgeFormChallenges } from './purge-form-challenges.task.ts';

const HOUR = 60 * 60 * 1000;
const service = sharedService({ hasWorker: true });
const gateway = shared(() => startSmsGateway());
/** Another process of the service, which has counted none of the requests to this one. */
const app = shared(() => startAnotherApp(service));

let organization: TestOrganization;
let url: string;
beforeEach(async () => {
  organization = await service.newOrganization();
  url = await newForm();
});

async function newForm(fields: object = {}): Promise<string> {
  const services = [{ code: 'ac_repair', label: 'Air conditioning' }];
  const form = { name: 'Contact', title: 'Ask us', services, ...fields };
  const { status, body } = await organization.api.post('/v1/forms', form);
  assert.equal(status, 201, JSON.stringify(body));
  return body.url;
}

const pageOf = async (address = url) => (await fetch(address)).text();
async function leads() {
  return (await organization.api.get('/v1/leads?limit=200')).body.data;
}

/** The second page, which asks to send again, with everything that was entered. */
async function assertAskedAgain(response: Response): Promise<string> {
  assert.equal(response.status, 428);
  const page = await response.text();
  assert.match(page, /<h1>One more step<\/h1>/);
  assert.match(page, /role="status"/);
  return page;
}

/** What a browser sends from the page. */
function fieldsIn(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const texts = page.matchAll(/<textarea name="(\w+)" hidden>\n([^<]*)<\/textarea>/g);
  return Object.fromEntries([...inputs, ...texts].map(([, name, value]) => [name, value]));
}

describe('the challenge of a form', () => {
  it('is passed with a proof of work, by a visitor who needs a few seconds', async () => {
    assert.equal((await sendForm(url, freshLead(), service)).status, 303);
    assert.equal((await leads()).length, 1);
  });

  it('is not passed without an answer: nothing is stored', async () => {
    await assertAskedAgain(await postForm(url, freshLead()));
    for (const challenge of ['x', 'first.mlx2k0.x.y', '....', 'again.zzzzzzzz.0.0']) {
      await assertAskedAgain(await postForm(url, { ...freshLead(), challenge, proof: '1' }));
    }
    assert.deepEqual(await leads(), []);
  });

  it('is not passed by a wrong proof, or one that was made for another form or changed', async () => {
    const other = await newForm();
    const answers = solve(challengeIn(await pageOf()));
    service.clock.advance(3_000);
    const wrong = [
      { ...answers, proof: String(Number(answers.proof) + 1) },
      { ...answers, proof: `${answers.proof} ` },
      solve(answers.challenge.replace(/^first/, 'again')),
    ];
    for (const answer of wrong) {
      await assertAskedAgain(await postForm(url, { ...freshLead(), ...answer }));
    }
    await assertAskedAgain(await postForm(other, { ...freshLead(), ...answers }));
    assert.deepEqual(await leads(), []);
  });

  it('is not passed faster than a person can be, or after half a day', async () => {
    const answers = solve(challengeIn(await pageOf()));
    service.clock.advance(1_999);
    await assertAskedAgain(await postForm(url, { ...freshLead(), ...answers }));
    service.clock.advance(12 * HOUR);
    await assertAskedAgain(await postForm(url, { ...freshLead(), ...answers }));
    assert.deepEqual(await leads(), []);
  });

  it('can be used once: with other content it is refused, also at the same time', async () => {
    const answers = solve(challengeIn(await pageOf()));
    service.clock.advance(3_000);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => postForm(url, { ...freshLead(), ...answers })),
    );
    assert.equal(responses.filter(({ status }) => status === 303).length, 1);
    assert.equal(responses.filter(({ status }) => status === 428).length, 7);
    assert.equal((await leads()).length, 1);
  });

  it('can be used again for the same request, which creates nothing: a double click', async () => {
    const answers = solve(challengeIn(await pageOf()));
    service.clock.advance(3_000);
    const sent = { ...freshLead(), ...answers };
    assert.equal((await postForm(url, sent)).status, 303);
    assert.equal((await postForm(url, sent)).status, 303);
    assert.equal((await leads()).length, 1);
  });

  it('is forgotten when it is too old to be used', async () => {
    const id = toUuid('organization', organization.organizationId);
    const sql = 'select from form_challenges where organization_id = $1';
    const rows = async () => (await service.owner.query(sql, [id])).rowCount;
    assert.equal((await sendForm(url, freshLead(), service)).status, 303);
    await purgeFormChallenges.handle(service.taskContext, []);
    assert.equal(await rows(), 1);
    service.clock.advance(12 * HOUR);
    await purgeFormChallenges.handle(service.taskContext, []);
    assert.equal(await rows(), 0);
  });

  it('is passed on another process', async () => {
    const answers = solve(challengeIn(await pageOf()));
    service.clock.advance(3_000);
    const elsewhere = url.replace(service.url, app.url);
    assert.equal((await postForm(elsewhere, { ...freshLead(), ...answers })).status, 303);
  });
});

describe('the page that asks to send again', () => {
  it('works without a script: after five seconds, with everything that was entered', async () => {
    const notes = 'Leaking since Sunday, at the "old" tap';
    const page = await assertAskedAgain(await postForm(url, { ...freshLead(), notes }));
    const fields = { ...fieldsIn(page), notes };
    service.clock.advance(4_999);
    const early = await assertAskedAgain(await postForm(url, fields));
    assert.equal(challengeIn(early), challengeIn(page), 'the wait would start again');
    service.clock.advance(1);
    assert.equal((await postForm(url, fields)).status, 303);
    const [lead] = await leads();
    assert.equal(lead.notes, notes);
  });

  it('keeps all values, escaped', async () => {
    const values = { name: `"><b>'`, address: '1 Oak St', email: 'dana@example.com' };
    const page = await assertAskedAgain(await postForm(url, { ...freshLead(), ...values }));
    const { name, address, email } = fieldsIn(page);
    assert.deepEqual({ name, address, email }, { ...values, name: `"&gt;&lt;b&gt;'` });
  });

  it('is passed at once with a proof, which the script sends', async () => {
    const page = await assertAskedAgain(await postForm(url, freshLead()));
    assert.match(page, / data-auto="Sending your request …">/);
    service.clock.advance(2_000);
    const sent = { ...fieldsIn(page), ...solve(challengeIn(page)) };
    assert.equal((await postForm(url, sent)).status, 303);
  });

  it('is accepted without a proof only six times a minute from one address', async () => {
    const pages: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      pages.push(await assertAskedAgain(await postForm(url, freshLead())));
    }
    service.clock.advance(5_000);
    const elsewhere = url.replace(service.url, app.url);
    const statuses: number[] = [];
    await inOneMoment(async () => {
      for (const page of pages) statuses.push((await postForm(elsewhere, fieldsIn(page))).status);
    });
    assert.deepEqual(statuses, [303, 303, 303, 303, 303, 303, 429]);
    assert.equal((await leads()).length, 6);
  });
});

describe('the script of the page', () => {
  /** Runs the script of a page with as much of a browser as it uses. */
  function run(page: string, clock = Date.now) {
    const listeners: Record<string, (event: { preventDefault(): void }) => void> = {};
    const seen = { submitted: 0, prevented: 0, status: { textContent: '' } };
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(page)?.[1] ?? null;
    const form = {
      elements: { proof: { value: '' } },
      getAttribute: attribute,
      hasAttribute: (name: string) => attribute(name) !== null,
      addEventListener: (type: string, listener: () => void) => {
        listeners[type] = listener;
      },
      submit: () => {
        seen.submitted += 1;
      },
    };
    const document = { querySelector: () => form, getElementById: () => seen.status };
    // The page was opened a while ago: nothing has to wait.
    let reads = 0;
    const now = () => {
      reads += 1;
      return reads === 1 ? 0 : clock();
    };
    const window = { document, setTimeout, Date: { now }, addEventListener() {} };
    const context = createContext(window);
    runInContext(/<script>(.*)<\/script>/s.exec(page)?.[1] ?? assert.fail(), context);
    const fire = (type: string) => listeners[type]?.({ preventDefault: () => seen.prevented++ });
    return { form, seen, fire };
  }

  it('finds the proof while the visitor types, and sends the form with it', async () => {
    const page = await pageOf();
    const { form, seen, fire } = run(page);
    assert.equal(form.elements.proof.value, '');
    fire('input');
    await eventually(() => form.elements.proof.value !== '');
    assert.equal(seen.submitted, 0);
    fire('submit');
    assert.deepEqual([seen.prevented, seen.submitted], [1, 1]);
    const challenge = challengeIn(page);
    const proof = String(form.elements.proof.value);
    assert(isProof(signatureOf(challenge), proof));
    service.clock.advance(3_000);
    assert.equal((await postForm(url, { ...freshLead(), challenge, proof })).status, 303);
  });

  it('holds the form back until the proof is found', async () => {
    const { seen, fire } = run(await pageOf());
    fire('submit');
    await eventually(() => seen.submitted === 1);
  });

  it('sends the form once, even if the proof is found at once', async () => {
    // While the clock stands still, the search does not pause: it ends before the form is held back.
    const { seen, fire } = run(await pageOf(), () => 1_000_000);
    fire('submit');
    assert.deepEqual([seen.prevented, seen.submitted], [1, 1]);
    // A visitor who comes back can send it again.
    fire('submit');
    assert.deepEqual([seen.prevented, seen.submitted], [2, 2]);
  });

  it('sends the second page by itself, and says so', async () => {
    const { seen } = run(await assertAskedAgain(await postForm(url, freshLead())));
    assert.match(seen.status.textContent, /^Sending/);
    await eventually(() => seen.submitted === 1);
  });
});

describe('texts to leads of a form, with the playbook “Speed to lead” enabled', () => {
  const abroad = ['+442079460958', '+18765551234', '+23276123456', '+77011234567'];

  beforeEach(async () => {
    service.clock.set('2027-03-01T18:00:00.000Z');
    gateway.requests.length = 0;
    const settings = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
    await organization.api.post('/v1/channels', { kind: 'sms_gateway', settings });
    const { data } = (await organization.api.get('/v1/playbooks?limit=200')).body;
    const ready = data.find(({ key }: { key: string | null }) => key === 'speed_to_lead');
    const path = `/v1/playbooks/${ready.playbook_id}`;
    assert.equal((await organization.api.patch(path, { enabled: true })).status, 200);
  });

  interface Run {
    run_id: string;
    lifecycle_number: string;
  }

  /** How the first step of each run ended, in the order of the leads (runs may start in another). */
  async function firstSteps(count: number): Promise<string[]> {
    const runs = await eventually(async () => {
      const { data } = (await organization.api.get('/v1/playbook-runs?limit=200')).body;
      const byLead = (a: Run, b: Run) => a.lifecycle_number.localeCompare(b.lifecycle_number);
      return data.length === count && data.toSorted(byLead);
    });
    const steps = runs.map(({ run_id }: Run) =>
      eventually(async () => {
        const { body } = await organization.api.get(`/v1/playbook-runs/${run_id}`);
        const [step] = body.steps;
        return step && `${step.status} ${step.output?.reason ?? ''}`;
      }),
    );
    return Promise.all(steps);
  }

  it('are not sent for five posts from five countries', async () => {
    for (const phone of ['+14155550123', ...abroad]) {
      assert.equal((await sendForm(url, { phone }, service)).status, 303);
    }
    const steps = await firstSteps(5);
    for (const step of steps) assert.match(step, /^skipped (consent_missing|country_not_allowed)/);
    assert.equal(gateway.requests.length, 0);
  });

  it('are sent only in the organization’s country if the visitors agree to texts', async () => {
    // From another form: an address may send ten requests per second to each.
    const consent = / name="consent" value="(\w+)"/.exec(await pageOf(await newForm()))?.[1];
    for (const phone of ['+14155550123', ...abroad]) {
      assert.equal((await sendForm(url, { phone, consent }, service)).status, 303);
    }
    const steps = await firstSteps(5);
    assert.match(steps[0] ?? '', /^completed/);
    for (const step of steps.slice(1)) assert.equal(step, 'skipped country_not_allowed');
    await eventually(() => gateway.requests.length === 1);
    assert.equal(gateway.requests[0]?.body.to, '+14155550123');
  });
});
