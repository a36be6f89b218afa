import type { HeaderVersion } from '@tongda/protocol/jt808/header';

/** How a text is to be told: at once, on the screen, by voice. */
export interface TextManner {
  urgent: boolean;
  show: boolean;
  speak: boolean;
}

/** Flags of a text (0x8300): urgent is bit 0 in 2013, and the two lowest bits 10 in 2019, where 11 is a notice. */
export function textFlagsOf({ urgent, show, speak }: TextManner, version: HeaderVersion): number {
  const kind = version === '2019' ? (urgent ? 2 : 3) : urgent ? 1 : 0;
  return kind | (show ? 4 : 0) | (speak ? 8 : 0);
}
