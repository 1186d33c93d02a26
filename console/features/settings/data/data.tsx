import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { Screen } from '../../../ui/screen.tsx';
import type { SectionProps } from '../sections.ts';
import { ExportCard } from './export-card.tsx';
import { RetentionCard } from './retention-card.tsx';

/** How long content is stored, and how to get all of it. */
export default function Data({ me }: SectionProps) {
  return (
    <Screen title={text.settings.sections.data}>
      <div>
        {mayI(me, 'organization:write') && <RetentionCard />}
        {mayI(me, 'exports:write') && <ExportCard me={me} />}
      </div>
    </Screen>
  );
}
