import { useState } from 'react';
import type { Area, CapacityRule, OfferedService } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useAreas, useCapacityRules, useServices } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { Row, Rows } from '../shared/row.tsx';
import { CapacityDialog } from './capacity-dialog.tsx';
import { inWordsOf } from './rule-words.ts';

const words = text.settings.capacity;

export default function Capacity({ me }: SectionProps) {
  const read = useCapacityRules();
  const { value: services = [] } = useServices();
  const { value: areas = [] } = useAreas();
  const [open, setOpen] = useState<CapacityRule | 'new' | null>(null);
  const canWrite = mayI(me, 'services:write');
  const refresh = () => void read.query.refresh();
  const add = canWrite && (
    <Button look="primary" onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  );
  return (
    <Screen title={text.settings.sections.capacity} actions={add}>
      <p>{words.intro}</p>
      <Loaded of={read}>
        {(rules) =>
          rules.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.capacity}>
              {inOrder(rules).map((rule) => (
                <RuleRow
                  key={rule.capacity_rule_id}
                  rule={rule}
                  services={services}
                  areas={areas}
                  {...(canWrite && { onEdit: () => setOpen(rule), onChanged: refresh })}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {open !== null && (
        <CapacityDialog
          rule={open === 'new' ? null : open}
          services={services}
          areas={areas}
          onClose={() => setOpen(null)}
          onSaved={refresh}
        />
      )}
    </Screen>
  );
}

function RuleRow({
  rule,
  services,
  areas,
  onEdit,
  onChanged = () => {},
}: {
  rule: CapacityRule;
  services: readonly OfferedService[];
  areas: readonly Area[];
  onEdit?: () => void;
  onChanged?: () => void;
}) {
  return (
    <Row
      name={words.visits(rule.max_visits)}
      about={inWordsOf(rule, services, areas)}
      badges={!rule.active && <Badge look="warn">{text.settings.inactive}</Badge>}
      actions={
        onEdit && (
          <>
            <Button look="plain" onClick={() => void setActive(rule, !rule.active, onChanged)}>
              {rule.active ? text.settings.deactivate : text.settings.activate}
            </Button>
            <Button onClick={onEdit}>{text.settings.edit}</Button>
          </>
        )
      }
    />
  );
}

async function setActive(
  rule: CapacityRule,
  active: boolean,
  onChanged: () => void,
): Promise<void> {
  const updated = await act(() => api.capacityRules.update(rule.capacity_rule_id, { active }));
  if (!updated) return;
  const done = active ? words.activated : words.deactivated;
  sayDone(done, { undo: () => void setActive(rule, !active, onChanged) });
  onChanged();
}

/** Those that count first; the service has the newest first. */
function inOrder(rules: readonly CapacityRule[]): readonly CapacityRule[] {
  return rules.toSorted((a, b) => Number(b.active) - Number(a.active));
}
