import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { shareCalls } from '../../core/share';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { figure } from '../kit/columns';
import { curveAnswer } from '../kit/curve';
import { settingFilter } from '../kit/filters';
import { readingFilters, zonePresets } from '../kit/readings';

/** What is concluded of the temperatures of a trip (report.md 8.6); 进行中: it has not ended, and nothing has failed so far. */
export const verdicts = { pass: '合格', fail: '不合格', check: '复核', running: '进行中', none: '无数据' } as const;
export type Verdict = keyof typeof verdicts;
const verdict = z.enum(['pass', 'fail', 'check', 'running', 'none']);

/** What a row is about. */
export const tripPapers = { waybill: '运单', shipment: '发运' } as const;
/** How cold the box was before loading. */
export const precoolWords = { done: '达标', running: '进行中', stopped: '未达标', '': '' } as const;
/** The parts of a trip. Only those on the way and of unloading count for the conclusion: before, the goods are not aboard. */
export const tripPhases = { cool: '预冷', load: '装货', drive: '在途', unload: '卸货' } as const;
export type TripPhase = keyof typeof tripPhases;

export const tripReportBase = '/api/report/custom/temperature';
const { zone, lower, upper } = readingFilters;
/** How a trip is judged: minutes out of bounds that a probe may have in all, and bounds in place of those of shipment or probes. */
export const tripJudging = {
  allowedMin: settingFilter('允许超限', { min: 0, max: 1440, initial: 30, unit: '分', width: 140 }),
  zone,
  lower,
  upper,
};
const judged = {
  allowedMin: tripJudging.allowedMin.schema,
  zone: zone.schema,
  lower: lower.schema,
  upper: upper.schema,
};
const judging = z.object(judged);

/** How a report is judged, from what its filters hold or a record keeps, in words: `允许超限30分，药品 2~8℃`. */
export function judgingWords(asked: { [K in keyof typeof judged]?: unknown }): string {
  const known = Object.entries(asked).filter(([, value]) => value !== null && value !== '');
  const { data } = judging.safeParse(Object.fromEntries(known));
  if (!data) return '';
  const bounds = [
    ...(data.zone === 'own' ? [] : [zonePresets[data.zone].label]),
    ...(data.lower === undefined ? [] : [`下限 ${data.lower}℃`]),
    ...(data.upper === undefined ? [] : [`上限 ${data.upper}℃`]),
  ];
  return [`允许超限${data.allowedMin}分`, ...(bounds.length > 0 ? bounds : ['上下限按单据或探头'])].join('，');
}

/** Of a row: a waybill's number, or `s` and a shipment's. */
export const tripRowId = z.string('请选择单据').regex(/^s?\d{1,19}$/u, '单据不正确');

const time = dateTime.nullable();
const tripProbe = z.object({
  key: z.string(),
  probe: z.string(),
  sensorNo: z.string(),
  certificateNo: z.string(),
  /** YYYY-MM-DD; empty: not entered */
  certificateEnd: z.string(),
  limits: z.string(),
  max: figure,
  maxTime: time,
  min: figure,
  minTime: time,
  avg: figure,
  mkt: figure,
  passRate: figure,
  overMin: figure,
  completeRate: figure,
  /** null: a probe of humidity, which nothing is concluded of */
  verdict: verdict.nullable(),
});

/** The whole report of one trip, as it is shown, printed and kept under its number. Figures are of the time that counts, ℃; times on the clock of `timeZone`. */
export const tripReportFacts = z.object({
  id: tripRowId,
  code: z.string(),
  paper: z.enum(['waybill', 'shipment']),
  company: z.string(),
  timeZone: z.string(),
  vehicleId: id,
  plateNo: z.string(),
  terminals: z.array(z.string()),
  fromName: z.string(),
  toName: z.string(),
  loadTime: time,
  departTime: dateTime,
  /** null: under way */
  unloadTime: time,
  precool: z.enum(['done', 'running', 'stopped', '']),
  verdict,
  /** what the figures say; `verdict` is somebody's conclusion where there is one */
  reckoned: verdict,
  reviewer: z.string(),
  opinion: z.string(),
  allowedMin: z.number(),
  figures: z.object({
    max: figure,
    min: figure,
    avg: figure,
    passRate: figure,
    overCount: z.number(),
    overMin: figure,
    completeRate: figure,
  }),
  probes: z.array(tripProbe),
  phases: z.array(
    z.object({
      phase: z.enum(['cool', 'load', 'drive', 'unload']),
      name: z.string(),
      startTime: dateTime,
      endTime: dateTime,
      minutes: z.number(),
      counts: z.boolean(),
    }),
  ),
  /** times out of bounds of a temperature probe, the worst of them: at most {@link mostPieces} */
  pieces: z.array(
    z.object({
      probe: z.string(),
      side: z.enum(['above', 'below']),
      startTime: dateTime,
      endTime: dateTime,
      minutes: z.number(),
      extreme: z.number(),
      excess: z.number(),
      degreeMin: z.number(),
      doors: z.string(),
      address: z.string(),
      counts: z.boolean(),
    }),
  ),
  /** so many more times out of bounds that are not listed; none in reports that were made before it was counted */
  piecesLeft: z.number().int().optional(),
  /** where it loaded and unloaded, then (`way`) what lies between: the doors of each */
  stops: z.array(
    z.object({
      kind: z.enum(['load', 'unload', 'way']),
      name: z.string(),
      arriveTime: time,
      leaveTime: time,
      opens: z.number(),
      openMin: z.number(),
      doors: z.string(),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
    }),
  ),
  path: z.array(z.tuple([z.number(), z.number()])),
  curve: curveAnswer,
});
export type TripReport = z.infer<typeof tripReportFacts>;

