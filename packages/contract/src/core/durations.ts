/** A minute, an hour and a day of 24 hours, in milliseconds. A calendar day may be longer or shorter where clocks change. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The same in seconds, as the lives of cookies and links are counted, and a day in minutes, as plans count. */
export const hourS = 3600;
export const dayS = 24 * hourS;
export const dayMin = 24 * 60;
