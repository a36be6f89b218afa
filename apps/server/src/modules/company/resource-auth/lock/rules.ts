import { type LockTermsOut, methodWords, timeWords } from '@tongda/contract/company/resource-auth/lock-terms';
import { inWindow } from '@tongda/contract/core/field/time-window';
import { lockWay } from '@tongda/contract/resources/device/enums';

/** An attempt to open a lock: how, when, and how far from the fence. */
export interface OpenTry {
  way: number;
  /** ISO weekday and clock of the company */
  weekday: number;
  clock: string;
  /** metres between the phone and the fence, 0 inside; null: the position is unknown */
  outsideM: number | null;
}

/** The Chinese sentence why the terms of a grant do not allow this attempt; null when they do. */
export function refusalOf(terms: LockTermsOut, wanted: OpenTry): string | null {
  const { methods, timeWindows, fenceStoreId, fenceStoreName, fenceRadiusM, maxOpens, usedOpens } = terms;
  if (!methods.includes(wanted.way)) return `授权不允许${lockWay.label(wanted.way)}开锁，只能用${methodWords(methods)}`;
  if (timeWindows.length > 0 && !timeWindows.some((w) => inWindow(w, wanted.weekday, wanted.clock)))
    return `现在不在允许时段内（${timeWords(timeWindows)}）`;
  if (maxOpens > 0 && usedOpens >= maxOpens) return `开锁次数已用完（${maxOpens}次）`;
  if (fenceStoreId === null) return null;
  if (wanted.outsideM === null) return `只能在${fenceStoreName}开锁，没有收到您的位置`;
  const limit = fenceRadiusM ?? 0;
  return wanted.outsideM <= limit ? null : `只能在${fenceStoreName}开锁，您距围栏约${Math.round(wanted.outsideM)}m`;
}
