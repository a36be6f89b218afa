import { z } from 'zod';
import { timeWindow, windowWords } from '../../core/field/time-window';
import { id } from '../../core/page';
import { lockWay } from '../../resources/device/enums';

/** Ways of opening a lock that a grant can allow. Cards are left out: they open a lock without any grant. */
export const lockMethods = lockWay.options.filter(({ code }) => code !== lockWay.card);
const method = z.union([z.literal(lockWay.bluetooth), z.literal(lockWay.remote), z.literal(lockWay.code)]);

/** How far outside the fence of a store, in metres, a lock may still be opened. */
export const lockRadius = { min: 0, max: 5000, usual: 100 } as const;
/** Longest period of a grant of a lock, in days (a year with a leap day). */
export const lockGrantDays = 366;

/** Conditions under which a grant opens a lock; all of them must hold at the same time. */
export const lockTerms = z
  .object({
    methods: z.array(method).min(1, '请选择开锁方式'),
    /** empty: at any time */
    timeWindows: z.array(timeWindow).max(10, '最多10个时段').default([]),
    /** opens only near this store; null: anywhere */
    fenceStoreId: id.nullish().transform((value) => value ?? null),
    fenceRadiusM: z
      .number()
      .int('请输入整数')
      .min(lockRadius.min, `应在${lockRadius.min}~${lockRadius.max}m之间`)
      .max(lockRadius.max, `应在${lockRadius.min}~${lockRadius.max}m之间`)
      .default(lockRadius.usual),
    /** 0: as often as wanted */
    maxOpens: z.number('请输入次数').int('请输入整数').min(0, '应在0~9999之间').max(9999, '应在0~9999之间').default(0),
  })
  .describe('开锁条件');
export type LockTerms = z.output<typeof lockTerms>;

/** The terms of a grant as they are shown. */
export const lockTermsOut = z.object({
  methods: z.array(z.number()),
  timeWindows: z.array(timeWindow),
  fenceStoreId: id.nullable(),
  fenceStoreName: z.string(),
  fenceRadiusM: z.number().nullable(),
  maxOpens: z.number(),
  usedOpens: z.number(),
});
export type LockTermsOut = z.output<typeof lockTermsOut>;

/** `蓝牙、远程` */
export const methodWords = (methods: readonly number[]): string => methods.map((m) => lockWay.label(m)).join('、');
/** `每天 06:00-10:00`, or `不限` */
export const timeWords = (windows: Parameters<typeof windowWords>[0]): string => windowWords(windows) || '不限';
/** `门店“…”围栏外100m内`, or `不限` */
export const fenceWords = (terms: Pick<LockTermsOut, 'fenceStoreName' | 'fenceRadiusM'>): string =>
  terms.fenceStoreName
    ? `${terms.fenceStoreName}围栏${terms.fenceRadiusM ? `外${terms.fenceRadiusM}m` : ''}内`
    : '不限';
/** `2/5`, or `不限` with how often it was used */
export const opensWords = ({ maxOpens, usedOpens }: Pick<LockTermsOut, 'maxOpens' | 'usedOpens'>): string =>
  maxOpens === 0 ? `不限（已用${usedOpens}）` : `${usedOpens}/${maxOpens}`;

/** Terms in one line, for the change history; the store is named when it is known. */
export const termsInWords = (
  t: Pick<LockTermsOut, 'methods' | 'timeWindows' | 'fenceStoreId' | 'maxOpens'> &
    Pick<LockTermsOut, 'fenceRadiusM'> & { fenceStoreName?: string },
): string => {
  const fence = t.fenceStoreId ? fenceWords({ ...t, fenceStoreName: t.fenceStoreName ?? '门店' }) : '不限地点';
  return [
    methodWords(t.methods),
    timeWords(t.timeWindows),
    fence,
    t.maxOpens === 0 ? '不限次数' : `最多${t.maxOpens}次`,
  ].join('；');
};
