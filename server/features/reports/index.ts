export { getFunnel } from './get-funnel.ts';
export { getRevenue } from './get-revenue.ts';
export { getSourcesReport } from './get-sources-report.ts';
export { getSpeedToLead } from './get-speed-to-lead.ts';
export { getUtilization } from './get-utilization.ts';
