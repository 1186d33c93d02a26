import { isObject } from '../../../platform/is-object.ts';
import { type Adapter, unknownShape } from './adapter.ts';
import { readUsualNames } from './usual-names.ts';

/** JSON of any program, by the usual names. With a mapping, `read-delivery.ts` applies that instead. */
export const json: Adapter = {
  // Some programs send a list with one object.
  split: (payload) =>
    Array.isArray(payload) && payload.length > 0 && payload.every(isObject) ? payload : [payload],
  read(payload) {
    return isObject(payload) ? readUsualNames(payload) : unknownShape('a program with JSON');
  },
};

/** What an HTML form sends. */
export const form: Adapter = {
  read(payload) {
    return isObject(payload) ? readUsualNames(payload) : unknownShape('a form');
  },
};
