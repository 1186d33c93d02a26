import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { EventCatalog } from '../../platform/events/event-catalog.ts';
import { sandbox } from '../../platform/sandbox/sandbox.ts';
import { eventTypes } from '../../routes.ts';
import { knownEventsOf } from './check-playbook.ts';
import { compile } from './compile.ts';
import { READY_PLAYBOOKS } from './ready/index.ts';
import { STEP_NAMES, type Step } from './steps/index.ts';
import { renderTexts } from './texts.ts';
import { validateDefinition } from './validate.ts';

const knownEvents = knownEventsOf(new EventCatalog(eventTypes));
const OWNER = 'the organization';
const errorsIn = (body: Record<string, unknown>) => validateDefinition(body, knownEvents, OWNER);

after(() => sandbox.close());

const steps = [{ id: 'call', do: 'create_task', with: { title: 'Call' } }];

function resolves(pointer: string, body: unknown): boolean {
  let found = body;
  const parts = pointer.slice(1).split('/');
  // A missing field is reported where it should be, so the last part may not exist.
  for (const part of parts.slice(0, -1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, name)) return false;
    found = (found as Record<string, unknown>)[name];
  }
  return true;
}

describe('the validation of a definition', () => {
  it('never throws, and points only to fields that were sent, for any input', async () => {
    const members = [
      'id',
      'do',
      'when',
      'with',
      'then',
      'else',
      'channel',
      'body',
      'duration',
      'event',
      'timeout',
      'until',
      'url',
      'headers',
      'title',
      '__proto__',
      'constructor',
      'a/b~c',
      '',
    ];
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(
        ...STEP_NAMES,
        'nobody',
        'sms',
        'PT5M',
        'P900D',
        'lead.qualified',
        'x.*',
        '{{ lead.name }}',
        '{{ lead.nme }}',
        '{{',
        'lead.name == null',
        null,
        true,
        0,
        -1.5,
        '',
      ),
      fc.string(),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 6 }),
      ),
    }));
    const body = fc.record({
      trigger: value,
      stop_on: value,
      steps: fc.oneof(value, fc.array(value)),
    });
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        for (const { pointer, code, detail } of await errorsIn(sent)) {
          assert(resolves(pointer, sent), pointer);
          assert(code !== '' && detail.length > 10);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds an error at any position and points to it', async () => {
    const nest = (step: object, path: readonly ('then' | 'else')[]): [object, string] =>
      path.reduceRight<[object, string]>(
        ([inner, pointer], side, depth) => [
          { id: `b${depth}`, do: 'branch', when: 'true', then: [], [side]: [...steps, inner] },
          `/${side}/1${pointer}`,
        ],
        [step, ''],
      );
    const mistakes: [object, string, string][] = [
      [{ id: 'x', do: 'dance' }, '/do', 'unknown_step_kind'],
      [{ id: 'x', do: 'wait', with: { duration: 'P401D' } }, '/with/duration', 'wait_too_long'],
      [{ id: 'x', do: 'qualify', when: 'nobody' }, '/when', 'invalid_condition'],
      [
        { id: 'x', do: 'create_task', with: { title: '{{ lead.nme }}' } },
        '/with/title',
        'unknown_variable',
      ],
      [{ id: 'call', do: 'qualify' }, '/id', 'repeated'],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...mistakes),
        fc.array(fc.constantFrom('then' as const, 'else' as const), { maxLength: 5 }),
        async ([mistake, at, code], path) => {
          const [step, pointer] = nest(mistake, path);
          // The filler step next to each nested step repeats one id; this test ignores that error.
          const sent = { steps: [...steps, step] };
          const found = (await errorsIn(sent)).map((error) => `${error.pointer} ${error.code}`);
          assert(found.includes(`/steps/1${pointer}${at} ${code}`), JSON.stringify(found));
        },
      ),
    );
  });
});

