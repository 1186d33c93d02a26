export { applyReplan, type ConfirmVisits } from './apply-replan.ts';
export { type SpentTime, spentInEach, sumOfSpent, workloadFrom } from './board.ts';
export * as replanEvents from './events.ts';
export { getDispatchBoard } from './get-dispatch-board.ts';
export { getReplan } from './get-replan.ts';
export { planReassignment } from './plan-reassignment.ts';
export { suggestAssignee } from './suggest-assignee.ts';
export { suggestSlots } from './suggest-slots.ts';
export { MAX_PEOPLE, type PersonsTime, readTimeOfPeople } from './time-of-people.ts';
