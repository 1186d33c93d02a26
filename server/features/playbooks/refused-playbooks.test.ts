import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiClient } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { callBack, callTask } from '../../testing/playbooks.ts';

const UNKNOWN = '01h455vb4pex5vsknk084sn02q';

describe('playbooks are refused, with a pointer to all that is wrong,', () => {
  let api: ApiClient;
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    api = organization.api;
  });

  const create = (fields: object = {}) => api.post('/v1/playbooks', callBack(fields));
  const made = (fields: object = {}) => created(create(fields));
  const step = (fields: object) => ({ steps: [{ id: 'x', ...fields }] });
  const doing = (kind: string, given?: object) => step({ do: kind, with: given });
  const at = '/steps/0';
  const cases: [promise: string, fields: object, errors: string[]][] = [
    ['for no step', { steps: [] }, ['/steps too_short']],
    [
      'for a step that is none',
      { steps: [null, 'x', []] },
      ['/steps/0 wrong_type', '/steps/1 wrong_type', '/steps/2 wrong_type'],
    ],
    ['for an unknown step', step({ do: 'dance' }), [`${at}/do unknown_step_kind`]],
    [
      'for a step of an inherited name',
      step({ do: 'constructor' }),
      [`${at}/do unknown_step_kind`],
    ],
    [
      'for a step without its kind or id',
      { steps: [{}] },
      [`${at}/do required`, `${at}/id required`],
    ],
    [
      'for an id that cannot be named',
      {
        steps: [
          callTask('a-b'),
          callTask(''),
          callTask('1'),
          { ...callTask(), id: 7 },
          callTask('x'.repeat(65)),
        ],
      },
      [0, 1, 2, 3, 4].map((n) => `/steps/${n}/id invalid_format`),
    ],
    [
      'for a repeated step id',
      { steps: [callTask('a'), { id: 'b', do: 'branch', when: 'true', then: [callTask('a')] }] },
      ['/steps/1/then/0/id repeated'],
    ],
    [
      'for an unknown member',
      step({ do: 'qualify', wen: 'true', then: [] }),
      [`${at}/then unknown_field`, `${at}/wen unknown_field`],
    ],
    [
      'for an unknown field of a step',
      doing('create_task', { title: 'x', due: 'P1D' }),
      [`${at}/with/due unknown_field`],
    ],
    [
      'for a wait over 400 days',
      doing('wait', { duration: 'P401D' }),
      [`${at}/with/duration wait_too_long`],
    ],
    [
      'for a wait until a time that far away',
      doing('wait', { until: '2099-01-01T00:00:00Z' }),
      [`${at}/with/until wait_too_long`],
    ],
    [
      'for a duration that is none',
      doing('wait', { duration: '5 minutes' }),
      [`${at}/with/duration invalid_duration`],
    ],
    ['for a wait for nothing', doing('wait', {}), [`${at}/with/duration required`]],
    [
      'for a wait for two things',
      doing('wait', { duration: 'PT1M', until: '2027-03-05T00:00:00Z' }),
      [`${at}/with/until not_allowed`],
    ],
    [
      'for a time without its offset',
      doing('wait', { until: '2027-03-05T00:00:00' }),
      [`${at}/with/until invalid_format`],
    ],
    [
      'for a wait for an event without an end',
      doing('wait', { event: 'lead.updated' }),
      [`${at}/with/timeout required`],
    ],
    [
      'for a time-out without an event',
      doing('wait', { duration: 'P1D', timeout: 'P1D', when: 'true' }),
      [`${at}/with/timeout not_allowed`, `${at}/with/when not_allowed`],
    ],
    [
      'for unknown events',
      {
        trigger: { event: 'lead.danced' },
        stop_on: ['lead.*', 'nobody.*', 'lead.danced', '*', ''],
        ...doing('wait', { event: 'x.y', timeout: 'P1D' }),
      },
      [
        '/steps/0/with/event unknown_event_type',
        '/stop_on/1 unknown_event_type',
        '/stop_on/2 unknown_event_type',
        '/stop_on/3 unknown_event_type',
        '/stop_on/4 unknown_event_type',
        '/trigger/event unknown_event_type',
      ],
    ],
    [
      'for a pattern as its trigger',
      { trigger: { event: 'lead.*' } },
      ['/trigger/event unknown_event_type'],
    ],
    ['for no trigger', { trigger: {} }, ['/trigger invalid_trigger']],
    [
      'for two triggers',
      { trigger: { event: 'lead.created', manual: true } },
      ['/trigger invalid_trigger'],
    ],
    [
      'for a manual trigger with a condition',
      { trigger: { manual: true, when: 'true' } },
      ['/trigger/when not_allowed'],
    ],
    [
      'for a manual trigger that is false',
      { trigger: { manual: false } },
      ['/trigger/manual not_allowed'],
    ],
    [
      'for bad CEL',
      {
        trigger: { event: 'lead.created', when: 'data.source ==' },
        ...step({ do: 'qualify', when: 'lead.' }),
      },
      ['/steps/0/when invalid_condition', '/trigger/when invalid_condition'],
    ],
    [
      'for an unknown variable in CEL',
      step({ do: 'qualify', when: 'nobody.name == null' }),
      [`${at}/when invalid_condition`],
    ],
    [
      'for a misspelt field in CEL',
      step({ do: 'qualify', when: 'lead.first_contacted == null && has(customer.nme)' }),
      [`${at}/when unknown_variable`, `${at}/when unknown_variable`],
    ],
    [
      'for a field that the event does not have',
      { trigger: { event: 'lead.qualified', when: "data.sauce == 'web_form'" } },
      ['/trigger/when unknown_variable'],
    ],
    [
      'for a condition that is no yes or no',
      step({ do: 'qualify', when: '1 + 1' }),
      [`${at}/when invalid_condition`],
    ],
    [
      'for a condition that is no text',
      step({ do: 'qualify', when: true }),
      [`${at}/when wrong_type`],
    ],
    [
      'for a condition that could take for ever',
      step({ do: 'qualify', when: "lead.name.matches('(a+)+$')" }),
      [`${at}/when invalid_condition`],
    ],
    [
      'for a step that is named and not there',
      step({ do: 'qualify', when: "steps.y.status == 'completed'" }),
      [`${at}/when unknown_step`],
    ],
    [
      'for bad Liquid',
      doing('create_task', { title: '{{ lead.name' }),
      [`${at}/with/title invalid_template`],
    ],
    [
      'for an unknown filter',
      doing('create_task', { title: '{{ lead.name | shout }}' }),
      [`${at}/with/title invalid_template`],
    ],
    [
      'for unknown variables in Liquid',
      doing('create_task', { title: '{{ nobody.name }} {{ lead.nme }} {{ steps.y.output }}' }),
      [
        `${at}/with/title unknown_step`,
        `${at}/with/title unknown_variable`,
        `${at}/with/title unknown_variable`,
      ],
    ],
    [
      'for a message without words',
      doing('send_message', { channel: 'sms' }),
      [`${at}/with/body required`],
    ],
    [
      'for a message with too many',
      doing('send_message', { channel: 'sms', body: 'x', template: 'y', subject: 'z' }),
      [`${at}/with/subject not_allowed`, `${at}/with/template not_allowed`],
    ],
    [
      'for a mail without a subject',
      doing('send_message', { channel: 'email', body: 'x' }),
      [`${at}/with/subject required`],
    ],
    [
      'for a channel that is none',
      doing('send_message', { channel: 'pigeon', body: 'x' }),
      [`${at}/with/channel not_allowed`],
    ],
    ['for a message that is none', doing('send_message'), [`${at}/with required`]],
    [
      'for a follow-up that is wrong all over',
      doing('create_follow_up', {
        channel: 'call',
        template: 'x',
        delay: 'P1D',
        due_at: 'tomorrow',
        cancel_on: ['nobody.*'],
      }),
      [
        `${at}/with/cancel_on/0 unknown_event_type`,
        `${at}/with/due_at invalid_format`,
        `${at}/with/due_at not_allowed`,
        `${at}/with/template not_allowed`,
      ],
    ],
    ['for an assignment to nobody', doing('assign', {}), [`${at}/with/user_id required`]],
    [
      'for an assignment to two',
      doing('assign', { user_id: 'x', team_id: 'y' }),
      [`${at}/with/team_id not_allowed`],
    ],
    ['for a change of nothing', doing('update_lead', {}), [`${at}/with too_short`]],
    [
      'for a change of what must not be',
      doing('update_lead', { status: 'converted', lifecycle_number: 'x' }),
      [`${at}/with/lifecycle_number unknown_field`, `${at}/with/status unknown_field`],
    ],
    [
      'for a booking out of bounds',
      doing('book_next_available', { duration_minutes: 0, within_days: 500 }),
      [
        `${at}/with/duration_minutes out_of_range`,
        `${at}/with/user_id required`,
        `${at}/with/within_days out_of_range`,
      ],
    ],
    [
      'for addresses that are none',
      {
        steps: [
          'ftp://x.example',
          'x',
          'javascript:alert(1)',
          'https://u:p@x.example',
          '{{ input.url }}',
          'http://',
        ].map((url, n) => ({ id: `x${n}`, do: 'http_request', with: { url } })),
      },
      [0, 1, 2, 3, 4, 5].map((n) => `/steps/${n}/with/url invalid_url`),
    ],
    [
      'for a request that is wrong all over',
      doing('http_request', {
        url: 'https://x.example',
        method: 'GET',
        headers: { Host: 'x', 'a b': 'x', 'Webhook-Id': 'x', ok: 'a\nb', fine: '{{ nobody }}' },
        body: { deep: ['{{ lead.nme }}'] },
        timeout_seconds: 600,
      }),
      [
        `${at}/with/body not_allowed`,
        `${at}/with/body/deep/0 unknown_variable`,
        `${at}/with/headers/Host not_allowed`,
        `${at}/with/headers/Webhook-Id not_allowed`,
        `${at}/with/headers/a b invalid_format`,
        `${at}/with/headers/fine unknown_variable`,
        `${at}/with/headers/ok invalid_format`,
        `${at}/with/timeout_seconds out_of_range`,
      ],
    ],
    [
      'for a branch without a condition or a side',
      step({ do: 'branch' }),
      [`${at}/then required`, `${at}/when required`],
    ],
    [
      'for a branch that leads nowhere',
      step({ do: 'branch', when: 'true', then: [], else: [] }),
      [`${at}/then too_short`],
    ],
    [
      'for a branch of another shape',
      step({ do: 'branch', when: 'true', then: {}, else: 'x', with: {} }),
      [`${at}/else wrong_type`, `${at}/then wrong_type`, `${at}/with unknown_field`],
    ],
    [
      'for branches too deep',
      { steps: [nested(6)] },
      [`${at}/then/0/then/0/then/0/then/0/then/0 too_deep`],
    ],
    [
      'for more than a hundred steps',
      { steps: Array.from({ length: 101 }, (_, n) => callTask(`t${n}`)) },
      ['/steps too_long'],
    ],
    [
      'for more than a hundred steps in branches',
      {
        steps: [
          {
            id: 'b',
            do: 'branch',
            when: 'true',
            then: Array.from({ length: 100 }, (_, n) => callTask(`t${n}`)),
          },
        ],
      },
      ['/steps too_long'],
    ],
    [
      'for texts too long',
      doing('send_message', { channel: 'sms', body: 'x'.repeat(20_001) }),
      [`${at}/with/body too_long`],
    ],
    [
      'for too much of it',
      {
        steps: Array.from({ length: 20 }, (_, n) => ({
          id: `m${n}`,
          do: 'send_message',
          with: { channel: 'sms', body: 'x'.repeat(15_000) },
        })),
      },
      ['/steps too_long'],
    ],
    ['for a concurrency that is none', { concurrency: 0 }, ['/concurrency out_of_range']],
    [
      'for unknown fields of its own',
      { in_flight: 3, key: 'speed_to_lead' },
      ['/in_flight unknown_field', '/key unknown_field'],
    ],
    ['for NUL', doing('create_task', { title: 'a\0b' }), [`${at}/with/title nul_character`]],
  ];
  for (const [promise, fields, errors] of cases) {
    it(promise, async () => {
      assert.deepEqual(fieldErrors(await create(fields)).sort(), errors);
      const { playbook_id } = await made();
      const path = `/v1/playbooks/${playbook_id}`;
      assert.deepEqual(fieldErrors(await api.patch(path, fields)).sort(), errors);
      assert.equal((await api.get(path)).body.version, 1);
    });
  }

  function nested(depth: number): object {
    const inner = depth === 1 ? callTask('leaf') : nested(depth - 1);
    return { id: `b${depth}`, do: 'branch', when: 'true', then: [inner] };
  }

  it('for users, teams and templates that are not there, or not fit', async () => {
    const user_id = await makeResource('user', service, organization);
    const team_id = await makeResource('team', service, organization);
    const template = await makeResource('template', service, organization);
    const stranger = await service.newOrganization();
    const theirs = await makeResource('user', service, stranger);
    const theirTeam = await makeResource('team', service, stranger);
    const assign = (id: string, given: object) => ({ id, do: 'assign', with: given });
    await made({
      steps: [
        assign('a', { user_id }),
        assign('b', { team_id }),
        { id: 'c', do: 'send_message', with: { channel: 'sms', template } },
      ],
    });
    const wrong = {
      steps: [
        assign('a', { user_id: theirs }),
        assign('b', { team_id: theirTeam }),
        assign('c', { user_id: team_id }),
        { id: 'd', do: 'send_message', with: { channel: 'email', template } },
        {
          id: 'e',
          do: 'branch',
          when: 'true',
          then: [],
          else: [{ id: 'f', do: 'create_task', with: { title: 'x', assigned_to: 'x' } }],
        },
        { id: 'g', do: 'book_next_available', with: { team_id: `team_${UNKNOWN}` } },
      ],
    };
    const errors = [
      '/steps/0/with/user_id unknown_user',
      '/steps/1/with/team_id unknown_team',
      '/steps/2/with/user_id unknown_user',
      '/steps/3/with/template unknown_template',
      '/steps/4/else/0/with/assigned_to unknown_user',
      '/steps/5/with/team_id unknown_team',
    ];
    assert.deepEqual(fieldErrors(await create(wrong)).sort(), errors);
    await api.patch(`/v1/users/${user_id}`, { active: false });
    assert.deepEqual(fieldErrors(await create({ steps: [assign('a', { user_id })] })), [
      '/steps/0/with/user_id unknown_user',
    ]);
  });

  it('for what is no definition at all, and never with a 500', async () => {
    const ugly = [
      { steps: {} },
      { steps: 'x' },
      { steps: null },
      { trigger: [] },
      { trigger: 'x' },
      { trigger: null },
      { stop_on: 'x' },
      { stop_on: [7] },
      { stop_on: {} },
      { concurrency: '5' },
      { name: ' ' },
      { name: null },
      { steps: [{ id: 'x', do: 'wait', with: [] }] },
      { steps: [{ id: 'x', do: ['wait'], with: {} }] },
      { steps: [{ id: { a: 1 }, do: 'branch', when: {}, then: null, else: null }] },
      { steps: [[[[[[]]]]]] },
    ];
    for (const fields of ugly) fieldErrors(await create(fields));
    const { body } = await create({
      steps: [
        { id: 'x', do: 'http_request', with: { url: 'https://x.example', headers: { a: 7 } } },
      ],
    });
    assert.deepEqual(
      body.errors.map((error: { pointer: string }) => error.pointer),
      ['/steps/0/with/headers/a'],
    );
  });
});