/** So many times out of bounds does a report list: a noisy probe has one every other reading. */
export const mostPieces = 500;

/** Times out of bounds that a report knows of, listed or not. */
export const countPieces = ({ pieces, piecesLeft = 0 }: Pick<TripReport, 'pieces' | 'piecesLeft'>): number =>
  pieces.length + piecesLeft;

/** Says which times out of bounds are listed, where not all are; else empty. */
export const piecesLeftWords = ({ pieces, piecesLeft = 0 }: Pick<TripReport, 'pieces' | 'piecesLeft'>): string =>
  piecesLeft > 0 ? `列出超得最多的${pieces.length}段，另有${piecesLeft}段没有列出` : '';

/** What stands in place of times out of bounds where there are none: only where there were readings and bounds nothing was out of them. */
export function noPiecesWords({ reckoned, probes }: Pick<TripReport, 'reckoned' | 'probes'>): string {
  const warm = probes.filter(({ verdict: of }) => of !== null);
  if (reckoned === 'none' || warm.every(({ max }) => max === null)) return '没有读数，无法判断';
  const told = warm.filter(({ limits, max }) => limits !== '' && max !== null);
  if (told.length === 0) return '没有上下限，未判断';
  return told.length < warm.length ? '有读数和上下限的探头全程没有超温，其余未判断' : '全程没有超温';
}

/** A version that was handed out; `code` opens the check of it. */
const issued = z.object({
  number: z.string(),
  version: z.number().int(),
  madeTime: dateTime,
  madeBy: z.string(),
  verdict,
  /** how it was judged, in words; empty in those that were made before it was kept */
  judging: z.string(),
  /** hex of SHA-256 over all that it says and the seals of its readings */
  root: z.string(),
  code: z.string(),
});
export type IssuedTripReport = z.infer<typeof issued>;

/** 详情: the report as it is now, or as one of its versions said. */
export const tripReportView = endpoint({
  path: `${tripReportBase}/detail`,
  access: { menu: [menus.customTemperature.id] },
  visit: 'look',
  title: '单程温度报告详情',
  input: z.object({ id: tripRowId, version: z.coerce.number('版本不正确').int().min(1).optional(), ...judged }),
  output: z.object({
    report: tripReportFacts,
    versions: z.array(issued),
    shown: issued.nullable(),
    /** of the conclusion of somebody; 0: there is none */
    reviewVersion: z.number().int(),
  }),
});

/** PDF of one trip, under its number; it becomes a new version when it says anything else than the last that was judged so. */
export const tripReportPrint = endpoint({
  path: `${tripReportBase}/print`,
  access: button('customTemperature', 'print'),
  visit: 'look',
  title: '打印单程温度报告',
  input: z.object({ id: tripRowId, ...judged, format: z.literal('pdf').default('pdf') }),
  output: z.object({ id }),
});

/** So many reports stand in one archive at most. */
export const mostTripReports = 50;
export const tripReportPrintMany = endpoint({
  path: `${tripReportBase}/printMany`,
  access: button('customTemperature', 'print'),
  visit: 'look',
  title: '批量打印单程温度报告',
  input: z.object({
    ids: z
      .array(tripRowId, '请选择单据')
      .min(1, '请选择单据')
      .max(mostTripReports, `一次最多打包${mostTripReports}份报告`),
    ...judged,
    format: z.literal('zip').default('zip'),
  }),
  output: z.object({ id }),
});

/** Days that a customer's link holds. */
export const mostShareDays = 30;
/** Links that show a customer the newest version of one report that was judged as here. */
export const tripReportShares = shareCalls({
  base: tripReportBase,
  access: button('customTemperature', 'share'),
  noun: '温度报告',
  one: { id: tripRowId, ...judged },
  mostDays: mostShareDays,
  revoking: 'acting',
});

export const sharedTripReport = endpoint({
  path: '/api/open/tripTemperature',
  access: 'public',
  title: '查看分享的温度报告',
  input: z.object({
    token: z.string().trim().min(20, '链接不完整，请联系对方').max(100, '链接不完整，请联系对方'),
  }),
  output: z.object({ report: tripReportFacts, issued, expireTime: dateTime }),
});
