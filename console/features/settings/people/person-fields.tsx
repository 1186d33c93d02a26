import type { User } from '../../../../packages/sdk/src/index.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Field } from '../../../ui/field.tsx';
import { typed } from '../../../ui/use-form.ts';
import { ZoneField } from '../../../ui/zone-field.tsx';
import { codeOf } from '../../new-lead/code-of.ts';
import type { FieldOf } from '../shared/edit-card.tsx';
import { textOrNull } from '../shared/values.ts';
import { StartLocationFields, startLocationIn } from './start-location.tsx';

const words = text.settings.people;

export const PERSON_NAMES = ['name', 'email', 'phone', 'skills', 'time_zone', 'start_location'];

/** Who it is, and what they can do. */
export function PersonFields({ user, field }: { user?: User; field: FieldOf }) {
  return (
    <>
      <Field
        label={words.name}
        {...field('name')}
        autoComplete="off"
        defaultValue={user?.name}
        autoFocus={user === undefined}
      />
      <Field
        label={words.email}
        hint={words.emailHint}
        {...field('email')}
        type="email"
        autoComplete="off"
        defaultValue={user?.email}
      />
      <Field
        label={words.phone}
        {...field('phone')}
        type="tel"
        autoComplete="off"
        defaultValue={user?.phone ?? ''}
      />
      <Field
        label={words.skills}
        hint={words.skillsHint}
        {...field('skills')}
        autoComplete="off"
        defaultValue={user?.skills.map(inWords).join(', ')}
      />
      <ZoneField
        label={words.timeZone}
        emptyText={words.ownZone}
        {...field('time_zone')}
        defaultValue={user?.time_zone ?? ''}
      />
      <StartLocationFields {...(user && { user })} field={field} />
    </>
  );
}

export function personIn(values: FormData) {
  const codes = typed(values, 'skills')
    .split(',')
    .map(codeOf)
    .filter((code) => code !== null);
  return {
    name: typed(values, 'name').trim(),
    email: typed(values, 'email').trim(),
    skills: [...new Set(codes)],
    phone: textOrNull(values, 'phone'),
    time_zone: typed(values, 'time_zone') || null,
    start_location: startLocationIn(values),
  };
}
