/** A place where a module lets modules above it take part, without knowing them: wings import downwards only. */
export interface Extension<T> {
  /** Adds a part; call once when the module is loaded. The same part twice counts once. */
  add(part: T): void;
  /** Every part, in the order in which their modules were loaded. */
  parts(): readonly T[];
}

/** Makes an extension that any number of modules may add to (what a leaver holds, what the trace of an alarm tells). */
export function extension<T>(): Extension<T> {
  const parts = new Set<T>();
  return { add: (part) => void parts.add(part), parts: () => [...parts] };
}

/** The only part of an extension of which exactly one must have been added; throws otherwise, with `what` as its name. */
export function onlyPart<T>(of: Extension<T>, what: string): T {
  const [part, ...more] = of.parts();
  if (part === undefined) throw new Error(`no module provides ${what}`);
  if (more.length > 0) throw new Error(`${more.length + 1} modules provide ${what}`);
  return part;
}
