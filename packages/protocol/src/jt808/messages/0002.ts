/** Messages that the standard leaves empty: heartbeat 0002, logout 0003, time query 0004, parameter query 8104, position query 8201. */
export interface EmptyMessage {
  /** Nothing by the standard; some makers append battery, signal and status to the heartbeat. */
  extra: Uint8Array;
}

const NOTHING = new Uint8Array(0);

export const emptyMessage: EmptyMessage = { extra: NOTHING };

export function decodeEmpty(data: Uint8Array): EmptyMessage {
  return data.length === 0 ? emptyMessage : { extra: data };
}

export function encodeEmpty(m: EmptyMessage): Uint8Array {
  return m.extra;
}
