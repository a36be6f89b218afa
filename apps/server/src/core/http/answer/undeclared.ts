/**
 * Paths of what an answer holds and its schema does not name: what `parsed` (the answer read by its schema, which leaves such fields out) lacks. Fields
 * without a value do not count, as JSON leaves them out. The tests refuse an answer that has any: a caller would read what nobody decided to show him.
 */
export function listUndeclared(answer: unknown, parsed: unknown, path = ''): string[] {
  if (Array.isArray(answer))
    return answer.flatMap((one: unknown, i) =>
      listUndeclared(one, Array.isArray(parsed) ? parsed[i] : undefined, `${path}[]`),
    );
  if (!isPlain(answer) || !isPlain(parsed)) return [];
  return Object.entries(answer).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    if (value === undefined) return [];
    return key in parsed ? listUndeclared(value, parsed[key], at) : [at];
  });
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
