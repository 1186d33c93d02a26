import { useState } from 'react';
import type { Me, PaymentProvider } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { formatsFor } from '../../../time/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { saveOrganization } from '../organization/organization.tsx';
import { useOrganization, usePaymentProviders } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { Card } from '../shared/card.tsx';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import { Row, Rows } from '../shared/row.tsx';
import { textOrNull } from '../shared/values.ts';
import { ChangeKeys, ConnectProvider } from './provider-dialog.tsx';

const words = text.settings.payments;

/** How customers can pay: online, and otherwise. */
export default function Payments({ me }: SectionProps) {
  const canWrite = mayI(me, 'payment_providers:write');
  return (
    <Screen title={text.settings.sections.payments}>
      {!canWrite && <p>{text.settings.readOnly}</p>}
      <div>
        <Providers me={me} canWrite={canWrite} />
        <Instructions me={me} />
      </div>
    </Screen>
  );
}

function Providers({ me, canWrite }: { me: Me; canWrite: boolean }) {
  const read = usePaymentProviders();
  const [open, setOpen] = useState<PaymentProvider | 'new' | null>(null);
  const close = () => setOpen(null);
  const refresh = () => void read.query.refresh();
  const isActive = read.value?.some(({ status }) => status === 'active') ?? true;
  // The service takes one at a time.
  const connect = canWrite && !isActive && (
    <Button look="primary" onClick={() => setOpen('new')}>
      {words.connect}
    </Button>
  );
  return (
    <Card title={words.online} intro={words.onlineIntro}>
      <Loaded of={read}>
        {(providers) =>
          providers.length === 0 ? (
            <Empty action={connect}>{words.empty}</Empty>
          ) : (
            <>
              <Rows label={words.online}>
                {providers.map((provider) => (
                  <ProviderRow
                    key={provider.payment_provider_id}
                    provider={provider}
                    zone={me.organization.time_zone}
                    canWrite={canWrite}
                    canTurnOn={!isActive}
                    onEdit={() => setOpen(provider)}
                    onChanged={refresh}
                  />
                ))}
              </Rows>
              {connect && <div>{connect}</div>}
            </>
          )
        }
      </Loaded>
      {open === 'new' && <ConnectProvider onClose={close} onSaved={refresh} />}
      {open !== null && open !== 'new' && (
        <ChangeKeys provider={open} onClose={close} onSaved={refresh} />
      )}
    </Card>
  );
}

function ProviderRow({
  provider,
  zone,
  canWrite,
  canTurnOn,
  onEdit,
  onChanged,
}: {
  provider: PaymentProvider;
  zone: string;
  canWrite: boolean;
  canTurnOn: boolean;
  onEdit(): void;
  onChanged(): void;
}) {
  const { kind, mode, status, created_at } = provider;
  const isActive = status === 'active';
  const turn = () => void setStatus(provider, isActive ? 'disabled' : 'active', onChanged);
  return (
    <Row
      name={wordFor(words.kinds, kind)}
      about={words.since(formatsFor(zone).fullDate(created_at))}
      badges={
        <>
          <Badge look={mode === 'live' ? 'plain' : 'warn'}>{wordFor(words.modes, mode)}</Badge>
          <Badge look={isActive ? 'ok' : 'warn'}>
            {isActive ? text.settings.active : text.settings.off}
          </Badge>
        </>
      }
      actions={
        canWrite && (
          <>
            {(isActive || canTurnOn) && (
              <Button look="plain" onClick={turn}>
                {isActive ? text.settings.turnOff : text.settings.turnOn}
              </Button>
            )}
            <Button onClick={onEdit}>{words.keys}</Button>
          </>
        )
      }
    />
  );
}

async function setStatus(
  provider: PaymentProvider,
  status: 'active' | 'disabled',
  onChanged: () => void,
): Promise<void> {
  const { payment_provider_id } = provider;
  const before = status === 'active' ? 'disabled' : 'active';
  const updated = await act(() => api.paymentProviders.update(payment_provider_id, { status }));
  if (!updated) return;
  sayDone(status === 'active' ? words.turnedOn : words.turnedOff, {
    undo: () => void setStatus(updated, before, onChanged),
  });
  onChanged();
}

function Instructions({ me }: { me: Me }) {
  const read = useOrganization();
  return (
    <Loaded of={read}>
      {(organization) => (
        <EditCard
          title={words.otherwise}
          intro={words.otherwiseIntro}
          names={['payment_instructions']}
          isReadOnly={!mayI(me, 'organization:write')}
          read={(values) => ({ payment_instructions: textOrNull(values, 'payment_instructions') })}
          save={saveOrganization}
          before={(change) => valuesOf(organization, change)}
        >
          {(field) => (
            <TextArea
              label={words.instructions}
              hint={words.instructionsHint}
              {...field('payment_instructions')}
              rows={4}
              maxLength={2000}
              defaultValue={organization.payment_instructions ?? ''}
            />
          )}
        </EditCard>
      )}
    </Loaded>
  );
}
