import { useState } from 'react';
import * as text from '../../../text/en.ts';
import { SelectField, TextArea } from '../../../ui/field.tsx';
import { typed } from '../../../ui/use-form.ts';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;
const RULE = 'rule';

/** A policy is one of the names, or a rule of one's own. */
export function LeadCard({ organization, isReadOnly, save }: OrganizationCard) {
  const { qualification_policy: policy } = organization;
  const isRule = choiceOf(policy) === RULE;
  const [chosen, setChosen] = useState(choiceOf(policy));
  return (
    <EditCard
      title={words.leads}
      intro={words.leadsIntro}
      names={['qualification_policy']}
      isReadOnly={isReadOnly}
      read={(values) => ({ qualification_policy: typed(values, 'qualification_policy') })}
      save={(change) => save(change).then(() => setChosen(choiceOf(change.qualification_policy)))}
      before={(change) => valuesOf(organization, change)}
    >
      {(field) => (
        <>
          <SelectField
            label={words.policy}
            {...(chosen === RULE ? {} : field('qualification_policy'))}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            options={Object.entries(words.policies).map(([value, label]) => ({ value, label }))}
          />
          {chosen === RULE && (
            <TextArea
              label={words.rule}
              hint={words.ruleHint}
              {...field('qualification_policy')}
              defaultValue={isRule ? policy : ''}
              spellCheck={false}
            />
          )}
        </>
      )}
    </EditCard>
  );
}

function choiceOf(policy: string): string {
  return Object.hasOwn(words.policies, policy) ? policy : RULE;
}
