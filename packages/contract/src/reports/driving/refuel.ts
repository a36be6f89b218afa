import { z } from 'zod';
import {
  addressColumn,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { amountFilter, flagFilter, fleetFilters, multiChoiceFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';
import {
  refuelAdd,
  refuelBillAdd,
  refuelBillDel,
  refuelBills,
  refuelBillUpdate,
  refuelImports,
  refuelInvalid,
} from './refuel-bill';

const { fleetId, orgId } = fleetFilters;
const sources = { auto: '自动识别', hand: '手工', card: '油卡' } as const;
const { template, check, run, history, undo } = refuelImports;

/** 加油记录 (report.md 4.5): what the sensors found (K10) beside what was paid for; a row a refuelling, all tanks of a vehicle together. */
export const refuelReport = report({
  screen: 'refuelReport',
  menu: 'refuel',
  base: '/api/report/refuel',
  unit: '次',
  range: { maxDays: 93, first: 'week' },
  order: 'startTime desc',
  drill: { curve: true },
  actions: [
    refuelBills,
    refuelBillAdd,
    refuelAdd,
    refuelBillUpdate,
    refuelBillDel,
    refuelInvalid,
    template,
    check,
    run,
    history,
    undo,
  ],
  filters: {
    vehicleIds: vehiclesFilter({ max: 100, equip: ['oil'] }),
    sources: multiChoiceFilter('来源', sources, 170),
    minL: amountFilter('加油量≥', { min: 0, max: 2000, unit: 'L' }),
    onlyOdd: flagFilter('仅看差异', false),
    fleetId,
    orgId,
  },
  strip: ['litres', 'billL', 'diffL', 'amountYuan'],
  hint: '差异 = 票据 − 识别，超过 5% 且 5 L 为异常；票据按车牌和加油时间（前后 60 分钟）对应',
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    startTime: timeColumn('开始时间'),
    state: wordsColumn(
      '状态',
      76,
      { pending: '待核对', ok: '一致', odd: '异常', invalid: '误判' },
      { dots: { pending: 'amber', ok: 'green', odd: 'red', invalid: 'grey' } },
    ),
    litres: numberColumn('识别加油量(L)', 104, { decimals: 1, total: 'sum' }),
    billL: numberColumn('票据油量(L)', 96, { decimals: 2, total: 'sum' }),
    diffL: numberColumn('差异(L)', 76, { decimals: 1, total: 'sum', tone: 'limit' }),
    diffPercent: numberColumn('差异(%)', 76, { decimals: 1, tone: 'limit' }),
    amountYuan: numberColumn('金额(元)', 90, { decimals: 2, total: 'sum' }),
    priceYuan: numberColumn('单价(元/L)', 90, { decimals: 2 }),
    source: textColumn('来源', 110),
    address: addressColumn('地点', 230, ['lng', 'lat']),
    station: textColumn('加油站', 130, { wide: 190 }),
    tanks: textColumn('油箱', 60),
    beforeL: numberColumn('加油前(L)', 84, { decimals: 1 }),
    afterL: numberColumn('加油后(L)', 84, { decimals: 1 }),
    endTime: timeColumn('结束时间'),
    odometerKm: numberColumn('里程表(km)', 96, { decimals: 1, sortable: false }),
    sinceKm: numberColumn('距上次加油(km)', 112, { decimals: 1, sortable: false }),
    per100: numberColumn('区间百公里油耗(L)', 124, { decimals: 1, sortable: false }),
    driver: textColumn('司机', 80),
    files: numberColumn('附件', 56),
    sure: wordsColumn('置信度', 68, { high: '高', middle: '中', low: '低', none: '--' }),
    remark: textColumn('备注', 150),
  },
  fields: {
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    /** columns that stand out */
    over: z.array(z.string()),
    /** findings of the row, one a tank; empty where nothing was found */
    episodeIds: z.array(z.string()),
    billIds: z.array(z.string()),
    fromMs: z.number(),
    /** end of the refuelling before; null: none in the 31 days before the range */
    sinceMs: z.number().nullable(),
    /** burnt since then; null where the tanks of both are not the same */
    usedL: z.number().nullable(),
  },
  empty: { title: '没有加油记录', text: '换一个日期，或放宽来源和加油量' },
});
