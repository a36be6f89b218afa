/** A minute, an hour and a day of 24 hours, in milliseconds. A calendar day may be longer or shorter where clocks change. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
