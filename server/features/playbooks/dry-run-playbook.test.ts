import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office } from '../../testing/office.ts';
import { callTask, Playbooks } from '../../testing/playbooks.ts';
import { withoutTrace } from '../../testing/traces.ts';

describe('a dry run of a playbook that is not saved', () => {
  const service = sharedService();
  let office: Office;
  let playbooks: Playbooks;
  before(async () => {
    // 10:00 in the organization's time zone, outside quiet hours.
    service.clock.set('2027-03-01T18:00:00.000Z');
    office = await Office.open(service);
    playbooks = new Playbooks(office.api, service);
  });

  const attempt = (body: object, api = office.api) =>
    api.post('/v1/playbooks/dry-run', { trigger: { manual: true }, ...body });

  it('shows the trace of all steps, and leaves no trace in the database', async () => {
    const { lead_id } = await playbooks.newLead({ name: 'Dana' });
    const steps = [
      { id: 'note', do: 'update_lead', with: { notes: 'Hello {{ lead.name }}' } },
      { id: 'pause', do: 'wait', with: { duration: 'P1D' } },
      { id: 'book', do: 'book_next_available', with: { user_id: office.rosa } },
      { id: 'text', do: 'send_message', with: { channel: 'sms', body: 'Hi {{ input.who }}' } },
    ];
    const body = { steps, lead_id, input: { who: 'Rosa' } };
    const { status, body: run } = await withoutTrace(service, () => attempt(body));
    assert.equal(status, 200, JSON.stringify(run));
    assert.deepEqual(
      [run.dry_run, run.run_id, run.playbook_id, run.version, run.status],
      [true, null, null, null, 'completed'],
    );
    const [note, pause, book, text] = run.steps;
    assert.equal(note.input.notes, 'Hello Dana');
    assert.equal(pause.output.until, '2027-03-02T18:00:00.000Z');
    assert.equal(book.output.starts_at, '2027-03-02T10:00:00-08:00');
    assert.equal(text.input.body, 'Hi Rosa');
  });

  it('is the same as that of the playbook once it is saved', async () => {
    const { lead_id } = await playbooks.newLead();
    const definition = {
      trigger: { event: 'lead.created' },
      steps: [
        { id: 'seen', do: 'branch', when: 'lead.name == "Dana"', then: [callTask()] },
        { id: 'end', do: 'stop' },
      ],
    };
    const unsaved = (await attempt({ ...definition, lead_id })).body;
    const saved = await playbooks.dryRun(await playbooks.make(definition), { lead_id });
    const outcome = ({ status, reason, steps }: typeof saved) => ({
      status,
      reason,
      steps: steps.map((one: Record<string, unknown>) => [one.step_id, one.status, one.input]),
    });
    assert.deepEqual(outcome(unsaved), outcome(saved));
  });

  it('reports every error of the definition and of the request, with pointers into it', async () => {
    const { status, body } = await attempt({
      steps: [{ id: 'task', do: 'create_task', with: { title: '{{ lead.nme }}' } }],
      lead_id: 'lead_x',
      lifecycle_number: '1',
    });
    assert.equal(status, 422);
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert(pointers.includes('/steps/0/with/title'), pointers.join());
    assert(pointers.includes('/lifecycle_number') || pointers.includes('/lead_id'));
    const aboutNothing = await attempt({ steps: [{ id: 'note', do: 'qualify' }] });
    assert.equal(aboutNothing.status, 422);
    const unknown = await attempt({ steps: [callTask()], lifecycle_number: '1' });
    assert.equal(unknown.status, 404);
  });

  it('shows only what the caller may read', async () => {
    const { lead_id } = await playbooks.newLead();
    const scopes = ['playbooks:write'];
    const { token } = await created(office.api.post('/v1/tokens', { name: 'Narrow', scopes }));
    const { status, body } = await attempt({ steps: [callTask()], lead_id }, service.as(token));
    assert.equal(status, 200, JSON.stringify(body));
    const curious = { id: 'task', do: 'create_task', with: { title: '{{ lead.phone }}' } };
    const refused = await attempt({ steps: [curious], lead_id }, service.as(token));
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
  });

  it('finds nothing of another organization', async () => {
    const { api } = await service.newOrganization();
    const { lead_id } = await playbooks.newLead();
    assert.equal((await attempt({ steps: [callTask()], lead_id }, api)).status, 404);
  });
});
