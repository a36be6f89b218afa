/**
 * Whether a truck should have come by now: the expected arrival is over for a minute or more (`minuteAgo`, a wire time like `time`). Where positions come in,
 * it is reckoned again every minute; it stays behind only while the truck is silent.
 */
export const isEtaOver = (time: string, minuteAgo: string): boolean => time.slice(0, 16) < minuteAgo.slice(0, 16);
