import type {
  Organization as Settings,
  UpdateOrganization,
} from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { mayI, readSession } from '../../../session/session.ts';
import { organizations } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useOrganization } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { AppointmentCard } from './appointment-card.tsx';
import { CompanyCard } from './company-card.tsx';
import { DocumentCard } from './document-card.tsx';
import { LeadCard } from './lead-card.tsx';
import { LimitCard } from './limit-card.tsx';
import { MessageCard } from './message-card.tsx';
import { SendingCard } from './sending-card.tsx';

export interface OrganizationCard {
  organization: Settings;
  isReadOnly: boolean;
  save(change: UpdateOrganization): Promise<unknown>;
}

export default function Organization({ me }: SectionProps) {
  const read = useOrganization();
  const isReadOnly = !mayI(me, 'organization:write');
  return (
    <Screen title={text.settings.sections.organization}>
      {isReadOnly && <p>{text.settings.readOnly}</p>}
      <Loaded of={read}>
        {(organization) => {
          const card: OrganizationCard = { organization, isReadOnly, save: saveOrganization };
          return (
            <div>
              <CompanyCard {...card} />
              <DocumentCard {...card} />
              <LeadCard {...card} />
              <AppointmentCard {...card} />
              <MessageCard {...card} />
              <LimitCard {...card} />
              <SendingCard {...card} />
            </div>
          );
        }}
      </Loaded>
    </Screen>
  );
}

/** The frame of the page shows the name of the company, and its zone is that of all times. */
export async function saveOrganization(change: UpdateOrganization): Promise<void> {
  organizations.put(await api.organization.update(change));
  await readSession();
}
