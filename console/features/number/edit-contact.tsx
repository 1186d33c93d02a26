import type { Customer, Lead, Lifecycle } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { customers, leads } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { LANGUAGES, languageName } from '../settings/shared/languages.ts';
import { CHANNELS, type ContactChange, changeOf, FIELDS, undoOf } from './edited-contact.ts';

const NAMES = [
  ...[...FIELDS, 'language'],
  ...CHANNELS.map((channel) => `consent/${channel}`),
  'do_not_contact',
];

/** Who it is, how to reach them, in which language, and what they allow: of the customer, or of a lead that is none yet. */
export function EditContact({
  lifecycle: { customer, lead },
  onChanged,
  onClose,
}: {
  lifecycle: Lifecycle;
  onChanged(): Promise<void>;
  onClose(): void;
}) {
  const contact = customer ?? lead;
  const save = (change: ContactChange) => saveContact(customer, lead, change);
  const form = useForm(NAMES, async (values) => {
    const change = changeOf(contact, (name) => typed(values, name));
    if (Object.keys(change).length > 0) {
      await inSession(() => save(change));
      const before = undoOf(contact, change);
      const undo = before && (() => void act(() => save(before)).then(onChanged));
      sayDone(text.number.saved, undo ? { undo } : {});
      await onChanged();
    }
    onClose();
  });
  const field = (name: string) => ({ name, error: form.trouble.fields[name] });
  return (
    <FormDialog title={text.number.editContact} form={form} submit={text.save} onClose={onClose}>
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={text.number[name]}
          {...field(name)}
          type={TYPES[name]}
          autoComplete="off"
          autoFocus={name === 'name'}
          defaultValue={contact[name] ?? ''}
        />
      ))}
      <SelectField
        label={text.number.language}
        {...field('language')}
        defaultValue={contact.language ?? ''}
        options={[
          { value: '', label: text.number.languageOfCompany },
          ...LANGUAGES.map((value) => ({ value, label: languageName(value) })),
        ]}
      />
      {CHANNELS.map((channel) => (
        <SelectField
          key={channel}
          label={text.number.consentTo[channel]}
          {...field(`consent/${channel}`)}
          defaultValue={contact.consent[channel].status}
          options={statusesFrom(contact.consent[channel].status)}
        />
      ))}
      {customer !== null && (
        <CheckField
          label={text.number.block}
          hint={text.number.blockHint}
          {...field('do_not_contact')}
          defaultChecked={customer.do_not_contact}
        />
      )}
    </FormDialog>
  );
}

const TYPES = { name: 'text', phone: 'tel', email: 'email', address: 'text' } as const;

/** Once it is known, it cannot become unknown again. */
function statusesFrom(status: string) {
  const known = status === 'unknown' ? ['unknown', 'granted', 'denied'] : ['granted', 'denied'];
  return known.map((value) => ({ value, label: text.number.consentStatus[value] ?? value }));
}

async function saveContact(
  customer: Pick<Customer, 'customer_id'> | null,
  { lead_id }: Lead,
  change: ContactChange,
): Promise<void> {
  if (customer === null) leads.put(await api.leads.update(lead_id, change));
  else customers.put(await api.customers.update(customer.customer_id, change));
}
