import type { DemoVehicle } from './demo';

/** Drivers of the demo company: the seeder writes them into the database, and their cards go into terminals and out of them. Plain data. */

/** Names of the 45 drivers, in the order in which vehicles get them. */
export const driverNames = [
  '张建军',
  '刘永强',
  '孙志远',
  '马海涛',
  '朱国平',
  '胡振华',
  '郭立新',
  '何俊杰',
  '林德福',
  '高文斌',
  '梁小龙',
  '郑光明',
  '谢长江',
  '宋卫东',
  '唐建国',
  '许志伟',
  '韩东升',
  '冯学军',
  '邓家豪',
  '曹明亮',
  '彭春生',
  '曾庆林',
  '肖铁柱',
  '田福来',
  '董大海',
  '袁金龙',
  '潘玉林',
  '于占山',
  '蒋新民',
  '蔡伟明',
  '余浩然',
  '杜少华',
  '叶志明',
  '程万里',
  '苏建平',
  '魏保国',
  '吕向阳',
  '丁国庆',
  '任长顺',
  '沈家明',
  '姚春雷',
  '卢伟雄',
  '姜永胜',
  '崔石磊',
  '钟启文',
] as const;

/** Number of the certificate of qualification of the driver at an index, as it stands on his card. */
export const qualificationNoOf = (index: number): string =>
  `3101${String(19_800_000 + index * 7919).padStart(15, '0')}`;

/** Index of a vehicle's driver. 60 vehicles have 45 drivers, so 15 of them drive two. */
export const driverIndexOf = (no: number): number => (no - 1) % driverNames.length;
/** Index of the co-driver who takes over from him on a trunk road. */
export const coDriverIndexOf = (no: number): number => (driverIndexOf(no) + 22) % driverNames.length;

/** What a driver's card says. */
export interface DriverOfCard {
  name: string;
  certificateNo: string;
}
const cardOf = (index: number): DriverOfCard => ({
  name: driverNames[index] ?? '',
  certificateNo: qualificationNoOf(index),
});

/**
 * Cards of the drivers of a vehicle, of whom on trunk roads a second one takes over during the day. Null: the vehicle has no card reader, as two of
 * three have none.
 */
export function cardsOf({
  no,
  duty,
}: Pick<DemoVehicle, 'no' | 'duty'>): { first: DriverOfCard; relief: DriverOfCard | null } | null {
  if (no % 3 !== 1) return null;
  return { first: cardOf(driverIndexOf(no)), relief: duty.kind === 'trunk' ? cardOf(coDriverIndexOf(no)) : null };
}
