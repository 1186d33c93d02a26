export { readDispatchBoard } from './read-dispatch-board.ts';
export { suggestAssignee } from './suggest-assignee.ts';
