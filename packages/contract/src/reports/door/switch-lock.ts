import { z } from 'zod';
import { lockWay } from '../../resources/device/enums';
import { addressColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

/** What happened to a lock: refused attempts too, and 强拆, a door that opened while its lock was closed. */
const acts = { open: '开锁', close: '上锁', refused: '失败', abnormal: '强拆' } as const;
const ways = { 1: lockWay.label(1), 2: lockWay.label(2), 3: lockWay.label(3), 4: lockWay.label(4) };

/** 开关锁报表 (report.md 5.3): every attempt to open or close a lock, paired with what the door did. */
export const switchLockReport = report({
  screen: 'switchLockReport',
  menu: 'switchLock',
  base: '/api/report/switchLock',
  unit: '条',
  range: { maxDays: 31, first: 'week' },
  order: 'time desc',
  drill: { track: true },
  strip: ['opens', 'refusals', 'idle', 'abnormal'],
  filters: {
    lockNo: searchFilter('锁编号'),
    vehicleIds: vehiclesFilter({ max: 100 }),
    act: choiceFilter('操作', { all: '全部', ...acts }, 'all', 130),
    way: choiceFilter('方式', { all: '全部', ...ways }, 'all', 120),
    user: { ...searchFilter('操作人'), width: 130 },
    siteScope: choiceFilter('区域', { all: '全部', inside: '站点内', outside: '站点外' }, 'all', 130),
  },
  columns: {
    plateNo: plateColumn(),
    lockNo: textColumn('锁编号', 96, { sortable: true }),
    doorPos: textColumn('门位', 72),
    act: wordsColumn('操作', 84, acts),
    way: wordsColumn('方式', 72, { ...ways, '': '' }),
    user: textColumn('操作人', 84),
    phone: textColumn('手机号', 112),
    grant: textColumn('授权', 150),
    time: timeColumn('时间'),
    address: addressColumn('位置', 220, ['lng', 'lat']),
    siteName: textColumn('站点', 146, { wide: 170 }),
    result: wordsColumn('结果', 72, { ok: '成功', refused: '拒绝', '': '' }, { dots: { ok: 'green', refused: 'red' } }),
    reason: textColumn('失败原因', 220),
    /** from unlocking to the next locking */
    openMin: numberColumn('开锁时长(分)', 96, { decimals: 1, total: 'sum' }),
    door: wordsColumn('开门', 96, { opened: '已开门', unused: '开锁未开门', '': '' }),
    opens: numberColumn('开锁次数', 0, { when: () => false, total: 'sum' }),
    refusals: numberColumn('失败次数', 0, { when: () => false, total: 'sum' }),
    idle: numberColumn('开锁未开门', 0, { when: () => false, total: 'sum' }),
    abnormal: numberColumn('异常开门', 0, { when: () => false, total: 'sum' }),
  },
  fields: {
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    /** the range of its trajectory: half an hour around it */
    startTime: z.string(),
    endTime: z.string(),
  },
  hint: '开锁后10分钟内没有开门为开锁未开门；上锁时门被打开（异常开门）为强拆',
  empty: { title: '没有开关锁记录', text: '换一个日期再查询；只列出绑在车上的锁' },
});
