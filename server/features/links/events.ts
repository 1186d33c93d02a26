import { eventTypeAbout } from '../../platform/events/event.ts';
import { Link } from './schemas.ts';

const linkEvent = eventTypeAbout(Link, ({ purpose }) => `Link to the ${purpose}`, 'links:read');

export const linkCreated = linkEvent('link.created', 'A link of a customer was created.');
export const linkRevoked = linkEvent('link.revoked', 'A link of a customer was revoked.');
