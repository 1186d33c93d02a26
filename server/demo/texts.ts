import type { Random } from './random.ts';

/** Conversations and notes. Pure data. */

export function transcript(random: Random, name: string, complaint: string): string {
  const first = name.split(' ')[0];
  const greeting = random.pick([
    'Alder Heating and Air, this is Priya.',
    'Alder Heating and Air, Tom speaking.',
  ]);
  const question = random.pick([
    'How long has it been like that?',
    'Is anyone at home during the day?',
    'And what is the address?',
  ]);
  const reply = random.pick([
    'Since the weekend. Mornings are best for us.',
    'I work from home, any time is fine.',
    'Call before you come, please, the gate sticks.',
  ]);
  return `Office: ${greeting}\nCaller: Hi, ${first} here. ${complaint}\nOffice: ${question}\nCaller: ${reply}`;
}

export const REACHED = [
  'Spoke to them: they are home in the mornings. Sent them two times to choose from.',
  'Reached on the first try. Wants a technician this week.',
  'They are comparing three companies and want it in writing.',
  'Explained the visit fee; fine with it.',
];
export const NOT_REACHED = [
  'No answer, left a voicemail.',
  'Went to voicemail. Mailbox is full.',
  'A child picked up; will try again tonight.',
];
export const REPLIES_TO_TEXT = [
  'Tomorrow before noon works',
  'Yes please, any day after 3',
  'Can you call me at 5 instead?',
  'Thursday is good. The key is with the neighbor',
  'How much is the visit?',
];
export const CONFIRMATIONS = ['C', 'YES', 'Confirmed, thanks', 'Yes that works', '👍 see you then'];
export const REVIEWS = [
  '5, on time and left the basement cleaner than before',
  '5! Rosa explained everything',
  '4 good work, was an hour late though',
  '5 would recommend',
  '2. It makes a whistling noise now',
  '5 warm again, thank you',
];
export const STARS = [
  ['5', 'On time, and explained everything.'],
  ['5', ''],
  ['5', 'Warm again. Thank you!'],
  ['4', 'Good work, came at the end of the window.'],
  ['3', 'Friendly, but had to come back for a part.'],
] as const;
export const JOB_NOTES = [
  'The shutoff is behind the dryer.',
  'Crawl space access is in the bedroom closet. Bring knee pads.',
  'Dog is friendly; keep the side gate shut.',
  'Flue runs through the neighbor’s wall, measured twice.',
  'Panel has two free slots. No upgrade needed.',
];
export const QUESTIONS_BY_MAIL = [
  ['Rebate', 'Hi, does the price already include the rebate from the utility? Thanks!'],
  ['Date', 'Hello, is there any chance to move it to the week after? My in-laws are here.'],
  ['Warranty', 'Good morning, who registers the warranty, you or us?'],
] as const;
export const LOST = [
  'Went with another company',
  'Too expensive for now, ask again in spring',
  'Landlord takes care of it',
];
export const NOT_FOR_US = [
  'Outside our area',
  'Wants parts only',
  'Was selling us something',
  'Commercial rooftop unit, which we do not do',
];
export const CANCELED = [
  'Has to work',
  'Fixed itself',
  'A friend of the family does it',
  'Sick child',
];
export const ON_HOLD = [
  'Waiting for the permit',
  'The unit is on back order',
  'The owner wants the attic insulated first',
];
export const FOLLOWED_UP = [
  'Reached them. They will decide by Sunday.',
  'Left a voicemail with our number.',
  'No longer interested.',
  'Yes! Will book on the website.',
];
