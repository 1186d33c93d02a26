const PLANS = 'reads the plan of a query, which on a cluster is the plan of the coordinator';
const LOCKS = 'waits until a request waits for a lock, which on a cluster it does on another node';
const NAMES =
  'compares the name of a constraint, which has the number of a shard or does not arrive';
const OWNER = 'prepares or checks rows as the owner, with statements that a cluster refuses';
const TENANT =
  'sets the tenant on the connection of the owner with set_config(), which stays there';
const ROLE = 'switches to the role for own work on the coordinator, where the service does not';

/** What npm run test:citus does not run, and why. */
export const notOnCitus: {
  /** By path. */
  files: Record<string, string>;
  /** By the title of a test or of a suite. */
  tests: Record<string, string>;
} = {
  files: {
    'server/distribution.test.ts': 'checks a database before it is distributed',
    'server/features/events/keep-log-months.test.ts':
      'moves the log to an earlier month as the owner, with statements that a cluster refuses',
    'server/features/invoices/invariants.test.ts': NAMES,
    'server/features/leads/captures-together.test.ts': 'on a cluster nothing is grouped',
    'server/features/webhooks/delivery/outcomes.test.ts':
      'counts the rows read on the coordinator, and the rows are on the nodes',
    'server/platform/database/migrations.test.ts': 'reads files only',
  },
  tests: {
    'read a bounded part of the tables, without statistics': PLANS,
    'read a bounded part of the tables, with statistics': PLANS,

    'cannot be started by a request that waited for the change': LOCKS,
    'show the new assignee when the appointment was reassigned while the step waited for the lock':
      LOCKS,
    'see the change of a transaction that committed first': LOCKS,
    'cannot be booked when it was canceled a moment before': LOCKS,
    'stays, and offers other times, if someone else took the last place of the day': LOCKS,
    'while the office cancels the visit': LOCKS,
    'returns 409 while the first request with the key is still running':
      'locks the key on the coordinator; the service does on the node of the organization',
    'reports an unavailable database when the server ends the connection, whatever the reason':
      'sets a limit that PostgreSQL has from version 17 on',
    'keeps a lead that arrives while it is written waiting for its number': LOCKS,
    'is restored once: two uploads at once, or again with the same key': LOCKS,

    'has a unique key that is never reused': NAMES,
    'are refused by the database if they would be valid longer than their parent, or act for no user':
      NAMES,
    'must have nothing but leads:capture, and real origins': NAMES,
    'lets the service change the log only through erase_person and apply_retention': NAMES,

    'abandons an interrupted upload and deletes a key after 24 hours, not before': OWNER,
    'refuses a second upload while the first is running, and starts again when the first was interrupted':
      OWNER,
    'finds an event that someone has removed, and says in which organization': OWNER,
    'gives up a follow-up that never finishes, after five more attempts, and fires the others':
      OWNER,
    'cannot disagree with its appointment: the database refuses the commit': OWNER,
    'checks what PostgreSQL checks only at the commit': OWNER,
    'sends the events of a range that match the patterns, in more than one step':
      'uses a function of PostgreSQL 18',

    'counts captured leads per period and source, and the stages they reached': TENANT,
    'counts every capture once under its own source, also after merge, unmerge, delete and restore':
      TENANT,
    'counts nothing of another organization, even with the same lifecycle number': TENANT,
    'measures only active leads of the date range, the sources and the organization': TENANT,
    'shows 200 users and says that there are more': TENANT,
    'accepts 200 members at most': TENANT,
    'cannot be changed by the application role or by the owner': TENANT,
    'refuses to erase a person of another organization': TENANT,

    'cannot become the owner or any other role, except the one for own work': ROLE,
    'refuses to move a row of another technician or to take it over, whatever the statement': ROLE,
    'shows nothing without a user': ROLE,
  },
};
