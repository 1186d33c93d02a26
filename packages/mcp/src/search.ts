/**
 * Finds documents by words, with BM25: rare words count more than common ones, and a long text does not win by its
 * length. Plain counting would rank "delete webhook endpoint" above "replay events to a webhook" for "webhook replay".
 */
export class SearchIndex<Item> {
  readonly #documents: readonly {
    item: Item;
    counts: ReadonlyMap<string, number>;
    length: number;
  }[];
  readonly #frequency = new Map<string, number>();
  readonly #averageLength: number;

  /** `fieldsOf` returns the texts of an item, each with its weight. */
  constructor(items: readonly Item[], fieldsOf: (item: Item) => readonly [number, string][]) {
    this.#documents = items.map((item) => {
      const counts = new Map<string, number>();
      let length = 0;
      for (const [weight, text] of fieldsOf(item)) {
        for (const term of termsOf(text)) {
          counts.set(term, (counts.get(term) ?? 0) + weight);
          length += weight;
        }
      }
      for (const term of counts.keys()) {
        this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1);
      }
      return { item, counts, length };
    });
    const total = this.#documents.reduce((sum, { length }) => sum + length, 0);
    this.#averageLength = total / Math.max(1, this.#documents.length);
  }

  search(words: string, limit: number): Item[] {
    const terms = new Map<string, number>();
    for (const term of termsOf(words)) {
      for (const meant of SYNONYMS.get(term) ?? [])
        terms.set(meant, terms.get(meant) ?? SYNONYM_WEIGHT);
      if (!INTENTS.has(term)) terms.set(term, 1);
    }
    return this.#documents
      .map(({ item, counts, length }) => {
        const norm = K1 * (1 - B + (B * length) / this.#averageLength);
        let score = 0;
        for (const [term, weight] of terms) {
          const count = counts.get(term) ?? 0;
          score += (weight * this.#rarity(term) * count * (K1 + 1)) / (count + norm);
        }
        return { item, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ item }) => item);
  }

  #rarity(term: string): number {
    const found = this.#frequency.get(term) ?? 0;
    return Math.log(1 + (this.#documents.length - found + 0.5) / (found + 0.5));
  }
}

/** How soon repetition stops counting, and how much length matters: the best of the usual values for our paraphrases. */
const K1 = 2;
const B = 0.5;
/** A word that only means the same counts less than the word itself. */
const SYNONYM_WEIGHT = 0.7;

function termsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(stem);
}

/** Enough for English nouns and verbs: leads, merging, canceled, deliveries. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const base = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/(.{3})ing$/, '$1')
    .replace(/(.{3})ed$/, '$1');
  return base.replace(/([^aeiouls])\1$/, '$1').replace(/(.{3})e$/, '$1');
}

const STOP_WORDS = new Set(
  'a an and another any are as at be by can do for from had has have i if in into is it its me my of on one or our set so still that the their them this to up us was we what when who will with you your'.split(
    ' ',
  ),
);

/** What people in the trade say, and what the API calls it. */
const WORDS_OF_THE_TRADE: Record<string, string> = {
  client: 'customer',
  person: 'contact customer lead',
  people: 'user contact',
  prospect: 'lead',
  inquiry: 'lead capture',
  enquiry: 'lead capture',
  request: 'lead',
  visit: 'appointment',
  booking: 'appointment',
  meeting: 'appointment',
  bill: 'invoice',
  money: 'payment invoice',
  pay: 'payment',
  text: 'sms message',
  sms: 'text message',
  mail: 'email message',
  employee: 'user',
  staff: 'user',
  worker: 'user',
  technician: 'user',
  colleague: 'user',
  crew: 'team',
  vacation: 'time off',
  holiday: 'time off',
  leave: 'time off',
  automation: 'playbook',
  workflow: 'playbook',
  reminder: 'follow up',
  remind: 'follow up',
  callback: 'follow up webhook',
  company: 'organization',
  business: 'organization',
  credential: 'token secret',
  key: 'token secret',
  remove: 'delete',
  erase: 'delete',
  drop: 'delete',
  change: 'update',
  edit: 'update',
  modify: 'update',
  show: 'get',
  detail: 'get',
  particular: 'get',
  which: 'list',
  all: 'list',
  read: 'get',
  view: 'get',
  see: 'get list',
  fetch: 'get',
  find: 'list search',
  add: 'create',
  make: 'create',
  new: 'create',
  register: 'create',
  write: 'create',
  abort: 'cancel',
  stop: 'cancel pause disable',
  freeze: 'suspend pause',
  log: 'record event',
  note: 'record',
  reassign: 'update',
  move: 'reschedule update',
  postpone: 'reschedule',
  unsubscribe: 'opt out',
  blocked: 'opt out',
  photo: 'attachment',
  picture: 'attachment',
  file: 'attachment export import',
  document: 'attachment',
  again: 'retry replay',
  resend: 'retry replay',
  combine: 'merge',
  join: 'merge attach',
  split: 'unmerge detach',
  free: 'open available slot',
  schedule: 'book appointment',
  plan: 'schedule',
  statistic: 'report',
  number: 'report phone',
  metric: 'report',
  conversion: 'funnel',
  backup: 'export restore',
  download: 'export',
  gdpr: 'privacy erase export',
  guarantee: 'warranty',
  todo: 'checklist task',
  tick: 'check',
  save: 'create capture',
  begin: 'start',
  arrive: 'start',
  finish: 'complete',
  done: 'complete',
  same: 'duplicate',
  sample: 'example',
  setting: 'get organization',
  limit: 'quota',
  gateway: 'channel',
  server: 'channel',
  raise: 'update',
  back: 'export restore refund',
  broken: 'failed',
  error: 'failed',
  problem: 'failed health',
};

const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(WORDS_OF_THE_TRADE).map(([word, meant]) => [stem(word), termsOf(meant)]),
);

/** Words that only say what to do. The API has its own words for it, and these mean something else there: no-show. */
const INTENTS = new Set(['show', 'see', 'view', 'detail', 'particular', 'which', 'all'].map(stem));
