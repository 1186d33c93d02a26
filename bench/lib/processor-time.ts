import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Processor time of processes, in seconds. Reads /proc, so it needs Linux. */

/** Of the clock in /proc. */
const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  own: number;
  ended: number;
}

export async function postmasterOf(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query('select pg_backend_pid() as pid');
  return statOf(rows[0].pid).parent;
}

/** Of the server, of its connections, and of those that have ended. */
export function cpuOfPostgres(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => tryStatOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster);
  const { own, ended } = statOf(postmaster);
  return children.reduce((sum, stat) => sum + (stat?.own ?? 0), own + ended);
}

export function cpuOf(pid: number): number {
  return statOf(pid).own;
}

/** The name of the process is in parentheses, and can contain spaces. */
function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    parent,
    own: (user + system) / TICKS_PER_SECOND,
    ended: (endedUser + endedSystem) / TICKS_PER_SECOND,
  };
}

function tryStatOf(pid: number): Stat | null {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}
