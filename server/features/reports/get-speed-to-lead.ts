import { read } from '../../platform/http/operation.ts';
import { findTimeZone, measureSpeedToLead, type SpeedRow } from './queries.ts';
import { type Speed, SpeedToLead, SpeedToLeadQuery } from './schemas.ts';
import { shownSpan, spanOf, wrongDates } from './span.ts';

export const getSpeedToLead = read({
  id: 'getSpeedToLead',
  path: '/v1/reports/speed-to-lead',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Read the speed to lead',
  description:
    'How soon the leads captured in a time were first contacted (`POST /v1/leads/{id}/contacted`), all together and by source. Days are those of the organization’s time zone. Deleted and merged leads are not counted.',
  query: SpeedToLeadQuery,
  answers: { 200: { description: 'The speed to lead.', body: SpeedToLead } },
  check: wrongDates,
  async run(tx, { query }) {
    const span = spanOf(query, await findTimeZone(tx), tx.now);
    const sources = query.source?.split(',') ?? null;
    const { together, bySource } = await measureSpeedToLead(tx, span, sources);
    return {
      ...shownSpan(span),
      ...toSpeed(together),
      by_source: bySource.map((row) => ({ source: row.source ?? '', ...toSpeed(row) })),
    };
  },
});

function toSpeed({ source: _named, ...figures }: SpeedRow): Speed {
  const { captured, within_5_minutes: soon } = figures;
  const share = captured === 0 ? null : Math.round((soon / captured) * 10_000) / 10_000;
  return { ...figures, share_within_5_minutes: share };
}
