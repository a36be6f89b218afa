import { type LockTerms, lockMethods, lockRadius, lockTerms } from '@tongda/contract/company/resource-auth/lock-terms';
import {
  type AuthRight,
  authRightNames,
  type GrantFamily,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { windowsOf } from '@tongda/contract/core/field/time-window';
import { z } from 'zod';
import { asCodes, asDate, asNumber, asYesNo, type CellReader, isWrong, many } from '../../../../core/import/cells';
import type { Cells, ImportColumn, ImportWorld } from '../../../../core/import/definition';

/** Fields of an import line of grants of any family; fields that a family has no column for keep their defaults. */
export const grantFields = z.object({
  /** kind of place, in words */
  kind: z.string().default(''),
  /** `<kind> <id>` */
  resource: z.string('请填写要授权的资源'),
  /** a line names a department or an account */
  org: z.string().nullable().default(null),
  user: z.string().nullable().default(null),
  rights: z.array(z.string()).min(1, '请填写权限'),
  inherit: z.boolean().default(false),
  methods: lockTerms.shape.methods.nullable().default(null),
  hours: lockTerms.shape.timeWindows.nullable().default(null),
  fence: z.string().nullable().default(null),
  radiusM: lockTerms.shape.fenceRadiusM,
  maxOpens: lockTerms.shape.maxOpens,
  /** instant with its zone; '' is for ever */
  endTime: z
    .string()
    .nullable()
    .default(null)
    .transform((text) => text || null),
  remark: z.string().max(200, '最多200个字符').nullable().default(null),
  /** the terms of a lock, made from the fields above: a list of one element, empty for other resources */
  terms: z.array(lockTerms).default([]),
});
export type GrantFields = z.output<typeof grantFields>;
type Field = Exclude<keyof GrantFields, 'terms'>;

const resourceLabels: Readonly<Record<GrantFamily, string>> = { vehicle: '车牌/设备号', map: '名称', lock: '锁编号' };
export const labelsOf = (family: GrantFamily): Record<Field, string> => ({
  kind: '资源类型',
  resource: resourceLabels[family],
  org: '被授权部门',
  user: '被授权账号',
  rights: '权限',
  inherit: '含下级',
  methods: '开锁方式',
  hours: '允许时段',
  fence: '围栏门店',
  radiusM: '围栏外放宽(m)',
  maxOpens: '次数限制',
  endTime: '有效期至',
  remark: '说明',
});

/** The text by which a line identifies its resource; for places and stores the kind comes first, because names repeat across kinds. */
export const resourceWordOf = (family: GrantFamily, { kind = '', resource = '' }: Cells): string =>
  family === 'map' ? `${kind.trim()} ${resource.trim()}` : resource.trim();

/** Reader of a cell with a name: the id behind it, or a fault that calls it `what` when there is none or several. */
const asNamed =
  (kind: string, what: string): CellReader =>
  (text, refs) => {
    const found = refs[kind]?.get(text.trim());
    if (found === undefined) return { fault: `${what}“${text}”不存在或不在您的数据范围内` };
    return found === many ? { fault: `有多个${what}叫“${text}”，请填写完整路径` } : found;
  };
/** Rights of a cell in words, with `view` always among them; a fault names a word that is no right of the family. */
export const rightsOfCell = (family: GrantFamily, text: string): AuthRight[] | { fault: string } => {
  const { rights } = grantFamilies[family];
  const words = text.split(/[、,，;；\s]+/u).filter(Boolean);
  const unknown = words.find((word) => !rights.some((right) => authRightNames[right] === word));
  if (unknown) return { fault: `权限“${unknown}”不正确，应为：${rights.map((r) => authRightNames[r]).join('、')}` };
  return rights.filter((right) => right === 'view' || words.includes(authRightNames[right]));
};
/** Reader of an end date: the last second of that day in the company's time zone, '' for 永久; days before today are refused. */
const asEnd: CellReader = (text, refs) => {
  if (text === '永久') return '';
  const day = asDate(text, refs);
  const today = refs.day?.get('today');
  if (isWrong(day)) return day;
  if (typeof today === 'string' && String(day) < today) return { fault: '有效期不能早于今天' };
  return `${String(day)} 23:59:59 ${String(refs.day?.get('zone') ?? 'UTC')}`;
};
const asHours: CellReader = (text) => {
  if (text === '不限') return [];
  const read = windowsOf(text);
  if (read === null) return { fault: '允许时段应为“周一至周五 08:00-18:00”，多个用；隔开' };
  return read.length > 10 ? { fault: '最多10个时段' } : read;
};
const asKind: CellReader = (text) =>
  grantFamilies.map.kinds.some((kind) => grantKindNames[kind] === text)
    ? text
    : { fault: `应为：${grantFamilies.map.kinds.map((kind) => grantKindNames[kind]).join('、')}` };

/** Other headings under which companies have these columns in their own lists. */
const aliases: Partial<Record<Field, readonly string[]>> = {
  resource: ['车牌号', '车牌', '车牌号码', '设备号', '资源名称', '锁号', '蓝牙锁号'],
  org: ['部门', '授权部门'],
  user: ['账号', '用户账号', '授权账号'],
  rights: ['授权权限'],
  inherit: ['含下级部门'],
  endTime: ['有效期', '到期时间', '到期日期'],
  remark: ['备注'],
};

type Choices = ImportWorld<GrantFields>['choices'];
/** The columns of a family's sheet, in their order. */
export function importColumnsOf(family: GrantFamily, choices: Choices): ImportColumn[] {
  const labels = labelsOf(family);
  const column = (field: Field, example: string, note: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
    field,
    label: labels[field],
    aliases: aliases[field],
    example,
    note,
    ...more,
  });
  const user = column('user', 'zhangsan', '用户账号', { as: asNamed('user', '账号') });
  const end = (note: string, more: Partial<ImportColumn> = {}) =>
    column('endTime', '2027-10-31', note, { as: asEnd, ...more });
  const remark = column('remark', '', '最多200个字符');
  if (family === 'lock')
    return [
      column('resource', 'LS268001', '您可见的锁编号', { required: true }),
      { ...user, required: true },
      column('methods', '蓝牙、密码', `${lockMethods.map((m) => m.name).join('、')}，用顿号隔开；空白为蓝牙`, {
        as: asCodes({ options: lockMethods }, '开锁方式'),
      }),
      column('hours', '周一至周五 08:00-18:00', '多个用；隔开；空白或“不限”为任何时间', { as: asHours }),
      column('fence', '', '只能在该门店围栏内开锁；空白为不限地点', { as: asNamed('store', '门店') }),
      column('radiusM', '100', `${lockRadius.min}~${lockRadius.max}，空白为${lockRadius.usual}`, { as: asNumber }),
      column('maxOpens', '0', '0~9999，空白或0为不限', { as: asNumber }),
      end('日期，最长1年', { required: true }),
      remark,
    ];
  const rights = grantFamilies[family].rights.map((r) => authRightNames[r]);
  const kinds = grantFamilies.map.kinds.map((kind) => grantKindNames[kind]);
  return [
    ...(family === 'map'
      ? [column('kind', '站点', kinds.join('、'), { required: true, options: kinds, as: asKind })]
      : []),
    family === 'map'
      ? column('resource', '青浦冷库', '您可见的站点、区域、电子线路或门店的名称', { required: true })
      : column('resource', '沪A12345', '您可见的车牌号或设备号', { required: true }),
    column('org', choices.org?.[0] ?? '总部', '部门名称或完整路径；与被授权账号二选一', {
      options: choices.org,
      as: asNamed('org', '部门'),
    }),
    // one of the two: the example names a department
    { ...user, example: '', note: '用户账号，如 zhangsan；与被授权部门二选一' },
    column('rights', rights.slice(0, 2).join('、'), `${rights.join('、')}，用顿号隔开；空白为查看`, {
      as: (text) => rightsOfCell(family, text),
    }),
    column('inherit', '是', '是、否；部门授权是否含下级部门，空白为否', { options: ['是', '否'], as: asYesNo }),
    end('日期；空白或“永久”为长期'),
    remark,
  ];
}

/** The terms that the cells of a lock make together, as a list of one; empty when a cell is wrong. */
export const termsOfFields = (given: Record<string, unknown>): LockTerms[] => {
  const fence = typeof given.fence === 'string' ? given.fence : null;
  const read = lockTerms.safeParse({
    methods: given.methods ?? [lockMethods[0]?.code],
    timeWindows: given.hours ?? [],
    fenceStoreId: fence,
    ...(fence !== null && typeof given.radiusM === 'number' ? { fenceRadiusM: given.radiusM } : {}),
    maxOpens: given.maxOpens ?? 0,
  });
  // a wrong cell is reported at the cell itself
  return read.success ? [read.data] : [];
};
