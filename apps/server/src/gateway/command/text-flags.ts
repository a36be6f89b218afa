import type { HeaderVersion } from '@tongda/protocol/jt808/header';

/** How a text is to be told: at once, on the screen, by voice. */
export interface TextManner {
  /** it serves the driver, as the standard calls it, rather than telling him something; absent: a notice */
  textType?: 1 | 2;
  urgent: boolean;
  show: boolean;
  speak: boolean;
}

const SERVICE = 2;

/** Flags of a text (0x8300): urgent is bit 0 in 2013, and the two lowest bits 10 in 2019, where 01 is a service and 11 a notice. */
export function textFlagsOf({ urgent, show, speak, textType }: TextManner, version: HeaderVersion): number {
  const calm = textType === SERVICE ? 1 : 3;
  const kind = version === '2019' ? (urgent ? 2 : calm) : urgent ? 1 : 0;
  return kind | (show ? 4 : 0) | (speak ? 8 : 0);
}
