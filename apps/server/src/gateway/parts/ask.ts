import { msgId } from '@tongda/protocol/jt808/codec';
import type { Header } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import type { Line } from '../server';
import { firstSerialOf } from './place';
import type { MissingOf } from './store';

/** Numbers of packages that one request names: a byte counts them in 2013. */
const MOST_MISSING = 200;

/** Asks for packages again: a photo, sound or video has an answer of its own for it (0x8800), everything else 0x8003. */
export function askMissing(
  line: Line,
  header: Header,
  { msgId: id, serials, mediaId }: MissingOf,
  missing: readonly number[],
): void {
  const packages = missing.slice(0, MOST_MISSING);
  if (id === msgId.mediaData && mediaId !== null) line.send(header, msgId.mediaReply, { mediaId, missing: packages });
  else line.send(header, msgId.platformResend, { firstSerial: firstSerialOf(serials), packages });
}

/** Answers a package that is kept; with `mediaId` the whole photo, sound or video is here. */
export function answerPart(line: Line, header: Header, mediaId: number | null): void {
  if (mediaId === null) line.reply(header, replyResult.ok);
  else line.send(header, msgId.mediaReply, { mediaId, missing: [] });
}