describe('the schema of a step in openapi.json', () => {
  const path = join(import.meta.dirname, '../../../openapi.json');
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...JSON.parse(readFileSync(path, 'utf8')), $id: 'openapi' });
  const sent = ajv.compile({ $ref: 'openapi#/components/schemas/PlaybookStepInput' });
  const returned = ajv.compile({ $ref: 'openapi#/components/schemas/PlaybookStep' });

  it('accepts every step of the ready playbooks', () => {
    for (const step of READY_PLAYBOOKS.flatMap(({ definition }) => definition.steps)) {
      assert(sent(step) && returned(step), JSON.stringify(step));
    }
  });

  it('refuses a field that a step of this type does not have, at any depth, only in a request', () => {
    const inBranch = (step: object) => ({ id: 'b', do: 'branch', when: 'true', then: [step] });
    const message = { channel: 'sms', body: 'Hello' };
    const step = { id: 'x', do: 'send_message', with: message };
    const wrong = [
      { ...step, then: [] },
      { ...step, with: { ...message, title: 'Call' } },
    ];
    for (const around of [(one: object) => one, inBranch]) {
      assert(sent(around(step)));
      for (const one of wrong) assert(!sent(around(one)) && returned(around(one)));
    }
  });

  it('refuses a step without its options, and an unknown type of step', () => {
    for (const step of [
      { id: 'x', do: 'send_message' },
      { id: 'x', do: 'send_message', with: { channel: 'sms' } },
      { id: 'x', do: 'dance' },
    ]) {
      assert(!sent(step) && !returned(step), JSON.stringify(step));
    }
  });
});

describe('the ready playbooks', () => {
  /** A contact with a name and phone, and one with only an email address. */
  const contacts = [
    {
      lead: {
        name: 'Dana Whitfield',
        phone: '+14155550134',
        email: null,
        service_needed: 'water_heater_repair',
      },
    },
    { lead: { name: null, phone: null, email: 'd@example.com', service_needed: 'ac_repair' } },
  ];
  const rest = {
    organization: { name: 'Alder Heating & Air' },
    job: { title: 'Replace the boiler', warranty_ends_on: '2028-02-29' },
    invoice: { number: 'INV-000042', due_on: '2027-03-31' },
    links: { invoice: 'https://intake.example.com/c/sample' },
    now: new Date(0),
  };
  const visit = {
    ...{ starts_at: '2027-03-02T17:00:00.000Z', time_zone: 'America/Los_Angeles' },
    ...{ status: 'booked', arrival_window: null, assignee: null, eta_minutes: null },
  };
  const visits = [
    visit,
    {
      ...visit,
      status: 'confirmed',
      arrival_window: {
        starts_at: '2027-03-02T16:00:00.000Z',
        ends_at: '2027-03-02T18:00:00.000Z',
      },
      assignee: { name: 'Rosa Delgado' },
      eta_minutes: 25,
    },
  ];

  it('are these ten', () => {
    assert.deepEqual(
      READY_PLAYBOOKS.map(({ key }) => key),
      [
        'speed_to_lead',
        'visit_confirmation',
        'visit_reminder',
        'on_the_way',
        'running_late',
        'estimate_follow_up',
        'no_show_recovery',
        'review_after_completion',
        'warranty_enrollment',
        'invoice_reminder',
      ],
    );
  });

  for (const { key, description, definition } of READY_PLAYBOOKS) {
    it(`pass the same validation as every other playbook: ${key}`, async () => {
      assert.deepEqual(await errorsIn({ ...definition }), []);
      assert(description.endsWith('.'));
    });

    it(`render complete texts for every contact: ${key}`, async () => {
      for (const { step } of compile(definition)) {
        for (const text of textsOf(step)) {
          const situations = contacts.flatMap((contact) =>
            visits.map((appointment) => ({ ...rest, ...contact, appointment })),
          );
          for (const situation of situations) {
            const [rendered] = await renderTexts(OWNER, [text], situation);
            assert(rendered && 'text' in rendered, JSON.stringify(rendered));
            assert(!/\{|\}|undefined|null|_| {2}| ,|object/.test(rendered.text), rendered.text);
          }
        }
      }
    });
  }

  function textsOf(step: Step): string[] {
    if (!('with' in step) || !step.with) return [];
    const { body, subject, title } = step.with as Record<string, string | undefined>;
    const translations = 'translations' in step.with ? (step.with.translations ?? {}) : {};
    const translated = Object.values(translations).flatMap((one) => [one.body, one.subject]);
    return [body, subject, title, ...translated].filter((text) => typeof text === 'string');
  }
});
