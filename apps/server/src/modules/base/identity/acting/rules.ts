import type { Endpoint } from '@tongda/contract/core/endpoint';
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

/** Whether an endpoint is closed to such a session, whatever rights its user has: it is, unless it is named (`open.ts`) or made from a declaration that opens it. */
export function closedWhileActing(mode: ActingMode, { path, visit }: Call): boolean {
  if (visit === 'look' || openToLook.has(path)) return false;
  if (openToWrite.has(path)) return mode === 'look';
  return mode !== 'super' || !openToActing.has(path);
}

/** The sentence that refuses a call to such a session; null where it may be made. */
export function refusalWhileActing(mode: ActingMode, endpoint: Call): string | null {
  if (!closedWhileActing(mode, endpoint)) return null;
  if (mode === 'super') return '代管期间不能执行此操作';
  return mode === 'look' && openToWrite.has(endpoint.path)
    ? '当前为只读访问，不能修改数据'
    : '访问企业期间不能执行此操作';
}
