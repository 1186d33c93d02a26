import { useState } from 'react';
import { HoursStep } from './hours-step.tsx';
import { PeopleStep } from './people-step.tsx';

/** After the account: hours, then people. Each can be skipped; all of it is in the settings too. */
export default function SetUpSteps({ onDone }: { onDone(): void }) {
  const [step, setStep] = useState<'hours' | 'people'>('hours');
  if (step === 'hours') return <HoursStep onDone={() => setStep('people')} />;
  return <PeopleStep onDone={onDone} />;
}
