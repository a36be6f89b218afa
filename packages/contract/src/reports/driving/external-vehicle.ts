import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { vehicleColor } from '../../resources/vehicle/enums';
import { normalizePlate } from '../../resources/vehicle/fields';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { addressColumn, numberColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { multiChoiceFilter, searchFilter } from '../kit/filters';
import { report } from '../kit/report';

const base = '/api/report/externalVehicle';
export const outsideTypes = { 1: '最新位置', 2: '轨迹', 3: '停车', 4: '验证' } as const;
const results = { 1: '成功', 2: '无数据', 3: '未授权' } as const;
const colours = Object.fromEntries(vehicleColor.options.map(({ code, name }) => [code, name]));
/** The same vehicle and kind within so many minutes is answered from what was answered before, and costs nothing. */
export const outsideCacheMin = 5;
/** A track covers so many days at most. */
export const outsideDays = 3;

const consent = {
  /** what the consent is: an order of the company that the vehicle carries, or a signed paper */
  orderCode: optionalText(40),
  fileIds: z.array(id).max(6, '授权文件最多6个').default([]),
  consentUntil: optionalDate,
};
const isGiven = ({ orderCode, fileIds }: { orderCode: string | null; fileIds: readonly string[] }): boolean =>
  orderCode !== null || fileIds.length > 0;
const missing = { path: ['orderCode'], message: '请填写订单号或上传授权文件' };
const point = z.object({
  time: dateTime,
  lng: z.number(),
  lat: z.number(),
  address: z.string(),
  speedKmh: z.number().nullable(),
  minutes: z.number().nullable(),
});

/** Whether a data source is configured, and what it last said is left. */
export const outsideQuota = endpoint({
  path: `${base}/quota`,
  access: { menu: menus.externalVehicleQuery.id },
  visit: 'look',
  title: '外部数据源与余额',
  input: z.object({}),
  output: z.object({ source: z.string().nullable(), balance: z.number().nullable() }),
});

/** 新查询: charged only when something was found. */
export const outsideQuery = endpoint({
  path: `${base}/query`,
  access: button('externalVehicleQuery', 'query'),
  visit: 'acting',
  title: '查询外部车辆',
  input: z
    .object({
      plateNo: z
        .string('请输入车牌号')
        .transform((text) => normalizePlate(text))
        .refine(
          (plate) => patterns.plateStrict.regex.test(plate) || patterns.plateStrictNewEnergyExt.regex.test(plate),
          patterns.plateStrict.message,
        ),
      vehicleColor: z.literal(vehicleColor.codes, '请选择车牌颜色'),
      type: z.literal([1, 2, 3, 4], '请选择查询类型'),
      /** of a track or of parkings */
      startTime: dateTime.nullish(),
      endTime: dateTime.nullish(),
      ...consent,
    })
    .refine(isGiven, missing)
    .refine(({ type, startTime, endTime }) => type === 1 || type === 4 || (startTime && endTime), {
      path: ['startTime'],
      message: '请选择轨迹的起止时间',
    }),
  output: z.object({ id, result: z.number(), feeCount: z.number(), balance: z.number().nullable() }),
});

/** What one query was answered. */
export const outsidePoints = endpoint({
  path: `${base}/points`,
  access: { menu: menus.externalVehicleQuery.id },
  visit: 'look',
  title: '外部车辆轨迹',
  input: z.object({ id }),
  output: z.array(point),
});

/** 续授权 of a query: a later day, another paper. */
export const outsideRenew = endpoint({
  path: `${base}/renew`,
  access: button('externalVehicleQuery', 'renew'),
  visit: 'acting',
  title: '续外部车辆授权',
  input: z
    .object({ id, version, ...consent, consentUntil: z.string('请选择授权截止日期').min(10, '请选择授权截止日期') })
    .refine(isGiven, missing),
  output: z.object({ version: z.number() }),
});

const common = {
  menu: 'externalVehicleQuery',
  base,
  unit: '条',
  range: { maxDays: 93, first: 'week' },
  order: 'startTime desc',
} as const;
const filters = {
  plate: searchFilter('车牌号'),
  who: searchFilter('操作人 / 对方'),
  types: multiChoiceFilter('方式', outsideTypes, 150),
  results: multiChoiceFilter('结果', results, 150),
};
const columns = {
  startTime: timeColumn('查询时间'),
  plate: textColumn('车牌号', 96, { sortable: true }),
  colour: wordsColumn('颜色', 64, { ...colours, '': '--' }),
  type: wordsColumn('查询类型', 84, outsideTypes),
  source: textColumn('数据源', 130),
  who: textColumn('查询人', 100),
  result: wordsColumn('结果', 76, results, { dots: { 1: 'green', 2: 'grey', 3: 'red' } }),
  address: addressColumn('位置', 240, ['lng', 'lat']),
  positionTime: timeColumn('定位时间'),
  speed: numberColumn('速度(km/h)', 90),
};
const fields = { lng: z.number().nullable(), lat: z.number().nullable() };

/** 外部车辆查询记录 (report.md 4.10), 我方查询: what was asked of the data source, and what came of it. */
export const externalVehicleReport = report({
  ...common,
  screen: 'externalVehicleQueryReport',
  actions: [outsideQuota, outsideQuery, outsidePoints, outsideRenew],
  filters,
  strip: ['feeCount'],
  hint: '只有查到数据才计费；同一车辆、同一类型5分钟内不重复计费',
  columns: {
    ...columns,
    feeCount: numberColumn('计费次数', 80, { total: 'sum' }),
    balance: numberColumn('余额', 72),
    consent: textColumn('授权凭证', 200),
    ip: textColumn('来源IP', 120),
  },
  fields: { ...fields, version: z.number(), orderCode: z.string(), consentUntil: z.string(), points: z.number() },
  empty: { title: '没有查询记录', text: '换一个日期，或放宽方式和结果' },
});

/** 外部查看我方: outsiders who looked at own vehicles with a link. */
export const externalVehicleViews = report({
  ...common,
  screen: 'externalVehicleViews',
  calls: { page: 'views', totals: 'viewsTotals', export: 'exportViews' },
  right: 'exportViews',
  filters,
  hint: '同一链接同一来源10分钟记一次',
  columns: { ...columns, ip: textColumn('来源IP', 120) },
  fields,
  empty: { title: '没有外部查看', text: '对方打开分享链接后，这里出现记录' },
});
