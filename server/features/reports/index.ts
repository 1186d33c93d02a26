export { getFunnel } from './get-funnel.ts';
export { getSpeedToLead } from './get-speed-to-lead.ts';
