export { getDispatchBoard } from './get-dispatch-board.ts';
export { suggestAssignee } from './suggest-assignee.ts';
