/** Like `Object.keys`, for an object that has no other members than its type says. */
export function keysOf<Type extends object>(object: Type): Extract<keyof Type, string>[] {
  const names: Extract<keyof Type, string>[] = [];
  for (const name in object) names.push(name);
  return names;
}
