import type { Parsed } from '@tongda/contract/core/endpoint';
import type { FrameShown, frameParse } from '@tongda/contract/watch/frame/calls';
import { fromHex } from '@tongda/protocol/bytes';
import { inspectBareBody, inspectBytes } from '@tongda/protocol/inspect/bytes';
import { shownOf } from './shown';

/** 离线解析: every frame in pasted bytes, or the body of one message. */
export function parseFrames({ hex, profile, msgId, edition }: Parsed<typeof frameParse>): FrameShown[] {
  const bytes = fromHex(hex);
  const pieces =
    msgId === undefined
      ? inspectBytes(bytes)
      : [inspectBareBody(Number.parseInt(msgId.replace(/^0x/iu, ''), 16), edition, bytes)];
  return pieces.map((piece) => shownOf(piece, profile));
}
