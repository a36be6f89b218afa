import { FrameSplitter, xorOf } from './frame';
import { parseHeader } from './header';

/** The mark at both ends of a frame. */
const MARK = 0x7e;

/**
 * Header and body of the one message that is `content`: what a terminal has compressed (0x0901, JT/T 808-2013 8.63) when it compresses whole messages. It may be a frame
 * between its marks, or header and body with or without their checksum. Others compress data that is to be passed on, which is told apart by the terminal's own number:
 * it stands in every header. Null for such data, and for more than one frame, as there is one answer only.
 */
export function wrappedPayload(content: Uint8Array, phoneKey: string): Uint8Array | null {
  const isOwn = (payload: Uint8Array): boolean => {
    const header = parseHeader(payload);
    return typeof header !== 'string' && header.phoneKey === phoneKey;
  };
  if (content[0] !== MARK) {
    if (isOwn(content)) return content;
    const rest = content.subarray(0, -1);
    return xorOf(content, content.length) === 0 && isOwn(rest) ? rest : null;
  }
  const [frame, ...others] = new FrameSplitter().push(content);
  return frame && others.length === 0 && isOwn(frame.payload) ? frame.payload : null;
}
