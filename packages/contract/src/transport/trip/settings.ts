import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { numberWithin } from '../../core/field/inputs';
import { menus } from '../../shell/menus';

/** What happens when the truck reaches a stop (transport.md 6). */
export const autoArrive = defineEnum('autoArrive', {
  off: [0, '只提示，不登记'],
  note: [1, '自动登记到站时间'],
  complete: [2, '到达即完成（按装车件数核对）'],
});

const fields = {
  /** a loaded waybill departs when its truck leaves the loading place; off: the page only suggests it */
  autoDepart: z.boolean('请选择是否自动发车'),
  autoArrive: autoArrive.schema,
  /** a stowed waybill may depart without a confirmed loading */
  skipLoading: z.boolean('请选择是否跳过装车确认'),
  fenceRadiusM: numberWithin({ min: 50, max: 2000, places: 0, unit: '米' }),
  tempMinRate: numberWithin({ min: 50, max: 100, places: 2, unit: '%' }),
  tempMinCoverage: numberWithin({ min: 0, max: 100, places: 2, unit: '%' }),
  tempMaxOverMin: numberWithin({ min: 0, max: 1440, places: 0, unit: '分钟' }),
  tempDoorGraceMin: numberWithin({ min: 0, max: 120, places: 0, unit: '分钟' }),
  /** minutes out of range after which an abnormal report is drafted; 0: never */
  tempDraftMin: numberWithin({ min: 0, max: 1440, places: 0, unit: '分钟' }),
  etaWarnMin: numberWithin({ min: 0, max: 600, places: 0, unit: '分钟' }),
  etaLateMin: numberWithin({ min: 0, max: 600, places: 0, unit: '分钟' }),
  /** lateness that a plan may have; beyond it somebody with the right must say why it goes all the same */
  lateToleranceMin: numberWithin({ min: 0, max: 10_080, places: 0, unit: '分钟' }),
} as const;

/** How the waybills of a company follow what its vehicles do. */
export const tripSettings = z.object(fields).refine(({ etaWarnMin, etaLateMin }) => etaLateMin >= etaWarnMin, {
  path: ['etaLateMin'],
  message: '“晚点”分钟数不能小于“预计晚到”分钟数',
});
export type TripSettings = z.infer<typeof tripSettings>;

export const tripSettingsDefaults: TripSettings = {
  autoDepart: true,
  autoArrive: autoArrive.note,
  skipLoading: false,
  fenceRadiusM: 300,
  tempMinRate: 98,
  tempMinCoverage: 90,
  tempMaxOverMin: 30,
  tempDoorGraceMin: 15,
  tempDraftMin: 15,
  etaWarnMin: 15,
  etaLateMin: 30,
  lateToleranceMin: 120,
};

export const tripSettingsLabels: Readonly<Record<keyof TripSettings, string>> = {
  autoDepart: '自动发车',
  autoArrive: '自动到站',
  skipLoading: '跳过装车确认',
  fenceRadiusM: '到站范围（米）',
  tempMinRate: '温度达标率不低于（%）',
  tempMinCoverage: '数据覆盖率不低于（%）',
  tempMaxOverMin: '单次超温不超过（分钟）',
  tempDoorGraceMin: '到站开门宽限（分钟）',
  tempDraftMin: '超温起草异常（分钟）',
  etaWarnMin: '预计晚到（分钟）',
  etaLateMin: '晚点（分钟）',
  lateToleranceMin: '配载允许晚到（分钟）',
};

export interface Verdict {
  rate: number | null;
  coverage: number | null;
  longestMin: number;
  /** 合格; null without readings */
  qualified: boolean | null;
}
/** Judges the temperature figures of a transport by the limits of the company. */
export const verdictOf = (
  { rate, coverage, longestMin }: Omit<Verdict, 'qualified'>,
  { tempMinRate, tempMinCoverage, tempMaxOverMin }: TripSettings,
): Verdict => ({
  rate,
  coverage,
  longestMin,
  qualified:
    rate === null || coverage === null
      ? null
      : rate >= tempMinRate && coverage >= tempMinCoverage && longestMin <= tempMaxOverMin,
});

/** Users who work with trips may read the settings; only an administrator of the company changes them. */
const readers = { menu: [menus.departureManage.id, menus.arrivalManage.id, menus.transportTask.id] } as const;
const settingsOut = tripSettings.extend({ version: z.number(), mayEdit: z.boolean() });

export const settingsDetail = endpoint({
  path: '/api/tms/tripSettings/detail',
  access: readers,
  title: '在途联动设置',
  output: settingsOut,
});
export const settingsUpdate = endpoint({
  path: '/api/tms/tripSettings/update',
  access: readers,
  title: '保存在途联动设置（企业管理员）',
  input: tripSettings.safeExtend({ version: z.number().int().min(0, '缺少版本号') }),
  output: settingsOut,
});
