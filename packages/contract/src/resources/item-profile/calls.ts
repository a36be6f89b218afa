import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { keysOf } from '../../core/keys';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { itemChannels } from './channels';

/**
 * 扩展数据解析: what the items mean that makers add to location reports (0x0200), as data that the provider's staff keep. A model of terminals, or a
 * terminal, names one of these profiles; the gateway reads by its newest edition from the next report on.
 */
const base = '/api/base/itemProfile';
const text = z.string();
const read = { menu: menus.itemProfile.id } as const;

/** The profile of JT/T 808 alone: the program reads it, every other one is based on it. */
export const standardProfile = 'standard';
/** What a terminal has of which nobody says otherwise. */
export const usualProfile = 'gps51';
export const profileCode = z
  .string('请选择扩展数据')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, '请选择扩展数据')
  .max(30, '请选择扩展数据');

/** How the bytes of an item are laid out. */
export const itemLayout = defineEnum('itemLayout', {
  fixed: ['fixed', '单条数据'],
  list: ['list', '重复记录'],
  wordLengthFirst: ['word-length-first', '子项：长度2+编号2'],
  byteIdFirst: ['byte-id-first', '子项：编号1+长度1'],
  wordIdFirst: ['word-id-first', '子项：编号2+长度1'],
  maskWords: ['mask-words', '掩码+双字节'],
  wordIdNested: ['word-id-nested', '子项：编号2+长度1，两层'],
  maskTags: ['mask-tags', '掩码+蓝牙标签'],
  commaText: ['comma-text', '逗号分隔的文本'],
});
/** How a value is written. */
export const itemForm = defineEnum('itemForm', {
  u8: ['u8', '1字节'],
  s8: ['s8', '1字节有符号'],
  u16: ['u16', '2字节'],
  s16: ['s16', '2字节有符号'],
  u32: ['u32', '4字节'],
  s32: ['s32', '4字节有符号'],
  text: ['text', '文本（到末尾）'],
  wholeFraction: ['whole-fraction', '整数+小数(1/255)'],
});

const byte = (name: string, most = 255) =>
  z.number(`请输入${name}`).int(`${name}应为整数`).min(0, `${name}应为0~${most}`).max(most, `${name}应为0~${most}`);
const figure = (name: string) => z.number(`${name}应为数字`).min(-1e9, `${name}过小`).max(1e9, `${name}过大`);
/** Words of at most four bytes that stand for "nothing is known". */
const wordsOf = (name: string) =>
  z.array(z.number().int().min(0, `${name}不能为负`).max(0xffff_ffff, `${name}最多4字节`)).max(8, `${name}最多8个`);

/** A value of an item: where it stands, how it is read and which channel it is. */
const itemRow = z.object({
  item: byte('数据项'),
  layout: z.literal(itemLayout.codes, '请选择结构').default(itemLayout.fixed),
  /** id of the part that the value is in: in a mask the number of the bit, in a text the number of the comma before it, of two layers outer id * 65536 + inner id */
  part: byte('子项', 0xffff_ffff).nullable().default(null),
  /** bytes of the record, 0: any number */
  length: byte('长度'),
  /** first byte, from 0 */
  at: byte('起始字节', 254),
  form: z.literal(itemForm.codes, '请选择取值方式'),
  /** lowest bit of a value of a few bits, and their number */
  bit: byte('起始位', 31).nullable().default(null),
  bits: z.number().int().min(1, '位数应为1~32').max(32, '位数应为1~32').default(1),
  factor: figure('系数')
    .refine((n) => n !== 0, '系数不能为0')
    .default(1),
  plus: figure('偏移').default(0),
  /** words for a probe that is broken or missing, and for one that was never there */
  none: wordsOf('无效值').default([]),
  absent: wordsOf('未接值').default([]),
  low: figure('最小值').nullable().default(null),
  high: figure('最大值').nullable().default(null),
  /** what stands there when a state is on; null: anything but 0 */
  is: z.number().int('“开”的值应为整数').min(0).max(0xffff_ffff).nullable().default(null),
  /** null: only explained to people */
  to: z.enum(keysOf(itemChannels), '请选择通道').nullable().default(null),
  no: z.number().int().min(1, '路号应为1~32').max(32, '路号应为1~32').default(1),
  /** byte of a repeated record that has the number of the channel; null: in their order */
  noAt: byte('路号字节', 254).nullable().default(null),
  meaning: z.string().trim().max(30, '含义最多30个字符').default(''),
  unit: z.string().trim().max(10, '单位最多10个字符').default(''),
});
export type ItemRow = z.output<typeof itemRow>;

/** The same as it is shown: nothing is left out. */
const shownRow = z.object({
  item: z.number(),
  layout: itemLayout.schema,
  part: z.number().nullable(),
  length: z.number(),
  at: z.number(),
  form: itemForm.schema,
  bit: z.number().nullable(),
  bits: z.number(),
  factor: z.number(),
  plus: z.number(),
  none: z.array(z.number()),
  absent: z.array(z.number()),
  low: z.number().nullable(),
  high: z.number().nullable(),
  is: z.number().nullable(),
  to: z.enum(keysOf(itemChannels)).nullable(),
  no: z.number(),
  noAt: z.number().nullable(),
  meaning: text,
  unit: text,
}) satisfies z.ZodType<ItemRow>;

