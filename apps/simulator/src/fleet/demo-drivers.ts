import type { DemoVehicle } from './demo';

/** Drivers of the demo company: the seeder writes them into the database, and their cards go into terminals and out of them. Plain data. */

/** Names of the drivers: one a vehicle, in the order of the vehicles, and then those without one. */
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
  '戴鸿飞',
  '夏国栋',
  '方世杰',
  '石全福',
  '廖永昌',
  '熊大勇',
  '金学良',
  '陆志刚',
  '白玉山',
  '毛建新',
  '邱德顺',
  '江海波',
  '秦守义',
  '史振东',
  '顾春明',
  '侯宝林',
  '邵文亮',
  '孟庆丰',
] as const;

/** Number of the certificate of qualification of the driver at an index, as it stands on his card. */
export const qualificationNoOf = (index: number): string =>
  `3101${String(19_800_000 + index * 7919).padStart(15, '0')}`;

/** Day of birth of the driver at an index, `YYYYMMDD`. */
export const birthdayOf = (index: number): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${1968 + ((index * 7) % 30)}${two(1 + ((index * 5) % 12))}${two(1 + ((index * 11) % 28))}`;
};

/** Number of the driving licence of the driver at an index, which is that of his identity card: well-formed, of a man. */
export function licenceNoOf(index: number): string {
  const body = `310112${birthdayOf(index)}${String(100 + index * 2 + 1).slice(-3)}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return body + '10X98765432'[sum % 11];
}

/** Index of a vehicle's driver. */
export const driverIndexOf = (no: number): number => no - 1;
/** Indexes of the drivers without a vehicle: one in reserve, one whose licence has run out, one who has left. */
export const spareDrivers = { reserve: 60, expired: 61, left: 62 } as const;

/** What a driver's card says. */
export interface DriverOfCard {
  name: string;
  certificateNo: string;
  /** of his driving licence, which a driving recorder reads */
  licenceNo: string;
}
const cardOf = (index: number): DriverOfCard => ({
  name: driverNames[index] ?? '',
  certificateNo: qualificationNoOf(index),
  licenceNo: licenceNoOf(index),
});

/** Card of a vehicle's driver. Null: the vehicle has no card reader, as two of three have none. */
export const cardOfDriver = ({ no }: Pick<DemoVehicle, 'no'>): DriverOfCard | null =>
  no % 3 === 1 ? cardOf(driverIndexOf(no)) : null;
