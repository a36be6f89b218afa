import { type ByteReader, ByteWriter } from '../../../bytes';

/** The driver subscribes to a kind of news of the menu 0x8303, or gives it up (0x0303, JT/T 808-2013 8.29; removed in 2019). */
export interface InfoSubscription {
  kindId: number;
  subscribed: boolean;
}

/** Decodes a subscription. Throws RangeError when the body ends too early. */
export function decodeInfoSubscription(r: ByteReader): InfoSubscription {
  return { kindId: r.u8('kindId'), subscribed: r.u8('subscribed') === 1 };
}

/** Body of a subscription, 2 bytes. */
export const encodeInfoSubscription = (m: InfoSubscription): Uint8Array =>
  new ByteWriter(2)
    .u8(m.kindId)
    .u8(m.subscribed ? 1 : 0)
    .result();
