export { readFunnel } from './read-funnel.ts';
export { readSpeedToLead } from './read-speed-to-lead.ts';
