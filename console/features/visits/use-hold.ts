import { useState } from 'react';
import type { Appointment, HoldAppointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { inSession } from '../../session/in-session.ts';

const HELD_SECONDS = 15 * 60;

/** A time that is kept while someone is on the phone. */
export interface HoldState {
  held: Appointment | null;
  isHolding: boolean;
  take(body: HoldAppointment): Promise<void>;
  /** The time is free again for others, unless it was booked. */
  release(): void;
  /** It has become a booking, or has lapsed. */
  forget(): void;
}

export function useHold(): HoldState {
  const [held, setHeld] = useState<Appointment | null>(null);
  const [isHolding, setIsHolding] = useState(false);
  return {
    held,
    isHolding,
    async take(body) {
      setIsHolding(true);
      const taken = await act(() =>
        api.appointments.holds.create({ ...body, ttl_seconds: HELD_SECONDS }),
      );
      setIsHolding(false);
      if (taken) setHeld(taken);
    },
    release() {
      // If that fails, it lapses by itself.
      if (held) inSession(() => api.appointments.cancel(held.appointment_id)).catch(() => {});
      setHeld(null);
    },
    forget: () => setHeld(null),
  };
}
