/** Like `Object.keys`, for an object that has only the members of its type. */
export function keysOf<Type extends object>(object: Type): Extract<keyof Type, string>[] {
  const names: Extract<keyof Type, string>[] = [];
  for (const name in object) names.push(name);
  return names;
}
