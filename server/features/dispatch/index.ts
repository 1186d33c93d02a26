export { applyReplan, type ConfirmVisits } from './apply-replan.ts';
export * as replanEvents from './events.ts';
export { getDispatchBoard } from './get-dispatch-board.ts';
export { getReplan } from './get-replan.ts';
export { planReassignment } from './plan-reassignment.ts';
export { suggestAssignee } from './suggest-assignee.ts';
export { suggestSlots } from './suggest-slots.ts';
