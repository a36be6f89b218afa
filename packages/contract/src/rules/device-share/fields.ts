import { z } from 'zod';
import { dayMs } from '../../core/durations';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin, optionalDate, requiredDate } from '../../core/field/inputs';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { shareScope } from '../../resources/vehicle/enums';

/** Vehicles of one share, and the days of the longest one that has an end. */
export const shareLimits = { vehicles: 500, days: 366, inviteHours: 168 } as const;

/** The code by which companies find each other, as their administrators hand it on. */
export const partnerCode = z
  .string('请输入对方的共享识别码')
  .trim()
  .toUpperCase()
  .min(1, '请输入对方的共享识别码')
  .max(12, '最多12个字符');

/** What is shared, and when. Days are the company's, both included. */
const offer = {
  vehicleIds: z
    .array(id, '请选择车辆')
    .min(1, '请选择车辆')
    .max(shareLimits.vehicles, `一次最多共享${shareLimits.vehicles}辆车`),
  scopes: z.array(z.literal(shareScope.codes)).min(1, '请至少选择一项共享内容'),
  validFrom: requiredDate('请选择开始日期'),
  /** null: 长期 */
  validUntil: optionalDate,
  remark: z.string().trim().max(100, '最多100个字符').default(''),
};
export const shareOffer = z.object(offer);
export type ShareOffer = z.output<typeof shareOffer>;

const crossRules: ReadonlyArray<CrossRule<ShareOffer>> = [
  {
    path: 'validUntil',
    fault: (v) => {
      if (!v.validFrom || !v.validUntil) return null;
      if (v.validUntil < v.validFrom) return '结束日期不能早于开始日期';
      const days = (Date.parse(v.validUntil) - Date.parse(v.validFrom)) / dayMs;
      return days > shareLimits.days ? '最长1年，更久请选择长期（不填结束日期）' : null;
    },
  },
];

export const shareAddInput = withCrossRules(z.object({ code: partnerCode, ...offer }), crossRules);
export const shareInviteInput = withCrossRules(
  z.object({
    /** how long the code can be taken */
    hours: numberWithin({ min: 1, max: shareLimits.inviteHours, places: 0, unit: '小时' }),
    ...offer,
  }),
  crossRules,
);
export const shareChange = withCrossRules(z.object({ ...offer, id, version }), crossRules);

export const shareLabels: Readonly<Record<keyof ShareOffer, string>> = {
  vehicleIds: '车辆',
  scopes: '共享内容',
  validFrom: '开始日期',
  validUntil: '结束日期',
  remark: '备注',
};
