import { DEFAULT_VISIT_MINUTES } from '../../domain/visit-length.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Question } from './schemas.ts';
import { undefinedService } from './service.ts';

/** What a booking takes from its service, unless it says something else. */
export interface ServiceRules {
  minutes: number;
  /** All of them are needed. */
  skills: readonly string[];
  /** Null for the organization's setting. */
  bufferMs: number | null;
  /** How many users a visit needs. */
  crewSize: number;
}

const NO_SERVICE: ServiceRules = {
  minutes: DEFAULT_VISIT_MINUTES,
  skills: [],
  bufferMs: null,
  crewSize: 1,
};

interface RulesRow {
  duration_minutes: number;
  skills: readonly string[];
  buffer_minutes: number | null;
  crew_size: number;
}

/** An inactive service counts like one that is not defined. */
export async function findServiceRules(tx: Tx, code: string | null): Promise<ServiceRules> {
  if (code === null) return NO_SERVICE;
  const [found] = await tx.query<RulesRow>(selectRules, [tx.organizationId, code]);
  const rules = found ?? undefinedService(code);
  return {
    minutes: rules.duration_minutes,
    skills: rules.skills,
    bufferMs: toMs(rules.buffer_minutes),
    crewSize: rules.crew_size,
  };
}

/** What customers are asked before a visit; nothing if the service is not defined. */
export async function findQuestions(tx: Tx, code: string): Promise<readonly Question[]> {
  const [found] = await tx.query<{ questions: Question[] }>(selectQuestions, [
    tx.organizationId,
    code,
  ]);
  return found?.questions ?? [];
}

const selectQuestions = statement(
  'select_questions_of_service',
  'select questions from services where organization_id = $1 and code = $2 and active',
);

function toMs(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 60_000;
}

const selectRules = statement(
  'select_service_rules',
  `select duration_minutes, skills, buffer_minutes, crew_size from services
   where organization_id = $1 and code = $2 and active`,
);
