import type { TSchema } from 'typebox';

/** One response of an operation; `description` says what the body is: 'The lead.' */
interface Response<Body extends TSchema> {
  description: string;
  body: Body;
}

/** The responses of an operation that returns a resource. */
export function returns<Body extends TSchema>(
  body: Body,
  description: string,
): { 200: Response<Body> } {
  return { 200: { description, body } };
}

/** The responses of an operation that creates a resource. */
export function creates<Body extends TSchema>(
  body: Body,
  description: string,
): { 201: Response<Body> } {
  return { 201: { description, body } };
}

/** The responses of an operation that queues work and returns the resource that shows its progress. */
export function accepts<Body extends TSchema>(
  body: Body,
  description: string,
): { 202: Response<Body> } {
  return { 202: { description, body } };
}
