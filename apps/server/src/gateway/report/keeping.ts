import type { Header } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import type { Gateway, Line } from '../server';

/** What a message asks to be kept, before it is answered. */
export interface Keeping {
  /** for the log, when it could not be kept */
  what: string;
  keep: () => Promise<void>;
  /** how many points it has; one for what is no point */
  count?: number;
  /** the answer, where it is not "success" (0x8001) */
  done?: () => void;
}

/** Answers a message when what it brought is kept, with "failure" when it could not be, so that the terminal sends it again. Answers whether it is kept. */
export async function answerWhenKept(
  gateway: Pick<Gateway, 'stats' | 'trouble'>,
  connection: Line,
  header: Header,
  { what, keep, count = 1, done = () => connection.reply(header, replyResult.ok) }: Keeping,
): Promise<boolean> {
  connection.began(count);
  try {
    await keep();
    done();
    return true;
  } catch (error) {
    gateway.stats.refused.notStored++;
    gateway.trouble(error, `${what} not stored`);
    connection.reply(header, replyResult.failure);
    return false;
  } finally {
    connection.ended(count);
  }
}
