import { Problem } from '../errors.ts';

/** Each upload holds a connection to the database, and there are only so many: one organization gets a few of them. */
const MAX_PER_ORGANIZATION = 4;

/** Counts the uploads of each organization in this process. */
export class UploadLimit {
  readonly #open = new Map<string, number>();

  /** Refuses an upload of an organization that already sends as many files as it can. */
  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const open = this.#open.get(organizationId) ?? 0;
    if (open >= MAX_PER_ORGANIZATION) throw limitReached();
    this.#open.set(organizationId, open + 1);
    try {
      return await work();
    } finally {
      const left = (this.#open.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#open.delete(organizationId);
      else this.#open.set(organizationId, left);
    }
  }
}

function limitReached(): Problem {
  return new Problem(
    429,
    'upload_limit_reached',
    `Your organization is already sending ${MAX_PER_ORGANIZATION} files. Wait until one has arrived, then send this one again.`,
    { headers: { 'Retry-After': '5' } },
  );
}
