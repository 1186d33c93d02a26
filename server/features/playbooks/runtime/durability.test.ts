import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Problem } from '../../../platform/errors.ts';
import { toUuid } from '../../../platform/ids.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { withPlaybookEngines } from '../../../testing/playbook-engines.ts';
import { Playbooks, startReceiver } from '../../../testing/playbooks.ts';
import { takes } from '../../../testing/takes.ts';
import { reportLateRuns } from './late-runs.ts';
import { actorOf } from './run.ts';
import { runClaimed, runOrAbandon } from './run-claimed.ts';
import { sendRequest } from './send-request.ts';
import { takeTurn } from './take-turn.ts';

const MINUTE = 60_000;

describe('playbook runs and workers', () => {
  let playbooks: Playbooks;
  let organizationId: string;
  const service = sharedService({ ownDatabase: true, because: 'claims all runs' });
  const receiver = shared(() => startReceiver());
  beforeEach(async () => {
    const organization = await service.newOrganization();
    playbooks = new Playbooks(organization.api, service);
    organizationId = toUuid('organization', organization.organizationId)!;
    receiver.received.length = 0;
  });

  async function claim(isOutbound = false) {
    const now = service.clock.now();
    const until = new Date(now.getTime() + 10_000);
    const sql = isOutbound
      ? 'select * from claim_outbound_playbook_runs($1, $2, 100, 16)'
      : 'select * from claim_playbook_runs($1, $2, 100)';
    const { rows } = await service.owner.query(sql, [now, until]);
    return rows.map((row) => ({ ...row, fence: Number(row.fence) }));
  }

  const append = { id: 'append', do: 'update_lead', with: { notes: '{{ lead.notes }}x' } };

  it('two engines at the same time execute every step of every run once', async () => {
    const playbook = await playbooks.make({
      steps: [
        append,
        { id: 'call', do: 'http_request', with: { url: receiver.url } },
        { ...append, id: 'again' },
      ],
    });
    const count = 20;
    await Promise.all(
      Array.from({ length: count }, async () => {
        const { lead_id } = await playbooks.newLead({ notes: 'x' });
        await playbooks.run(playbook, { lead_id });
      }),
    );
    await withPlaybookEngines(service, 2, async () => {
      await eventually(async () => (await playbooks.list('&status=completed')).length === count);
    });
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size], [count, count]);
    const { data: leads } = (await playbooks.api.get('/v1/leads?limit=200')).body;
    assert.deepEqual(
      leads.map(({ notes }: { notes: string }) => notes),
      Array(count).fill('xxx'),
    );
  });

  it('a worker whose claim was taken over does nothing more', async () => {
    const playbook = await playbooks.make({ steps: [append] });
    const lead = await playbooks.newLead({ notes: 'x' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const [slow] = await claim();
    assert.deepEqual(await claim(), [], 'a claimed run was claimed again');
    service.clock.advance(11_000);
    const [quick] = await claim();
    assert.equal(quick.fence, slow.fence + 1);
    await runClaimed(service.taskContext, slow, false);
    assert.equal((await playbooks.read(run_id)).status, 'running');
    await runClaimed(service.taskContext, quick, false);
    await runClaimed(service.taskContext, slow, false);
    await runClaimed(service.taskContext, quick, false);
    const run = await playbooks.read(run_id);
    assert.deepEqual([run.status, run.steps[0].attempts], ['completed', 1]);
    assert.equal((await playbooks.api.get(`/v1/leads/${lead.lead_id}`)).body.notes, 'xx');
  });

  it('a run whose workers are always lost is given up after five more attempts, and can be retried', async () => {
    const playbook = await playbooks.make({ steps: [append] });
    const lead = await playbooks.newLead({ notes: 'x' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const next = async () => {
      const [claimed] = await claim();
      service.clock.advance(11_000);
      return claimed;
    };
    assert.equal((await next()).was_claimed, false);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const claimed = await next();
      assert.equal(claimed.was_claimed, true);
      // It is counted, and then the worker is lost.
      let transactions = 0;
      const database = new Proxy(service.database, {
        get(target, name) {
          if (name !== 'transaction') return Reflect.get(target, name, target);
          transactions += 1;
          if (transactions > 1) throw new Problem(503, 'database_unavailable', 'Lost.');
          return target.transaction.bind(target);
        },
      });
      await assert.rejects(runOrAbandon({ ...service.taskContext, database }, claimed, false));
      assert.equal((await playbooks.read(run_id)).status, 'running');
    }
    await runOrAbandon(service.taskContext, await next(), false);
    const { status, error } = await playbooks.read(run_id);
    assert.deepEqual([status, error.code], ['failed', 'interrupted']);

    assert.equal((await playbooks.api.post(`/v1/playbook-runs/${run_id}/retry`)).status, 200);
    const retried = await next();
    assert.equal(retried.was_claimed, false);
    await runOrAbandon(service.taskContext, retried, false);
    assert.equal((await playbooks.read(run_id)).status, 'completed');
  });

  it('a request whose worker was lost is unknown and not sent again, unless it is idempotent', async () => {
    const call = { id: 'call', do: 'http_request', with: { url: receiver.url } };
    const safe = { id: 'safe', do: 'http_request', with: { url: receiver.url, idempotent: true } };
    const playbook = await playbooks.make({ steps: [call, append, safe] });
    const lead = await playbooks.newLead({ notes: 'x' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const [rows] = await claim();
    await runClaimed(service.taskContext, rows, false);

    /** Prepares and sends the request, and stops before the outcome is recorded. */
    const dieAfterSending = async () => {
      const [claimed] = await claim(true);
      const turn = await service.database.transaction(
        { organizationId, actor: actorOf(claimed.run_id) },
        (tx) =>
          takeTurn(tx, {
            claim: claimed,
            bounds: { maxSteps: 20, stopBefore: null },
            isOutbound: true,
            sent: null,
            secrets: null,
            onStart() {},
          }),
      );
      assert(turn.kind === 'send');
      const { request, key } = turn.outgoing;
      const options = { key, secrets: [], at: service.clock.now(), timeoutMs: 5_000 };
      await sendRequest(service.taskContext.outbound, request, options);
      assert.deepEqual(await claim(true), []);
      // No worker renews the claim any more.
      service.clock.advance(11_000);
    };
    await dieAfterSending();
    const inProgress = await playbooks.read(run_id);
    assert.deepEqual([inProgress.status, inProgress.steps[0].status], ['running', 'running']);
    await dieAfterSending();
    const unknown = await playbooks.read(run_id);
    assert.deepEqual(
      unknown.steps.map((step: { step_id: string; status: string }) => [step.step_id, step.status]),
      [
        ['call', 'unknown'],
        ['append', 'completed'],
        ['safe', 'running'],
      ],
    );
    assert.equal(unknown.steps[0].error.code, 'interrupted');
    await withPlaybookEngines(service, 1, async () => {
      await eventually(async () => {
        service.clock.advance(1_000);
        return (await playbooks.read(run_id)).status === 'completed';
      });
    });
    const run = await playbooks.read(run_id);
    assert.deepEqual([run.has_unknown, run.steps[2].attempts], [true, 2]);
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['idempotency-key']),
      [`${run_id}:call`, `${run_id}:safe`, `${run_id}:safe`],
    );
  });

  it('no more runs of a playbook execute at once than its concurrency allows, and all of them finish', async () => {
    let [active, mostActive] = [0, 0];
    const second = Promise.withResolvers<void>();
    const usual = receiver.answer;
    receiver.answer = async (_one, response) => {
      active += 1;
      mostActive = Math.max(mostActive, active);
      // So there are two at once, however long it takes to start another.
      if (active === 2) second.resolve();
      await second.promise;
      await takes(30);
      active -= 1;
      response.end('ok');
    };
    const playbook = await playbooks.make({
      concurrency: 2,
      steps: [
        { id: 'call', do: 'http_request', with: { url: receiver.url } },
        { id: 'pause', do: 'wait', with: { duration: 'PT1M' } },
        append,
      ],
    });
    const { lead_id } = await playbooks.newLead({ notes: 'x' });
    for (let n = 0; n < 10; n += 1) await playbooks.run(playbook, { lead_id });
    await withPlaybookEngines(service, 2, async () => {
      await eventually(async () => (await playbooks.list('&status=waiting')).length === 10);
      service.clock.advance(MINUTE);
      await eventually(async () => (await playbooks.list('&status=completed')).length === 10);
    });
    receiver.answer = usual;
    assert.equal(mostActive, 2);
    assert.equal(receiver.received.length, 10);
  });

  it('a run that no worker takes is reported as late once, is listed as late, and still continues', async () => {
    const playbook = await playbooks.make({
      steps: [{ id: 'pause', do: 'wait', with: { duration: 'PT5M' } }, append],
    });
    const lead = await playbooks.newLead({ notes: 'x' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const [claimed] = await claim();
    await runClaimed(service.taskContext, claimed, false);
    const due = (await playbooks.read(run_id)).due_at;
    service.clock.set(due);
    service.clock.advance(MINUTE);
    assert.equal(await reportLateRuns(service.taskContext), 0);
    assert.deepEqual(await playbooks.list('&late=true'), []);
    service.clock.advance(1);
    assert.equal(await reportLateRuns(service.taskContext), 1);
    assert.equal(await reportLateRuns(service.taskContext), 0);
    const [late] = await playbooks.list('&late=true');
    assert.deepEqual([late.run_id, late.late_at], [run_id, service.clock.now().toISOString()]);
    const health = (await playbooks.api.get('/v1/automation/health')).body;
    assert.equal(health.status, 'late');
    assert.deepEqual(
      [health.runs.late, health.runs.waiting, health.runs.oldest_late_due_at],
      [1, 1, due],
    );
    const own = health.playbooks.find(
      (one: { playbook_id: string }) => one.playbook_id === playbook.playbook_id,
    );
    assert.equal(own.waiting, 1);
    const events = await playbooks.events('&type=playbook_run.late');
    assert.deepEqual(
      events.map(({ data, lifecycle_number }) => [data.run_id, lifecycle_number]),
      [[run_id, lead.lifecycle_number]],
    );
    assert.match(await service.metrics.registry.metrics(), /playbook_runs_late_total 1/);
    await withPlaybookEngines(service, 1, async () => {
      await playbooks.until(run_id, 'completed');
    });
    assert.deepEqual(await playbooks.list('&late=true'), []);
    assert.equal((await playbooks.api.get('/v1/automation/health')).body.status, 'ok');
  });

  it('the database refuses to change the version of a run or to reopen an ended run', async () => {
    const playbook = await playbooks.make({ steps: [append] });
    const { lead_id } = await playbooks.newLead({ notes: 'x' });
    const { run_id } = await playbooks.run(playbook, { lead_id });
    await playbooks.api.post(`/v1/playbook-runs/${run_id}/cancel`);
    const change = (set: string) =>
      service.owner.query(`update playbook_runs set ${set} where run_id = $1`, [
        toUuid('run', run_id),
      ]);
    await assert.rejects(change('version = 2'), { code: '23001' });
    await assert.rejects(change(`status = 'queued'`), { code: '23001' });
    await assert.rejects(change(`lifecycle_number = '1'`), { code: '23001' });
    await assert.rejects(change('finished_at = null'), { code: '23514' });
  });
});
