import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiClient, ApiResponse } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { callBack, callTask } from '../../testing/playbooks.ts';

const UNKNOWN = '01h455vb4pex5vsknk084sn02q';

describe('a playbook is refused with a pointer to each error', () => {
  let api: ApiClient;
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  let playbook: ApiResponse['body'];
  before(async () => {
    api = organization.api;
    playbook = await create();
  });

  const post = (fields: object = {}) => api.post('/v1/playbooks', callBack(fields));
  const create = (fields: object = {}) => created(post(fields));
  const step = (fields: object) => ({ steps: [{ id: 'x', ...fields }] });
  const doing = (kind: string, given?: object) => step({ do: kind, with: given });
  const at = '/steps/0';
  const cases: [promise: string, fields: object, errors: string[]][] = [
    ['without steps', { steps: [] }, ['/steps too_short']],
    [
      'with a step that is not an object',
      { steps: [null, 'x', []] },
      ['/steps/0 wrong_type', '/steps/1 wrong_type', '/steps/2 wrong_type'],
    ],
    ['with an unknown type of step', step({ do: 'dance' }), [`${at}/do unknown_step_kind`]],
    [
      'with an inherited property name as the type of a step',
      step({ do: 'constructor' }),
      [`${at}/do unknown_step_kind`],
    ],
    ['with a step without do and id', { steps: [{}] }, [`${at}/do required`, `${at}/id required`]],
    [
      'with an invalid step id',
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
      'with a repeated step id',
      { steps: [callTask('a'), { id: 'b', do: 'branch', when: 'true', then: [callTask('a')] }] },
      ['/steps/1/then/0/id repeated'],
    ],
    [
      'with an unknown field of a step',
      step({ do: 'qualify', wen: 'true', then: [] }),
      [`${at}/then unknown_field`, `${at}/wen unknown_field`],
    ],
    [
      'with an unknown option of a step',
      doing('create_task', { title: 'x', due: 'P1D' }),
      [`${at}/with/due unknown_field`],
    ],
    [
      'with a wait of more than 400 days',
      doing('wait', { duration: 'P401D' }),
      [`${at}/with/duration wait_too_long`],
    ],
    [
      'with a wait until a time more than 400 days ahead',
      doing('wait', { until: '2099-01-01T00:00:00Z' }),
      [`${at}/with/until wait_too_long`],
    ],
    [
      'with an invalid duration',
      doing('wait', { duration: '5 minutes' }),
      [`${at}/with/duration invalid_duration`],
    ],
    ['with a wait without options', doing('wait', {}), [`${at}/with/duration required`]],
    [
      'with a wait with two options',
      doing('wait', { duration: 'PT1M', until: '2027-03-05T00:00:00Z' }),
      [`${at}/with/until not_allowed`],
    ],
    [
      'with a time without an offset',
      doing('wait', { until: '2027-03-05T00:00:00' }),
      [`${at}/with/until invalid_format`],
    ],
    [
      'with a wait for an event without a timeout',
      doing('wait', { event: 'lead.updated' }),
      [`${at}/with/timeout required`],
    ],
    [
      'with a timeout without an event',
      doing('wait', { duration: 'P1D', timeout: 'P1D', when: 'true' }),
      [`${at}/with/timeout not_allowed`, `${at}/with/when not_allowed`],
    ],
    [
      'with unknown event types',
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
      'with a pattern as trigger',
      { trigger: { event: 'lead.*' } },
      ['/trigger/event unknown_event_type'],
    ],
    ['with an empty trigger', { trigger: {} }, ['/trigger invalid_trigger']],
    [
      'with two triggers',
      { trigger: { event: 'lead.created', manual: true } },
      ['/trigger invalid_trigger'],
    ],
    [
      'with a condition on a manual trigger',
      { trigger: { manual: true, when: 'true' } },
      ['/trigger/when not_allowed'],
    ],
    [
      'with a manual trigger that is false',
      { trigger: { manual: false } },
      ['/trigger/manual not_allowed'],
    ],
    [
      'with invalid CEL',
      {
        trigger: { event: 'lead.created', when: 'data.source ==' },
        ...step({ do: 'qualify', when: 'lead.' }),
      },
      ['/steps/0/when invalid_condition', '/trigger/when invalid_condition'],
    ],
    [
      'with an unknown variable in CEL',
      step({ do: 'qualify', when: 'nobody.name == null' }),
      [`${at}/when invalid_condition`],
    ],
    [
      'with a misspelled field in CEL',
      step({ do: 'qualify', when: 'lead.first_contacted == null && has(customer.nme)' }),
      [`${at}/when unknown_variable`, `${at}/when unknown_variable`],
    ],
    [
      'with a field that the event does not have',
      { trigger: { event: 'lead.qualified', when: "data.sauce == 'web_form'" } },
      ['/trigger/when unknown_variable'],
    ],
    [
      'with a condition that is not a boolean',
      step({ do: 'qualify', when: '1 + 1' }),
      [`${at}/when invalid_condition`],
    ],
    [
      'with a condition that is not a string',
      step({ do: 'qualify', when: true }),
      [`${at}/when wrong_type`],
    ],
    [
      'with a condition that could take very long',
      step({ do: 'qualify', when: "lead.name.matches('(a+)+$')" }),
      [`${at}/when invalid_condition`],
    ],
    [
      'with a condition on an unknown step',
      step({ do: 'qualify', when: "steps.y.status == 'completed'" }),
      [`${at}/when unknown_step`],
    ],
    [
      'with invalid Liquid',
      doing('create_task', { title: '{{ lead.name' }),
      [`${at}/with/title invalid_template`],
    ],
    [
      'with an unknown filter',
      doing('create_task', { title: '{{ lead.name | shout }}' }),
      [`${at}/with/title invalid_template`],
    ],
    [
      'with unknown variables in Liquid',
      doing('create_task', { title: '{{ nobody.name }} {{ lead.nme }} {{ steps.y.output }}' }),
      [
        `${at}/with/title unknown_step`,
        `${at}/with/title unknown_variable`,
        `${at}/with/title unknown_variable`,
      ],
    ],
    [
      'with a message without content',
      doing('send_message', { channel: 'sms' }),
      [`${at}/with/body required`],
    ],
    [
      'with a message with both body and template',
      doing('send_message', { channel: 'sms', body: 'x', template: 'y', subject: 'z' }),
      [`${at}/with/subject not_allowed`, `${at}/with/template not_allowed`],
    ],
    [
      'with an email without a subject',
      doing('send_message', { channel: 'email', body: 'x' }),
      [`${at}/with/subject required`],
    ],
    [
      'with an unknown channel',
      doing('send_message', { channel: 'pigeon', body: 'x' }),
      [`${at}/with/channel not_allowed`],
    ],
    ['with a message without options', doing('send_message'), [`${at}/with required`]],
    [
      'with several errors in a follow-up',
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
    [
      'with an assignment without an assignee',
      doing('assign', {}),
      [`${at}/with/user_id required`],
    ],
    [
      'with an assignment to a user and a team',
      doing('assign', { user_id: 'x', team_id: 'y' }),
      [`${at}/with/team_id not_allowed`],
    ],
    ['with a lead update without fields', doing('update_lead', {}), [`${at}/with too_short`]],
    [
      'with a lead update of fields that cannot be changed',
      doing('update_lead', { status: 'converted', lifecycle_number: 'x' }),
      [`${at}/with/lifecycle_number unknown_field`, `${at}/with/status unknown_field`],
    ],
    [
      'with a booking out of range',
      doing('book_next_available', { duration_minutes: 0, within_days: 500 }),
      [
        `${at}/with/duration_minutes out_of_range`,
        `${at}/with/user_id required`,
        `${at}/with/within_days out_of_range`,
      ],
    ],
    [
      'with invalid URLs',
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
      'with several errors in a request',
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
      'with a branch without a condition and steps',
      step({ do: 'branch' }),
      [`${at}/then required`, `${at}/when required`],
    ],
    [
      'with a branch with no steps',
      step({ do: 'branch', when: 'true', then: [], else: [] }),
      [`${at}/then too_short`],
    ],
    [
      'with a branch with fields of the wrong type',
      step({ do: 'branch', when: 'true', then: {}, else: 'x', with: {} }),
      [`${at}/else wrong_type`, `${at}/then wrong_type`, `${at}/with unknown_field`],
    ],
    [
      'with branches nested too deep',
      { steps: [nested(6)] },
      [`${at}/then/0/then/0/then/0/then/0/then/0 too_deep`],
    ],
    [
      'with more than 100 steps',
      { steps: Array.from({ length: 101 }, (_, n) => callTask(`t${n}`)) },
      ['/steps too_long'],
    ],
    [
      'with more than 100 steps, including branches',
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
      'with a text that is too long',
      doing('send_message', { channel: 'sms', body: 'x'.repeat(20_001) }),
      [`${at}/with/body too_long`],
    ],
    [
      'with a definition that is too long',
      {
        steps: Array.from({ length: 20 }, (_, n) => ({
          id: `m${n}`,
          do: 'send_message',
          with: { channel: 'sms', body: 'x'.repeat(15_000) },
        })),
      },
      ['/steps too_long'],
    ],
    ['with an invalid concurrency', { concurrency: 0 }, ['/concurrency out_of_range']],
    [
      'with read-only fields',
      { in_flight: 3, key: 'speed_to_lead' },
      ['/in_flight unknown_field', '/key unknown_field'],
    ],
    [
      'with a NUL character',
      doing('create_task', { title: 'a\0b' }),
      [`${at}/with/title nul_character`],
    ],
  ];
  for (const [promise, fields, errors] of cases) {
    it(promise, async () => {
      assert.deepEqual(fieldErrors(await post(fields)).sort(), errors);
      const path = `/v1/playbooks/${playbook.playbook_id}`;
      assert.deepEqual(fieldErrors(await api.patch(path, fields)).sort(), errors);
    });
  }

  it('and stays as it was', async () => {
    const { body } = await api.get(`/v1/playbooks/${playbook.playbook_id}`);
    assert.deepEqual(body, playbook);
  });

  function nested(depth: number): object {
    const inner = depth === 1 ? callTask('leaf') : nested(depth - 1);
    return { id: `b${depth}`, do: 'branch', when: 'true', then: [inner] };
  }

  it('with users, teams and templates that are unknown, inactive or for another channel', async () => {
    const user_id = await makeResource('user', service, organization);
    const team_id = await makeResource('team', service, organization);
    const template = await makeResource('template', service, organization);
    const stranger = await service.newOrganization();
    const theirs = await makeResource('user', service, stranger);
    const theirTeam = await makeResource('team', service, stranger);
    const assign = (id: string, given: object) => ({ id, do: 'assign', with: given });
    await create({
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
    assert.deepEqual(fieldErrors(await post(wrong)).sort(), errors);
    await api.patch(`/v1/users/${user_id}`, { active: false });
    assert.deepEqual(fieldErrors(await post({ steps: [assign('a', { user_id })] })), [
      '/steps/0/with/user_id unknown_user',
    ]);
  });

  it('with values of the wrong type, and never returns a 500', async () => {
    const malformed = [
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
    for (const fields of malformed) fieldErrors(await post(fields));
    const { body } = await post({
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
