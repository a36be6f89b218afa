import { u16At } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import { type Header, parseHeader } from '@tongda/protocol/jt808/header';

/** What stands in place of a secret: `*`. */
const star = 0x2a;
/** Result and serial number before the code of 0x8100. */
const registerHead = 3;
/** Identity and software version behind the code of 0x0102 of 2019. */
const authTail = 35;
/** Transparent data of locks: some of it opens them (decision 112). */
const lockType = 0xf6;

/** Messages that may carry a code. */
export const secretIds: ReadonlySet<number> = new Set([
  msgId.auth,
  msgId.registerReply,
  msgId.transparent,
  msgId.transparentDown,
]);
const shortestHead = 12;

/** Where secrets stand in a body: from a byte, until before another one. */
function secretOf({ msgId: id, version, subpackage }: Header, body: Uint8Array): [from: number, until: number] | null {
  switch (id) {
    case msgId.auth: {
      const length = body[0] ?? 0;
      // of a body that is not as 2019 has it nobody knows where the code ends
      const isKnown = !subpackage && version === '2019' && body.length === 1 + length + authTail;
      return isKnown ? [1, 1 + length] : [0, body.length];
    }
    case msgId.registerReply:
      return [subpackage ? 0 : registerHead, body.length];
    case msgId.transparent:
    case msgId.transparentDown:
      return subpackage ? [0, body.length] : body[0] === lockType ? [1, body.length] : null;
    default:
      return null;
  }
}

/** A frame, of which header and body are kept, as it may be shown to a company: codes that let a terminal in or open a lock are stars. */
export function blankSecrets(payload: Uint8Array): Uint8Array {
  if (!secretIds.has(u16At(payload, 0))) return payload;
  const blanked = Uint8Array.from(payload);
  const header = parseHeader(payload);
  // where the body begins is not sure in a frame of another length than it declares
  if (typeof header === 'string') return blanked.fill(star, shortestHead);
  const secret = secretOf(header, payload.subarray(header.bodyOffset));
  return secret ? blanked.fill(star, header.bodyOffset + secret[0], header.bodyOffset + secret[1]) : payload;
}
