import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { codeOf } from './code-of.ts';
import { KnownCaller } from './known-caller.tsx';
import styles from './new-lead.module.css';
import { useCaller } from './use-caller.ts';

const NAMES = ['phone', 'name', 'service_needed', 'address', 'email', 'notes'];

/** Takes down a caller. The phone number comes first: while it is typed, the page says who that is. */
export function NewLead({ me, onClose }: { me: Me; onClose(): void }) {
  const [phone, setPhone] = useState('');
  const caller = useCaller(phone);
  const navigate = useNavigate();
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    const value = (name: string) => typed(values, name).trim() || null;
    const lead = await inSession(() =>
      api.leads.create({
        phone: value('phone'),
        name: value('name') ?? caller?.customer?.name ?? null,
        service_needed: codeOf(typed(values, 'service_needed')),
        address: value('address'),
        email: value('email'),
        notes: value('notes'),
        source: 'phone',
      }),
    );
    sayDone(text.newLead.saved(lead.lifecycle_number));
    onClose();
    await navigate({ to: '/n/$number', params: { number: lead.lifecycle_number } });
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Dialog title={text.newLead.title} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={text.newLead.phone}
          {...field('phone')}
          type="tel"
          autoComplete="off"
          autoFocus
          onChange={({ target }) => setPhone(target.value)}
        />
        {caller?.known && (
          <KnownCaller caller={caller} zone={me.organization.time_zone} onOpen={onClose} />
        )}
        <Field label={text.newLead.name} {...field('name')} autoComplete="off" />
        <Field
          label={text.newLead.service}
          hint={text.newLead.serviceHint}
          {...field('service_needed')}
          autoComplete="off"
        />
        <Field label={text.newLead.address} {...field('address')} autoComplete="off" />
        <Field label={text.newLead.email} {...field('email')} type="email" autoComplete="off" />
        <TextArea label={text.newLead.notes} {...field('notes')} />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.newLead.save}
        </Button>
      </form>
    </Dialog>
  );
}
