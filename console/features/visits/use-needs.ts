import { useState } from 'react';
import { type Needs, USUAL_MINUTES } from './needs.ts';
import { type Offered, useOffered } from './use-offered.ts';

/** What a visit needs, while it is being chosen. */
export interface NeedsState extends Needs {
  /** Null until it is known what is offered. */
  offered: Offered | null;
  chooseService(code: string): void;
  chooseMinutes(minutes: number): void;
  choosePlace(place: { propertyId: string; postalCode: string }): void;
}

/** Begins with the service that is needed, if the company has defined it; its length follows from it. */
export function useNeeds(needed: string | null, property: string | null = null): NeedsState {
  const offered = useOffered();
  const [code, setCode] = useState<string | null>(null);
  const [minutes, setMinutes] = useState<number | null>(null);
  const [place, choosePlace] = useState({ propertyId: property ?? '', postalCode: '' });
  const service = offered?.services.find((one) => one.code === (code ?? needed)) ?? null;
  return {
    ...place,
    offered,
    service,
    minutes: minutes ?? service?.duration_minutes ?? USUAL_MINUTES,
    choosePlace,
    chooseMinutes: setMinutes,
    chooseService: (chosen) => {
      setCode(chosen);
      setMinutes(null);
    },
  };
}
