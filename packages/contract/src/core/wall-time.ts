/**
 * Turns a wire time (`YYYY-MM-DD HH:mm:ss` of the company's zone) into milliseconds of the wall clock, as if the zone were UTC. Such numbers are
 * only good for comparing with each other and for differences; they are no epoch times.
 */
export const wallMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/** Back to a wire time. */
export const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** End of a day (`YYYY-MM-DD`). */
export const dayEndMs = (day: string): number => Date.parse(`${day}T23:59:59Z`);
