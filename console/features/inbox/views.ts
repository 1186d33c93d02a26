/** The parts of the inbox, in the order of their tabs. */
export const VIEWS = ['mine', 'everyone', 'snoozed', 'done'] as const;
export type View = (typeof VIEWS)[number];
