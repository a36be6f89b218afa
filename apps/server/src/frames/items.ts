import { keysOf } from '@tongda/contract/core/keys';
import { channelWords, type ItemChannelName, itemChannels } from '@tongda/contract/resources/item-profile/channels';
import { terminalAlarmsOf } from '@tongda/contract/watch/alarm/terminal-alarms';
import type { Mapped } from '@tongda/protocol/items/channels';
import { type AlarmDetails, readAlarmDetails } from '@tongda/protocol/items/details';
import type { Explained } from '@tongda/protocol/items/profile';
import type { ItemReaders } from '@tongda/protocol/items/registry';
import type { Item } from '@tongda/protocol/jt808/messages/position/0200';

/** Items of additional information that the standards name (JT/T 808-2013 table 27, 2019 table 27, JT/T 1078-2016, T/JSATL 12-2017). */
const itemNames: Readonly<Record<number, string>> = {
  1: '里程',
  2: '油量',
  3: '行驶记录功能获取的速度',
  4: '需要人工确认报警事件的ID',
  5: '胎压',
  6: '车厢温度',
  17: '超速报警附加信息',
  18: '进出区域/路线报警附加信息',
  19: '路段行驶时间不足/过长报警附加信息',
  20: '视频相关报警',
  21: '视频信号丢失报警状态',
  22: '视频信号遮挡报警状态',
  23: '存储器故障报警状态',
  24: '异常驾驶行为报警详细描述',
  37: '扩展车辆信号状态位',
  42: 'IO状态位',
  43: '模拟量',
  48: '无线通信网络信号强度',
  49: 'GNSS定位卫星数',
  100: '高级驾驶辅助系统报警信息',
  101: '驾驶员状态监测系统报警信息',
  102: '胎压监测系统报警信息',
  103: '盲区监测系统报警信息',
  112: '激烈驾驶报警信息',
};

/** Name of an item; null when no standard has it. */
export const itemName = (id: number): string | null => itemNames[id] ?? null;

/** What items mean by profiles, and what these are called, as whoever asks has them. */
export interface ItemTable {
  readers: ItemReaders;
  /** by their codes */
  names: ReadonlyMap<string, string>;
}

/** Readings of an item in words. */
function readings({ channels, odometerM }: Mapped): string[] {
  const all: Readonly<Partial<Record<ItemChannelName, unknown>>> = { odometerM: odometerM ?? undefined, ...channels };
  return keysOf(itemChannels).flatMap((name) => {
    const value = all[name];
    if (value === undefined) return [];
    // the protocol fills a channel of several probes with a list, the others with one value of these kinds
    const values = (Array.isArray(value) ? value : [value]) as ReadonlyArray<number | string | boolean | null>;
    return values.map((one, i) => channelWords(name, one, i + 1, values.length > 1));
  });
}

/** Values of an item that have no channel, in words. */
const explained = (values: readonly Explained[]): string[] =>
  values.flatMap(({ row, value }) =>
    row.to === null ? [`${row.meaning || '值'} ${value ?? '无效'}${row.unit ? ` ${row.unit}` : ''}`] : [],
  );

/** What a profile reads out of an item, in words; none where it has no meaning for it. */
export const readingWords = (readers: ItemReaders, profile: string, item: Item): string[] => [
  ...readings(readers.mapItems(profile, [item])),
  ...explained(readers.explain(profile, item) ?? []),
];

const areaKinds = ['无特定位置', '圆形区域', '矩形区域', '多边形区域', '路段'];
const areaWords = (kind: number, areaId: number): string =>
  kind === 0 ? '无特定位置' : `${areaKinds[kind] ?? `位置类型${kind}`} ${areaId}`;

function detailWords({ confirmEventId, tyrePressures, overspeed, area, section }: AlarmDetails): string[] {
  return [
    ...(confirmEventId === undefined ? [] : [`报警事件ID ${confirmEventId}`]),
    ...(tyrePressures ? [`胎压 ${tyrePressures.map((p) => p ?? '无效').join('、')}`] : []),
    ...(overspeed ? [areaWords(overspeed.kind, overspeed.areaId)] : []),
    ...(area ? [`${area.direction === 0 ? '进' : '出'} ${areaWords(area.kind, area.areaId)}`] : []),
    ...(section
      ? [`路段 ${section.sectionId} 行驶 ${section.seconds} s，${section.result === 0 ? '不足' : '过长'}`]
      : []),
  ];
}

/** What an item says in words by a profile, or which other profiles have a meaning for it; '' when none has. */
export function itemWords({ readers, names }: ItemTable, profile: string, item: Item): string {
  const own = [...detailWords(readAlarmDetails([item])), ...readingWords(readers, profile, item)];
  if (own.length > 0) return own.join('，');
  const others = readers.names.flatMap((name) => {
    const words = readingWords(readers, name, item);
    return words.length > 0 ? [`按“${names.get(name) ?? name}”解释：${words.join('，')}`] : [];
  });
  return [...new Set(others)].join('；');
}

/** The alarms of an alarm word. */
export const alarmWords = (bits: number): string =>
  terminalAlarmsOf(bits)
    .map(({ name }) => name)
    .join('、') || '无报警';