/** Values of one profile. */
const maxRows = 200;
const itemProfileFields = z.object({
  name: z.string('请输入名称').trim().min(1, '请输入名称').max(30, '名称最多30个字符'),
  code: z
    .string('请输入编码')
    .trim()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, '编码由小写字母、数字、-组成')
    .max(30, '编码最多30个字符'),
  base: z.string('请选择基础配置').max(30).default(standardProfile),
  rows: z.array(itemRow).max(maxRows, `最多${maxRows}行`).default([]),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type ItemProfileFields = z.output<typeof itemProfileFields>;
export const itemProfileLabels: Readonly<Record<keyof ItemProfileFields, string>> = {
  name: '名称',
  code: '编码',
  base: '基础配置',
  rows: '数据项',
  remark: '说明',
};

const profileRow = z.object({
  id,
  name: text,
  code: text,
  base: text,
  baseName: text,
  rows: z.array(shownRow),
  /** items that it has a meaning for */
  items: z.array(z.number()),
  rowCount: z.number(),
  editionNo: z.number(),
  /** the program reads it: nothing of it can be changed */
  isFixed: z.boolean(),
  /** models, terminals and profiles that hold on to it */
  modelCount: z.number(),
  deviceCount: z.number(),
  baseOfCount: z.number(),
  remark: text,
  version: z.number(),
  updateUser: text,
  updateTime: dateTime,
});
export type ItemProfileRow = z.infer<typeof profileRow>;

export const itemProfileColumns = columns<ItemProfileRow>()([
  { value: 'name', label: '名称', width: 220, fixed: 'left', noEdit: true, sortable: true },
  { value: 'code', label: '编码', width: 140, sortable: true },
  { value: 'editionNo', label: '版本', width: 60, align: 'right' },
  { value: 'baseName', label: '基础配置', width: 190 },
  { value: 'items', label: '数据项', width: 220 },
  { value: 'rowCount', label: '取值数', width: 70, align: 'right' },
  { value: 'modelCount', label: '型号数', width: 70, align: 'right' },
  { value: 'deviceCount', label: '设备数', width: 70, align: 'right' },
  { value: 'updateUser', label: '更新人', width: 90 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'remark', label: '说明', width: 220 },
]);

export const itemProfileFilters = filterSet({
  keyword: by.text('名称、编码', { max: 30, columns: ['name', 'code'], main: true, width: 190 }),
  item: by.own(by.text('数据项（十六进制）', { max: 2, width: 190 })),
});

export const itemProfilePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '扩展数据解析列表',
  input: pageQuery.extend(itemProfileFilters.schema.shape),
  output: pageOf(profileRow),
});
export const itemProfileAdd = endpoint({
  path: `${base}/add`,
  access: button('itemProfile', 'add'),
  title: '新增扩展数据解析',
  input: itemProfileFields,
  output: z.object({ id }),
});
/** Makes the next edition, by which the gateway reads from the next report on. The code stays. */
export const itemProfileUpdate = endpoint({
  path: `${base}/update`,
  access: button('itemProfile', 'edit'),
  title: '编辑扩展数据解析',
  input: itemProfileFields.extend({ id, version }),
  output: z.object({ id, version: z.number() }),
});
export const itemProfileDel = endpoint({
  path: `${base}/del`,
  access: button('itemProfile', 'del'),
  title: '删除扩展数据解析',
  input: z.object({ id }),
});
export const itemProfileChangeHis = changeHisCall(base, read, '扩展数据解析');

const profileEdition = z.object({
  editionNo: z.number(),
  name: text,
  base: text,
  baseName: text,
  rows: z.array(shownRow),
  createUser: text,
  createTime: dateTime,
});
export type ItemProfileEdition = z.infer<typeof profileEdition>;
/** 历史版本: every edition with its rows, the newest first. */
export const itemProfileEditions = endpoint({
  path: `${base}/editions`,
  access: read,
  title: '扩展数据解析的历史版本',
  input: z.object({ id }),
  output: z.array(profileEdition),
});

/** Who holds on to a profile. */
export const itemProfileUses = endpoint({
  path: `${base}/uses`,
  access: read,
  title: '使用扩展数据解析的型号和终端',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      id: text,
      clientName: text,
      /** a model of a company, or '' for terminals without one */
      model: text,
      kind: text,
      deviceCount: z.number(),
    }),
  ),
});
export type ItemProfileUse = z.infer<typeof itemProfileUses.output>['list'][number];

/** What a profile makes of an item. */
const triedItem = z.object({
  item: z.number(),
  length: z.number(),
  hex: text,
  /** own: by a row of the profile, base: by what it is based on, none: nobody reads it */
  by: z.enum(['own', 'base', 'none']),
  /** the values in words, each with its channel; '' where nothing is read */
  words: text,
});
/** 试解析: what a profile, saved or not, makes of the items of a frame. */
export const itemProfileTry = endpoint({
  path: `${base}/try`,
  access: button('itemProfile', 'test'),
  title: '试解析报文',
  input: z.object({
    base: itemProfileFields.shape.base,
    rows: itemProfileFields.shape.rows,
    /** a whole location report, or items alone */
    hex: z
      .string('请粘贴报文')
      .max(8000, '报文最多2000字节')
      .transform((words) => words.replace(/0x|[\s,，;；:-]/giu, ''))
      .pipe(
        z
          .string()
          .min(4, '请粘贴报文')
          .regex(/^[0-9a-f]*$/iu, '报文应为十六进制，只能有0~9和A~F')
          .refine((hex) => hex.length % 2 === 0, '报文应为两位一个字节，最后一个字节不完整'),
      ),
  }),
  output: z.object({
    /** what was pasted: the name of the message, or 附加信息 */
    what: text,
    items: z.array(triedItem),
  }),
});
export type TriedItem = z.infer<typeof triedItem>;

/** The profiles by name: what forms offer, and pages of frames read by. */
export const itemProfileOptions = endpoint({
  path: `${base}/options`,
  access: 'session',
  title: '扩展数据选项',
  output: z.array(z.object({ code: text, name: text })),
});
