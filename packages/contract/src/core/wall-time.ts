/**
 * Wire times (`YYYY-MM-DD HH:mm:ss` of the company's zone) as numbers that can be compared and added to: milliseconds of the wall clock, whatever
 * the zone. Only differences and comparisons with each other mean something.
 */
export const wallMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/** Back to a wire time. */
export const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** End of a day (`YYYY-MM-DD`). */
export const dayEndMs = (day: string): number => Date.parse(`${day}T23:59:59Z`);
