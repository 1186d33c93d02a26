import { z } from 'zod';
import { structuredAnswer } from '../answers.ts';
import { asObject, asText } from '../json.ts';
import { tool } from '../tool.ts';

export const whoami = tool({
  name: 'whoami',
  title: 'Who am I',
  description:
    'Your organization, its time zone and the local time there, the user you act for, and your scopes. Call it first.',
  kind: 'read',
  operations: [],
  input: () => z.strictObject({}),
  output: z.looseObject({
    organization: z.looseObject({ name: z.string(), time_zone: z.string() }),
    local_time: z.string(),
    scopes: z.array(z.string()),
  }),
  async run(_args, { session }) {
    const me = asObject(await session.read('getMe'));
    const organization = asObject(me.organization);
    const { user_id, name, role } = asObject(me.user);
    return structuredAnswer({
      organization,
      local_time: localTime(session.now(), asText(organization.time_zone)),
      ...(user_id !== undefined && { user: { user_id, name, role } }),
      scopes: me.scopes,
      ...(session.readOnly && { read_only: true }),
    });
  },
});

/** Such as "Monday 2027-03-01 07:00". */
function localTime(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    ...{ weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).formatToParts(now);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}
