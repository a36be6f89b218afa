import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';
import { fleetColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { verdictDots } from '../kit/dots';
import { choiceFilter, fleetFilters, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const base = '/api/report/preCooling';
const { fleetId, orgId } = fleetFilters;
const degrees = { decimals: 1 } as const;

/** 新增预冷任务: a box that has to be cold before it is loaded. */
export const preCoolingAdd = endpoint({
  path: `${base}/add`,
  access: button('preCooling', 'add'),
  visit: 'write',
  title: '新增预冷任务',
  input: z.object({
    vehicleId: z.string('请选择车辆').regex(/^\d{1,19}$/u, '请选择车辆'),
    targetC: z.number('请输入目标温度').min(-30, '目标温度应为−30~25℃').max(25, '目标温度应为−30~25℃'),
    minutes: z
      .number('请输入要求时长')
      .int('要求时长应为整数')
      .min(10, '要求时长应为10~240分')
      .max(240, '要求时长应为10~240分')
      .default(30),
    planLoadTime: dateTime,
    siteName: z.string().trim().max(30, '最多30个字符').default(''),
    /** temperature channels that must reach the target; none: all */
    channels: z.array(z.number().int().min(1).max(8)).max(8).default([]),
    /** who hears that it will be late, is done or has stopped; none: who gives the task */
    notifyIds: z.array(id).max(20, '通知人最多20个').default([]),
    remark: z.string().trim().max(100, '最多100个字符').default(''),
  }),
  output: z.object({ id }),
});

/** 停止 a task that has not ended. */
export const preCoolingStop = endpoint({
  path: `${base}/stop`,
  access: button('preCooling', 'stop'),
  visit: 'write',
  title: '停止预冷任务',
  input: z.object({ id }),
});

/** 预冷凭证 of one row as PDF: proof for who loads that the box was cold. */
export const preCoolingPrint = endpoint({
  path: `${base}/print`,
  access: button('preCooling', 'print'),
  visit: 'look',
  title: '打印预冷凭证',
  input: z.object({
    /** of the row */
    id: z.string().regex(/^[tw]\d{1,19}$/u, '缺少预冷任务'),
    vehicleId: id,
    planLoadTime: dateTime,
    format: z.literal('pdf').default('pdf'),
  }),
  output: z.object({ id }),
});

/** coolerStatus, and what has not begun */
const states = { none: '未开始', 0: '预冷中', 1: '已完成', 2: '已停止' } as const;
const verdicts = { reached: '达标', tight: '提前不足', missed: '未达标', never: '未预冷', running: '进行中' } as const;

/** 货箱预冷 (report.md 3.5): proof that the box was cold before loading (K12), a row a task or a waybill whose driver was asked to cool. */
export const preCoolingReport = report({
  screen: 'preCoolingReport',
  menu: 'preCooling',
  base,
  unit: '条',
  range: { maxDays: 31, first: 'today' },
  order: 'planLoadTime desc',
  drill: { track: true, curve: true },
  actions: [preCoolingAdd, preCoolingStop, preCoolingPrint],
  filters: {
    vehicleIds: vehiclesFilter({ max: 100, equip: ['tem'] }),
    coolerStatus: choiceFilter('状态', { all: '全部', ...states }, 'all', 130),
    verdict: choiceFilter('是否达标', { all: '全部', ...verdicts }, 'all', 150),
    site: searchFilter('装货站点'),
    fleetId,
    orgId,
  },
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    code: textColumn('运单/计划号', 130),
    siteName: textColumn('装货站点', 120, { wide: 170 }),
    planLoadTime: timeColumn('计划装货时间'),
    targetC: numberColumn('预冷要求(℃)', 96, degrees),
    minutes: numberColumn('要求时长(分)', 96),
    startTime: timeColumn('预冷开始'),
    startC: numberColumn('起始温度(℃)', 96, degrees),
    reachTime: timeColumn('达标时间'),
    endTime: timeColumn('预冷结束'),
    usedMin: numberColumn('预冷用时(分)', 96),
    rate: numberColumn('降温速率(℃/h)', 104, degrees),
    endTemps: textColumn('各探头温度(℃)', 190),
    ambientC: numberColumn('环境温度(℃)', 96, degrees),
    doorOpens: numberColumn('开门次数', 78, { tone: 'bad' }),
    status: wordsColumn('状态', 76, states, { dots: { none: 'grey', 0: 'blue', 1: 'done', 2: 'amber' } }),
    why: wordsColumn('停止原因', 88, {
      off: '冷机停机',
      door: '开门过久',
      person: '人工停止',
      silence: '数据中断',
      late: '超时未达',
      '': '',
    }),
    verdict: wordsColumn('是否达标', 84, verdicts, { dots: verdictDots }),
    leadMin: numberColumn('提前量(分)', 88),
    /** while it runs, by the last quarter of an hour; red when it is later than the plan */
    predictedTime: timeColumn('预计达标'),
    creator: textColumn('下发人', 84),
    remark: textColumn('备注', 140),
  },
  fields: {
    /** a task of this page that may be stopped; null for waybills */
    taskId: id.nullable(),
    stoppable: z.boolean(),
  },
  hint: '冷冻目标留2℃（−18℃为不高于−16℃），连续10分钟为达标；补传后未达标可能变为达标',
  empty: { title: '该时段没有预冷任务', text: '换一个日期，或点“新增预冷任务”' },
});
