import { useState } from 'react';
import type { Organization } from '../../../../packages/sdk/src/index.ts';
import type { WorkingHours } from '../../../../server/domain/working-hours.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { saveOrganization } from '../organization/organization.tsx';
import { useOrganization } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { asWorkingHours } from './as-working-hours.ts';
import { HoursEditor } from './hours-editor.tsx';
import { SaveHours } from './save-hours.tsx';

/** The hours of the company. */
export default function Hours({ me }: SectionProps) {
  const read = useOrganization();
  const isReadOnly = !mayI(me, 'organization:write');
  return (
    <Screen title={text.settings.sections.hours}>
      <p>{isReadOnly ? text.settings.readOnly : text.settings.hours.intro}</p>
      <Loaded of={read}>
        {(organization) => <Editor organization={organization} isReadOnly={isReadOnly} />}
      </Loaded>
    </Screen>
  );
}

function Editor({ organization, isReadOnly }: { organization: Organization; isReadOnly: boolean }) {
  const stored = asWorkingHours(organization.working_hours);
  const [hours, setHours] = useState<WorkingHours>(stored);
  return (
    <>
      <HoursEditor hours={hours} onChange={setHours} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <SaveHours
          hours={hours}
          stored={stored}
          save={(working_hours) => saveOrganization({ working_hours: working_hours ?? stored })}
          onUndone={() => setHours(stored)}
        />
      )}
    </>
  );
}
