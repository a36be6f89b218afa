import { z } from 'zod';
import { forwardState } from '../../resources/device/enums';
import { forwardKind } from '../../rules/forwarding/enums';
import { numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const results = { 0: '重试中', 1: '成功', 2: '已放弃' } as const;
const forwardDots = {
  [forwardState.stopped]: 'grey',
  [forwardState.forwarding]: 'green',
  [forwardState.failing]: 'red',
  [forwardState.scheduled]: 'blue',
} as const;
const whats = {
  report: `${forwardKind.label('position')}与${forwardKind.label('temperature')}`,
  alarm: forwardKind.label('alarm'),
};

/** 接口发送日志 (report.md 8.3): what was sent to the platforms of others, and what came of it. What went well is kept for a day, what was given up for a week. */
export const interfaceSendLogReport = report({
  screen: 'interfaceSendLog',
  menu: 'interfaceSendLog',
  base: '/api/report/custom/sendLog',
  unit: '条',
  range: { maxDays: 8, first: 'today' },
  auto: true,
  order: 'time desc',
  filters: {
    target: { ...searchFilter('接口名称、对方平台'), width: 200 },
    vehicleIds: vehiclesFilter({ max: 100 }),
    what: choiceFilter('内容', { all: '全部', ...whats }, 'all', 170),
    result: choiceFilter('结果', { all: '全部', failed: '失败（含重试中）', ...results }, 'failed', 180),
  },
  columns: {
    time: timeColumn('时间', { fixed: 'left' }),
    target: textColumn('接口名称', 140, { sortable: true }),
    platform: textColumn('对方平台', 140, { sortable: true }),
    plateNo: plateColumn(),
    what: wordsColumn('内容', 110, whats),
    dataTime: timeColumn('数据时间'),
    address: textColumn('请求地址', 240),
    result: wordsColumn('结果', 80, results, { dots: { 0: 'amber', 1: 'green', 2: 'red' } }),
    httpCode: textColumn('HTTP码', 76),
    tookMs: numberColumn('耗时(毫秒)', 92),
    attempts: numberColumn('发送次数', 88),
    cause: textColumn('失败原因', 240, { wide: 330 }),
  },
  fields: {
    targetId: z.string(),
    /** what was sent, as indented JSON */
    body: z.string(),
  },
  hint: '失败包括重试中和已放弃的；成功的保留一天，放弃的保留7天；点详情看请求体，已放弃的可以重推',
  empty: { title: '没有发送记录', text: '换一个结果或日期；转发的平台在“数据转发”中设置' },
});

/** 接口订阅日志 (report.md 8.4): who is told of what, how often, and how that goes. */
export const interfaceSubscribeLogReport = report({
  screen: 'interfaceSubscribeLog',
  menu: 'interfaceSubscribeLog',
  base: '/api/report/custom/subscribeLog',
  unit: '个',
  range: { maxDays: 366, first: 'week' },
  auto: true,
  order: 'target asc',
  filters: {
    target: { ...searchFilter('订阅名称、订阅方'), width: 200 },
    topic: choiceFilter(
      '主题',
      {
        all: '全部',
        position: forwardKind.label('position'),
        temperature: forwardKind.label('temperature'),
        alarm: forwardKind.label('alarm'),
      },
      'all',
      140,
    ),
  },
  columns: {
    platform: textColumn('订阅方', 150, { fixed: 'left', sortable: true }),
    target: textColumn('订阅名称', 140, { sortable: true }),
    topics: textColumn('主题', 140),
    vehicles: numberColumn('车辆数', 80),
    address: textColumn('回调地址', 260),
    interval: numberColumn('频率(秒)', 84),
    since: textColumn('开始日期', 100),
    until: textColumn('结束日期', 100),
    state: wordsColumn(
      '状态',
      84,
      {
        0: forwardState.label(0),
        1: forwardState.label(1),
        2: forwardState.label(2),
        3: forwardState.label(3),
      },
      { dots: forwardDots },
    ),
    lastOk: timeColumn('最近推送'),
    ok: numberColumn('成功(条)', 84, { total: 'sum' }),
    failed: numberColumn('失败(次)', 84, { total: 'sum', tone: 'bad' }),
    failures: numberColumn('连续失败', 84, { tone: 'bad' }),
    waiting: numberColumn('积压(条)', 84, { total: 'sum' }),
    lastError: textColumn('最近错误', 240),
  },
  fields: { enabled: z.boolean() },
  hint: '成功和失败按所选日期累计，其余是现在的状态；连续失败1000次后暂停',
  empty: { title: '没有订阅', text: '对方平台的推送在“数据转发”中设置，对接应用的订阅在“接口中心”申请' },
});
