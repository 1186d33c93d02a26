import type { Channel } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { typed } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import { isChecked, numberIn, textOrNull } from '../shared/values.ts';

const words = text.settings.channels;
type Settings = Channel['settings'];

const at = (name: string) => `settings/${name}`;
export const SETTING_NAMES = [
  ...['host', 'port', 'secure', 'username', 'password', 'from_address', 'from_name'],
  ...['url', 'from_number', 'secret'],
].map(at);

export function MailFields({ settings, field }: { settings: Settings; field: FieldOf }) {
  return (
    <>
      <div className={cards.pair}>
        <Field
          label={words.host}
          {...field(at('host'))}
          placeholder="smtp.example.com"
          defaultValue={settings.host}
        />
        <Field
          label={words.port}
          {...field(at('port'))}
          type="number"
          defaultValue={settings.port ?? 587}
        />
      </div>
      <CheckField
        label={words.secure}
        hint={words.secureHint}
        {...field(at('secure'))}
        defaultChecked={settings.secure ?? false}
      />
      <div className={cards.pair}>
        <Field
          label={words.username}
          {...field(at('username'))}
          autoComplete="off"
          defaultValue={settings.username ?? ''}
        />
        <Field
          label={words.password}
          hint={settings.has_password ? words.storedSecret : undefined}
          {...field(at('password'))}
          type="password"
          autoComplete="new-password"
        />
      </div>
      <div className={cards.pair}>
        <Field
          label={words.fromAddress}
          {...field(at('from_address'))}
          type="email"
          defaultValue={settings.from_address}
        />
        <Field
          label={words.fromName}
          {...field(at('from_name'))}
          defaultValue={settings.from_name ?? ''}
        />
      </div>
    </>
  );
}

export function mailIn(values: FormData) {
  const password = typed(values, at('password'));
  return {
    host: typed(values, at('host')).trim(),
    port: numberIn(values, at('port')),
    secure: isChecked(values, at('secure')),
    username: textOrNull(values, at('username')),
    from_address: typed(values, at('from_address')).trim(),
    from_name: textOrNull(values, at('from_name')),
    // Left out, the stored one stays.
    ...(password !== '' && { password }),
  };
}

export function GatewayFields({ settings, field }: { settings: Settings; field: FieldOf }) {
  return (
    <>
      <Field
        label={words.url}
        {...field(at('url'))}
        type="url"
        placeholder="https://sms.example.com/send"
        defaultValue={settings.url}
      />
      <Field
        label={words.fromNumber}
        hint={words.fromNumberHint}
        {...field(at('from_number'))}
        defaultValue={settings.from_number}
      />
      <Field
        label={words.secret}
        hint={settings.has_secret ? words.storedSecret : words.secretHint}
        {...field(at('secret'))}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

export function gatewayIn(values: FormData) {
  const secret = typed(values, at('secret'));
  return {
    url: typed(values, at('url')).trim(),
    from_number: typed(values, at('from_number')).trim(),
    ...(secret !== '' && { secret }),
  };
}
