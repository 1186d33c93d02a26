import type { DispatchGetQuery } from '../../../packages/sdk/src/generated/resources.ts';
import type { DispatchBoard } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { appointments, kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

/** What changes the board: visits, who works, and when. */
const KINDS = ['appointment', 'time_off', 'user', 'team', 'organization'];

export function useBoard(date: string) {
  return useQuery(`board ${date}`, {
    load: (signal) => readBoard({ date }, signal),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
}

/** Up to seven days, for one team or for everyone. */
export function useWeek(from: string, to: string, teamId: string) {
  return useQuery(`week ${from} ${to} ${teamId}`, {
    load: (signal) => readBoard({ from, to, ...(teamId !== '' && { team_id: teamId }) }, signal),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
}

async function readBoard(query: DispatchGetQuery, signal: AbortSignal): Promise<DispatchBoard> {
  const board = await api.dispatch.get(query, { signal });
  for (const lane of board.lanes) for (const one of lane.appointments) appointments.put(one);
  for (const one of board.tray) appointments.put(one);
  return board;
}

/** The rules of the company for times; until they are read, those of a new company. */
export function useScheduling(): { bufferMs: number; stepMinutes: number } {
  const { value } = useQuery('organization', {
    load: (signal) => api.organization.get({ signal }),
    isAffectedBy: (event) => kindOf(event) === 'organization',
  });
  const { buffer_minutes = 0, step_minutes = 30 } = value?.scheduling ?? {};
  return { bufferMs: buffer_minutes * 60_000, stepMinutes: Math.min(step_minutes, 15) };
}
