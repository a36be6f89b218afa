import type { Ctx } from '../../../../core/http/ctx';
import { invalidField, unauthorizedError } from '../../../../core/http/errors';
import { clearFailures, recordFailure, usualLock } from '../login/attempts';
import { endAndAnnounce, type SessionDeps } from '../session/sessions';
import { checkPassword } from './hash';

/** A password that is asked for once more within a session. */
interface AskedAgain {
  /** what it is asked for: each is counted on its own */
  what: 'upPwd' | 'upPhone' | 'prove';
  /** H as it came */
  given: string;
  /** how the right one is stored; null: there is none, and every one is wrong */
  stored: string | null;
  /** the field of the call, and the sentence about a wrong one */
  field: string;
  msg: string;
}

/**
 * Checks the password of the user behind a session. Five wrong ones in 15 minutes end the session that tried and count for no other: who found a session
 * open guesses no further, and keeps its owner from nothing. Throws the sentence at its field, or 401 when the session ended.
 */
export async function checkAskedAgain(
  deps: SessionDeps,
  { sessionId }: Ctx,
  { what, given, stored, field, msg }: AskedAgain,
): Promise<void> {
  const tries = `${what} ${sessionId}`;
  // counted before it is looked at, so that of a hundred guesses at the same moment five are
  const { failures } = await recordFailure(deps.db, tries);
  if (failures <= usualLock.lockAfter && (await checkPassword(given, stored))) return clearFailures(deps.db, tries);
  if (failures < usualLock.lockAfter) throw invalidField(field, msg);
  // the count stays: of guesses that were let in before the session ended none is looked at
  await endAndAnnounce(deps, { ids: [sessionId] }, 'pwd_wrong');
  throw unauthorizedError();
}
