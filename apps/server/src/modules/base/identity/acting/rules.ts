import type { Endpoint, Visit } from '@tongda/contract/core/endpoint';
import type { Ctx } from '../../../../core/http/ctx';
import { openToActing, openToLook, openToWrite } from './open';

type Call = Pick<Endpoint, 'visit'> & { path: string };

/** What a session in somebody else's name may call: a visitor who looks, one who also writes, or a super manager as a user. */
export type ActingMode = 'look' | 'visit' | 'super';

/** How a session that is not quite its user's own may act, a screen on the wall as a visitor who looks; null for a usual one. */
export function actingMode({ actor, readOnly }: Pick<Ctx, 'actor' | 'readOnly'>): ActingMode | null {
  if (readOnly && actor?.mode !== 'super') return 'look';
  return actor?.mode ?? null;
}

/** For whom a call is open at least: as its declaration says (reports), or as it is named (`open.ts`); null for nobody. */
function visitOf({ path, visit }: Call): Visit | null {
  if (visit) return visit;
  if (openToLook.has(path)) return 'look';
  if (openToWrite.has(path)) return 'write';
  return openToActing.has(path) ? 'acting' : null;
}

/** Whether an endpoint is closed to such a session, whatever rights its user has: it is, unless it is opened. */
export function closedWhileActing(mode: ActingMode, call: Call): boolean {
  const visit = visitOf(call);
  if (visit === 'look') return false;
  if (visit === 'write') return mode === 'look';
  return mode !== 'super' || visit === null;
}

/** The sentence that refuses a call to such a session; null where it may be made. */
export function refusalWhileActing(mode: ActingMode, call: Call): string | null {
  if (!closedWhileActing(mode, call)) return null;
  if (mode === 'super') return '代管期间不能执行此操作';
  return mode === 'look' && visitOf(call) === 'write' ? '当前为只读访问，不能修改数据' : '访问企业期间不能执行此操作';
}
