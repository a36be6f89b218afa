import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { optionalId, optionalText } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { importCalls } from '../../core/register/import';
import { changeHisCall, exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { cardStatus, cardType } from '../enums';

const base = '/api/base/manage/writeDevice';
const read = { menu: menus.writeDevice.id } as const;
const text = z.string();

/** The number of a card as the reader shows it: 4 to 10 bytes in hexadecimal. */
export const cardNo = z
  .string('请输入卡号')
  .trim()
  .transform((uid) => uid.replace(/[\s:-]/gu, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{8,20}$/u, '卡号为8~20位十六进制数字，如 0A1B2C3D'));

/** The form of 写卡: the owner of a card. A driver card names a driver of the register, a store card a store, any other card a text. */
export const cardFields = z.object({
  cardNo,
  cardType: z.literal(cardType.codes, '请选择卡类型'),
  driverId: optionalId,
  storeId: optionalId,
  ownerName: optionalText(30),
  writerNo: optionalText(20),
  remark: z.string().trim().max(100, '最多100个字符').default(''),
});
export type CardFields = z.output<typeof cardFields>;
export const cardLabels: Readonly<Record<keyof CardFields, string>> = {
  cardNo: '卡号',
  cardType: '卡类型',
  driverId: '司机',
  storeId: '门店',
  ownerName: '绑定对象',
  writerNo: '写卡设备',
  remark: '备注',
};

/** Error of a new store card that names no store of the register. */
export const chooseStore = '门店卡请选择门店';
const crossRules: ReadonlyArray<CrossRule<CardFields>> = [
  { path: 'driverId', fault: (v) => (v.cardType === cardType.driver && !v.driverId ? '司机卡请选择司机' : null) },
  {
    // store cards written before stores had to be chosen from the register have only a name
    path: 'storeId',
    fault: (v) => (v.cardType === cardType.store && !v.storeId && !v.ownerName ? chooseStore : null),
  },
  {
    path: 'ownerName',
    fault: (v) => (v.cardType === cardType.manager && !v.ownerName ? '请输入绑定的部门' : null),
  },
];
/** What is wrong between the fields of one card; empty when nothing is. */
export const cardCrossChecks = (v: Partial<CardFields>): Array<{ path: keyof CardFields; msg: string }> =>
  crossFaults(crossRules, v);

export const cardRow = z.object({
  id,
  cardNo: text,
  cardType: z.number(),
  driverId: id.nullable(),
  /** null: the card belongs to no store, or only the store's name was typed */
  storeId: id.nullable(),
  ownerName: text,
  cardStatus: z.number(),
  writerNo: text,
  writeUser: text,
  writeTime: dateTime,
  lastSwipeTime: dateTime.nullable(),
  lastSwipePlate: text,
  lastSwipePlace: text,
  remark: text,
  version: z.number(),
});
export type CardRow = z.infer<typeof cardRow>;
export const cardColumns = columns<CardRow>()([
  { value: 'cardNo', label: '卡号', width: 140, fixed: 'left', sortable: true, noEdit: true },
  { value: 'cardType', label: '卡类型', width: 84, dict: 'cardType', sortable: true },
  { value: 'ownerName', label: '绑定对象', width: 140, sortable: true },
  { value: 'cardStatus', label: '状态', width: 76, dict: 'cardStatus', sortable: true },
  { value: 'writerNo', label: '写卡设备', width: 100 },
  { value: 'writeUser', label: '写卡人', width: 90 },
  { value: 'writeTime', label: '写卡时间', width: 130, sortable: true },
  { value: 'lastSwipeTime', label: '最近刷卡', width: 130, sortable: true },
  { value: 'lastSwipePlate', label: '刷卡车辆', width: 110 },
  { value: 'lastSwipePlace', label: '刷卡地点', width: 200 },
  { value: 'remark', label: '备注', width: 160 },
]);

export const cardFilters = filterSet({
  cardNo: by.text('卡号', { max: 20, main: true, width: 180 }),
  cardType: by.code('卡类型', cardType, { width: 140 }),
  ownerName: by.own(by.text('绑定对象', { width: 180 })),
  cardStatus: by.code('状态', cardStatus, { width: 120 }),
});

export const cardPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '卡片列表',
  input: pageQuery.extend(cardFilters.schema.shape),
  output: pageOf(cardRow),
});
/** 写卡. An owner has one valid card at a time; to give him another one, use `cardReplace`. */
export const cardWrite = endpoint({
  path: `${base}/write`,
  access: button('writeDevice', 'write'),
  title: '写卡',
  input: withCrossRules(cardFields, crossRules),
  output: z.object({ id }),
});
const step = { id, version };
export const cardLoss = endpoint({
  path: `${base}/loss`,
  access: button('writeDevice', 'loss'),
  title: '挂失卡片或解除挂失',
  input: z.object({ ...step, lost: z.boolean() }),
});
/** 换卡: cancels the old card and gives its owner the new one. */
export const cardReplace = endpoint({
  path: `${base}/replace`,
  access: button('writeDevice', 'replace'),
  title: '换卡',
  input: z.object({ ...step, cardNo }),
  output: z.object({ id }),
});
export const cardCancel = endpoint({
  path: `${base}/cancel`,
  access: button('writeDevice', 'cancel'),
  title: '注销卡片',
  input: z.object(step),
});
/** 绑定: links an old card, which has only a typed name, to its store or driver of the register. */
export const cardBind = endpoint({
  path: `${base}/bind`,
  access: button('writeDevice', 'write'),
  title: '把卡片绑定到门店或司机',
  input: z.object({ ...step, storeId: optionalId, driverId: optionalId }),
  output: z.object({ version: z.number() }),
});
export const cardExport = endpoint({
  path: `${base}/export`,
  access: button('writeDevice', 'export'),
  title: '导出卡片',
  input: cardFilters.schema.extend(exportOptions),
  output: z.object({ id }),
});
export const cardChangeHis = changeHisCall(base, read, '卡片');
export const cardImports = importCalls({ base, access: button('writeDevice', 'import'), noun: '卡片', unit: '张' });
export const {
  template: cardImportTemplate,
  check: cardImportCheck,
  run: cardImport,
  history: cardImportHis,
  undo: cardImportUndo,
} = cardImports;
