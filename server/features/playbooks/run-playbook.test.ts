import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office } from '../../testing/office.ts';
import { Playbooks } from '../../testing/playbooks.ts';

describe('a playbook run', () => {
  let playbooks: Playbooks;
  let office: Office;
  const service = sharedService({ hasWorker: true });
  before(async () => {
    // 10:00 in the organization's time zone, outside quiet hours.
    service.clock.set('2027-03-01T18:00:00.000Z');
    office = await Office.open(service);
    playbooks = new Playbooks(office.api, service);
  });

  it('executes its steps in order and shows the input, output and duration of each', async () => {
    const lead = await playbooks.newLead({ notes: null });
    const playbook = await playbooks.make({
      steps: [
        {
          id: 'note',
          do: 'update_lead',
          with: { notes: 'Called {{ lead.name }} for {{ input.who }}' },
        },
        { id: 'give', do: 'assign', with: { user_id: office.rosa } },
        { id: 'qualify', do: 'qualify' },
        { id: 'never', do: 'qualify', when: 'lead.assigned_to == null' },
        { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } },
      ],
    });
    const started = await playbooks.run(playbook, {
      lead_id: lead.lead_id,
      input: { who: 'Rosa' },
    });
    assert.equal(started.status, 'queued');
    assert.equal(started.version, 1);
    assert.equal(started.lifecycle_number, lead.lifecycle_number);

    const run = await playbooks.until(started.run_id, 'completed');
    assert.deepEqual(
      run.steps.map((step: { step_id: string; status: string }) => [step.step_id, step.status]),
      [
        ['note', 'completed'],
        ['give', 'completed'],
        ['qualify', 'completed'],
        ['never', 'skipped'],
        ['task', 'completed'],
      ],
    );
    const [note, give, , never, task] = run.steps;
    assert.deepEqual(note.input, { notes: 'Called Dana for Rosa' });
    assert.deepEqual(give.output, { assigned_to: office.rosa });
    assert.deepEqual(never.output, { reason: 'condition_not_met' });
    assert.equal(note.key, `${run.run_id}:note`);
    assert(note.duration_ms > 0 && note.error === null && note.attempts === 1);
    const after = (await office.api.get(`/v1/leads/${lead.lead_id}`)).body;
    assert.equal(after.notes, 'Called Dana for Rosa');
    assert.equal(after.assigned_to, office.rosa);
    const followUp = (await office.api.get(`/v1/follow-ups/${task.output.follow_up_id}`)).body;
    assert.equal(followUp.channel, 'task');

    const { body: lifecycle } = await office.api.get(`/v1/lifecycles/${lead.lifecycle_number}`);
    assert.deepEqual(
      lifecycle.playbook_runs.map((one: { run_id: string }) => one.run_id),
      [run.run_id],
    );
    const types = lifecycle.timeline.map((entry: { type: string }) => entry.type);
    assert(types.includes('playbook_run.started') && types.includes('playbook_run.completed'));
    const changed = lifecycle.timeline.find(
      (entry: { type: string }) => entry.type === 'lead.updated',
    );
    assert.equal(changed.actor.id, run.run_id);
  });

  it('assigns leads to the active members of a team in rotation', async () => {
    const { teamId, members } = await office.newTeam(3);
    await office.api.patch(`/v1/users/${members[1]}`, { active: false });
    const playbook = await playbooks.make({
      steps: [{ id: 'give', do: 'assign', with: { team_id: teamId } }],
    });
    const assigned: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { lead_id } = await playbooks.newLead();
      const { run_id } = await playbooks.run(playbook, { lead_id });
      const run = await playbooks.until(run_id, 'completed');
      assigned.push(run.steps[0].output.assigned_to);
    }
    assert.deepEqual(assigned, [members[0], members[2], members[0], members[2]]);
  });

  it('books the next open slot, and concurrent runs book different slots', async () => {
    const playbook = await playbooks.make({
      steps: [
        {
          id: 'book',
          do: 'book_next_available',
          with: { user_id: office.rosa, duration_minutes: 90 },
        },
        {
          id: 'note',
          do: 'update_lead',
          with: { notes: 'Booked for {{ appointment.starts_at }}' },
        },
      ],
    });
    const leads = await Promise.all([1, 2, 3, 4].map(() => playbooks.newLead()));
    const started = await Promise.all(
      leads.map(({ lead_id }) => playbooks.run(playbook, { lead_id })),
    );
    const runs = [];
    for (const { run_id } of started) runs.push(await playbooks.until(run_id, 'completed'));
    const times = runs.map((run) => run.steps[0].output.starts_at).sort();
    // Monday, from 10:00 on.
    assert.deepEqual(times, [
      '2027-03-01T10:00:00-08:00',
      '2027-03-01T11:30:00-08:00',
      '2027-03-01T13:00:00-08:00',
      '2027-03-01T14:30:00-08:00',
    ]);
    const lead = (await office.api.get(`/v1/leads/${runs[0].lead_id}`)).body;
    assert.equal(lead.notes, `Booked for ${runs[0].steps[0].output.starts_at}`);
    assert.equal(runs[0].appointment_id, runs[0].steps[0].output.appointment_id);
  });

  it('fails at the step that cannot be executed, keeps the steps before it, and can be retried from there', async () => {
    const busy = await office.newUser({ working_hours: { weekly: [], exceptions: [] } });
    const playbook = await playbooks.make({
      steps: [
        { id: 'note', do: 'update_lead', with: { notes: '{{ lead.notes | append: "x" }}' } },
        { id: 'book', do: 'book_next_available', with: { user_id: busy } },
        { id: 'qualify', do: 'qualify' },
      ],
    });
    const lead = await playbooks.newLead({ notes: 'x' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const failed = await playbooks.until(run_id, 'failed');
    assert.equal(failed.error.code, 'nothing_open');
    assert.equal(failed.step_id, 'book');
    assert.deepEqual(
      failed.steps.map((step: { status: string }) => step.status),
      ['completed', 'failed'],
    );
    assert.equal(failed.steps[1].error.code, 'nothing_open');
    const health = (await office.api.get('/v1/automation/health')).body;
    assert.equal(health.runs.failed_last_24h, 1);

    await office.api.patch(`/v1/users/${busy}`, { working_hours: null });
    const retried = await office.api.post(`/v1/playbook-runs/${run_id}/retry`);
    assert.deepEqual(
      [retried.status, retried.body.status, retried.body.error],
      [200, 'queued', null],
    );
    const run = await playbooks.until(run_id, 'completed');
    assert.deepEqual(
      run.steps.map((step: { step_id: string; attempts: number }) => [step.step_id, step.attempts]),
      [
        ['note', 1],
        ['book', 2],
        ['qualify', 1],
      ],
    );
    assert.equal((await office.api.get(`/v1/leads/${lead.lead_id}`)).body.notes, 'xx');
    const types = (await playbooks.events(`&lifecycle_number=${lead.lifecycle_number}`))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('playbook_run.'));
    assert.deepEqual(types, [
      'playbook_run.started',
      'playbook_run.failed',
      'playbook_run.retried',
      'playbook_run.completed',
    ]);
    const again = await office.api.post(`/v1/playbook-runs/${run_id}/retry`);
    assert.deepEqual([again.status, again.body.code], [409, 'run_not_failed']);
    const over = await office.api.post(`/v1/playbook-runs/${run_id}/cancel`);
    assert.deepEqual([over.status, over.body.code], [409, 'run_over']);
  });

  it('fails if it sets a lead field to an invalid value', async () => {
    const playbook = await playbooks.make({
      steps: [{ id: 'update', do: 'update_lead', with: { phone: '{{ input.phone }}' } }],
    });
    const lead = await playbooks.newLead();
    const wrong = await playbooks.run(playbook, {
      lead_id: lead.lead_id,
      input: { phone: 'none' },
    });
    const failed = await playbooks.until(wrong.run_id, 'failed');
    assert.equal(failed.steps[0].status, 'failed');
    assert.deepEqual(failed.steps[0].input, { phone: 'none' });
    const after = (await office.api.get(`/v1/leads/${lead.lead_id}`)).body;
    assert.equal(after.phone, lead.phone);
    const missing = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const unfilled = await playbooks.until(missing.run_id, 'failed');
    assert.equal(unfilled.error.code, 'text_not_applicable');
  });

  it('stops at a stop step, with its reason', async () => {
    const playbook = await playbooks.make({
      steps: [
        { id: 'end', do: 'stop', when: "lead.name == 'Dana'", with: { reason: 'Dana again' } },
        { id: 'qualify', do: 'qualify' },
      ],
    });
    const { lead_id } = await playbooks.newLead();
    const { run_id } = await playbooks.run(playbook, { lead_id });
    const run = await playbooks.until(run_id, 'stopped');
    assert.deepEqual([run.reason, run.steps.length], ['Dana again', 1]);
  });

  it('needs no body if it is about nothing: a manual playbook runs at the press of a button', async () => {
    const { playbook_id } = await playbooks.make({
      steps: [
        { id: 'for_a_lead', do: 'qualify', when: 'lead != null' },
        { id: 'end', do: 'stop', with: { reason: 'Nothing more to do' } },
      ],
    });
    const path = `/v1/playbooks/${playbook_id}/run`;
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const bodies = [
      {},
      { raw: '{}' },
      { raw: 'null' },
      { raw: '', headers: json },
      { raw: '', headers: form },
    ];
    for (const options of bodies) {
      const { status, body } = await office.api.post(path, undefined, options);
      assert.equal(status, 202, JSON.stringify([options, body]));
      const run = await playbooks.until(body.run_id, 'stopped');
      const { lead_id, lifecycle_number, reason } = run;
      assert.deepEqual([lead_id, lifecycle_number, reason], [null, null, 'Nothing more to do']);
      assert.equal(run.steps[0].status, 'skipped');
    }
    const dry = await office.api.post(path, { dry_run: true });
    assert.deepEqual([dry.status, dry.body.status], [200, 'stopped']);
  });

  it('without a target is refused if a step needs one, and the step is named', async () => {
    const refused = async (definition: object) => {
      const { playbook_id } = await playbooks.make(definition);
      const { status, body } = await office.api.post(`/v1/playbooks/${playbook_id}/run`);
      assert.equal(status, 422);
      assert.deepEqual([body.errors[0].pointer, body.errors[0].code], ['/lead_id', 'required']);
      return body.errors[0].detail;
    };
    const end = { id: 'end', do: 'stop', with: { reason: 'Done' } };
    const of = (step: object) => refused({ steps: [step, end] });
    assert.match(
      await of({ id: 'sort', do: 'qualify' }),
      /^The step sort \(qualify\) needs a lead\. /,
    );
    const warranty = { id: 'cover', do: 'enroll_warranty' };
    assert.match(
      await of(warranty),
      /^The step cover \(enroll_warranty\) needs a job\. Send exactly/,
    );
    const trigger = { event: 'lead.created' };
    assert.match(
      await refused({ trigger, steps: [end] }),
      /starts at lead\.created, so .* lead_id/,
    );
  });

  it('as a dry run shows what would happen and changes nothing', async () => {
    const lead = await playbooks.newLead({ notes: 'before' });
    const playbook = await playbooks.make({
      steps: [
        { id: 'note', do: 'update_lead', with: { notes: 'Hello {{ lead.name }}' } },
        { id: 'text', do: 'send_message', with: { channel: 'sms', body: 'Hi {{ lead.name }}' } },
        { id: 'pause', do: 'wait', with: { duration: 'P1D' } },
        { id: 'reply', do: 'wait', with: { event: 'communication.received', timeout: 'PT12H' } },
        {
          id: 'seen',
          do: 'branch',
          when: "lead.notes == 'Hello Dana' && steps.reply.output.timed_out",
          then: [{ id: 'book', do: 'book_next_available', with: { user_id: office.rosa } }],
        },
        { id: 'nudge', do: 'send_message', with: { channel: 'sms', body: 'It is late' } },
        { id: 'call', do: 'http_request', with: { url: 'https://example.com/{{ lead.lead_id }}' } },
      ],
    });
    const counts = async () =>
      (
        await service.owner.query(
          `select (select count(*) from events) as events, (select count(*) from playbook_runs) as runs,
                  (select count(*) from appointments) as appointments, (select count(*) from communications) as sent,
                  (select count(*) from pgboss.job where name = 'send-communication') as queued`,
        )
      ).rows[0];
    const before = await counts();
    const dryRun = await playbooks.dryRun(playbook, { lead_id: lead.lead_id });
    assert.deepEqual(await counts(), before);
    assert.deepEqual((await office.api.get(`/v1/leads/${lead.lead_id}`)).body, lead);

    assert.deepEqual(
      [dryRun.dry_run, dryRun.run_id, dryRun.status, dryRun.version],
      [true, null, 'completed', 1],
    );
    const steps = Object.fromEntries(
      dryRun.steps.map((step: { step_id: string }) => [step.step_id, step]),
    );
    assert.deepEqual(Object.keys(steps), [
      'note',
      'text',
      'pause',
      'reply',
      'seen',
      'book',
      'nudge',
      'call',
    ]);
    assert.equal(steps.text.input.body, 'Hi Dana');
    assert.equal(steps.pause.output.until, '2027-03-02T18:00:00.000Z');
    assert.deepEqual(steps.reply.output, {
      until: '2027-03-03T06:00:00.000Z',
      timed_out: true,
      event: null,
    });
    // 22:00 is in quiet hours, so the text would be sent in the morning.
    assert.equal(steps.nudge.finished_at, '2027-03-03T16:00:00.000Z');
    assert.equal(steps.call.input.url, `https://example.com/${lead.lead_id}`);
    assert.deepEqual(steps.call.output, { not_sent: 'dry_run' });
    const wrong = await playbooks.make({ steps: [{ id: 'enroll', do: 'enroll_warranty' }] });
    const failing = await playbooks.dryRun(wrong, { lead_id: lead.lead_id });
    assert.deepEqual([failing.status, failing.error.code], ['failed', 'no_job']);
  });

  it('can be listed by playbook, status, lifecycle number and time, in pages', async () => {
    const playbook = await playbooks.make({
      steps: [{ id: 'pause', do: 'wait', with: { duration: 'P1D' } }],
    });
    const lead = await playbooks.newLead();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      service.clock.advance(1_000);
      ids.unshift((await playbooks.run(playbook, { lead_id: lead.lead_id })).run_id);
    }
    for (const id of ids) await playbooks.until(id, 'waiting');
    const idsOf = (runs: { run_id: string }[]) => runs.map(({ run_id }) => run_id);
    const by = `&playbook_id=${playbook.playbook_id}`;
    assert.deepEqual(idsOf(await playbooks.list(by)), ids);
    assert.deepEqual(idsOf(await playbooks.list(`${by}&status=waiting,failed`)), ids);
    assert.deepEqual(await playbooks.list(`${by}&status=completed`), []);
    assert.deepEqual(
      idsOf(await playbooks.list(`&lifecycle_number=${lead.lifecycle_number}`)),
      ids,
    );
    assert.deepEqual(await playbooks.list(`${by}&lifecycle_number=999999-0`), []);
    const third = await playbooks.read(ids[2]!);
    const since = encodeURIComponent(third.created_at);
    assert.deepEqual(idsOf(await playbooks.list(`${by}&created_since=${since}`)), ids.slice(0, 3));
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await office.api.get(`/v1/playbook-runs?limit=2${by}${cursor}`);
      seen.push(...idsOf(body.data));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(seen, ids);
    assert.deepEqual(await playbooks.list('&playbook_id=nonsense'), []);
  });

  it('refuses invalid requests with a problem code', async () => {
    const playbook = await playbooks.make({ steps: [{ id: 'qualify', do: 'qualify' }] });
    const path = `/v1/playbooks/${playbook.playbook_id}/run`;
    const { lead_id, lifecycle_number } = await playbooks.newLead();
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    const bodies: [object, number, string][] = [
      [{}, 422, 'validation_failed'],
      [{ lead_id, lifecycle_number }, 422, 'validation_failed'],
      [{ lead_id, input: { deep } }, 422, 'validation_failed'],
      [{ lead_id, input: { long: 'x'.repeat(70_000) } }, 422, 'validation_failed'],
      [{ lead_id, input: { nul: '\0' } }, 422, 'validation_failed'],
      [{ lead_id, input: [] }, 422, 'validation_failed'],
      [{ lead_id, dry_run: 'yes' }, 422, 'validation_failed'],
      [{ lead_id, unknown: 1 }, 422, 'validation_failed'],
      [{ lead_id: 'lead_nobody' }, 404, 'not_found'],
      [{ job_id: lead_id }, 404, 'not_found'],
      [{ invoice_id: 'invoice_01h455vb4pex5vsknk084sn02q' }, 404, 'not_found'],
      [{ lifecycle_number: '999999-0' }, 404, 'not_found'],
    ];
    for (const [body, status, code] of bodies) {
      const response = await office.api.post(path, body);
      assert.deepEqual(
        [response.status, response.body.code],
        [status, code],
        JSON.stringify(body).slice(0, 100),
      );
    }
    await office.api.delete(`/v1/leads/${lead_id}`);
    const deleted = await office.api.post(path, { lead_id });
    assert.deepEqual([deleted.status, deleted.body.code], [409, 'lead_deleted']);
    await office.api.patch(`/v1/playbooks/${playbook.playbook_id}`, { archived: true });
    const other = await playbooks.newLead();
    const archived = await office.api.post(path, { lead_id: other.lead_id });
    assert.deepEqual([archived.status, archived.body.code], [409, 'playbook_archived']);
    for (const query of [
      'status=done',
      'created_since=yesterday',
      'cursor=x',
      'late=maybe',
      'late=true&cursor=eA',
    ]) {
      assert.equal((await office.api.get(`/v1/playbook-runs?${query}`)).status, 422, query);
    }
  });

  it('uses names with special characters unchanged', async () => {
    const playbook = await playbooks.make({
      steps: [
        { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } },
        { id: 'text', do: 'send_message', with: { channel: 'sms', body: 'Hi {{ lead.name }}' } },
      ],
    });
    const names = [
      '{{ lead.phone }}',
      '{% raw %}',
      "Robert'); drop table leads;--",
      '💧'.repeat(50),
    ];
    const started = [];
    for (const name of names) {
      const { lead_id } = await playbooks.newLead({ name });
      started.push({ name, ...(await playbooks.run(playbook, { lead_id })) });
    }
    for (const { name, run_id } of started) {
      const run = await playbooks.until(run_id, 'completed');
      assert.equal(run.steps[0].input.title, `Call ${name}`);
      assert.equal(run.steps[1].input.body, `Hi ${name}`);
      const { follow_up_id } = run.steps[0].output;
      const due = await eventually(async () => {
        const { body } = await office.api.get(`/v1/follow-ups/${follow_up_id}`);
        return body.status === 'due' && body;
      });
      assert.equal(due.text, `Call ${name}`);
    }
  });
});
