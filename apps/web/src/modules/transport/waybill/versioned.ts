/** A step that is refused when somebody changed the object meanwhile knows the version that was read and how the new one is loaded; others have neither. */
export type Versioned = { version: number; fresh: () => Promise<unknown> } | { version?: undefined; fresh?: undefined };

/** `fresh` of a step without a version. */
export const nothingNewer = async (): Promise<undefined> => undefined;
