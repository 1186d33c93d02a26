import { type ClientOptions, Core } from './core.ts';
import { Resources } from './generated/resources.ts';

export type { CallOptions, ClientOptions } from './core.ts';
export type { EventStreamOptions, EventStreamQuery } from './events.ts';
export type * from './generated/types.ts';
export type { Page, Pages } from './pages.ts';
export {
  ApiError,
  ConnectionError,
  isProblem,
  type ProblemOf,
  ThroughlineError,
} from './problem.ts';
export type { Time } from './time.ts';
export type { Upload } from './upload.ts';

/**
 * A client of a Throughline service.
 *
 *     const throughline = new Throughline({ token, baseUrl });
 *     const lead = await throughline.leads.create({ phone, service_needed: 'drain_cleaning' });
 */
export class Throughline extends Resources {
  constructor(options: ClientOptions) {
    super(new Core(options));
  }
}
