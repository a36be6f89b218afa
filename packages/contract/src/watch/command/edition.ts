import { z } from 'zod';
import { publishStatus } from '../../base/system-enums';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin, optionalPattern } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { editionMayHarm } from './edition-danger';
import { instructDanger, instructParamType, instructProtocol, ownMessages, setParametersId } from './edition-enums';

/** 指令版本管理 (backstage.md 9): commands that the provider's staff describe instead of programming them. */
const base = '/api/base/instruct/edition';
const text = z.string();
const read = { menu: menus.instructEdition.id } as const;

const hex4 = /^[0-9A-F]{4}$/u;
const upper = (word: string): string => word.toUpperCase();

/** A parameter of a command, in the order of its bytes. */
export const instructParam = z.object({
  /** a name of its own; of 0x8103 the number of the setting */
  key: z
    .string('请输入键')
    .trim()
    .regex(/^[A-Za-z0-9_]{1,20}$/u, '键由1~20位字母、数字、下划线组成'),
  name: z.string('请输入参数名称').trim().min(1, '请输入参数名称').max(20, '参数名称最多20个字符'),
  type: z.literal(instructParamType.codes, '请选择类型'),
  /** bytes; 0 for texts and bytes: as long as they are */
  length: z.number('请输入长度').int('长度应为整数').min(0, '长度应为0~255').max(255, '长度应为0~255'),
  /** what the form begins with, as it is typed */
  fallback: z.string().trim().max(100, '默认值最多100个字符').default(''),
  min: z.number().int('最小值应为整数').nullable().default(null),
  max: z.number().int('最大值应为整数').nullable().default(null),
  options: z
    .array(
      z.object({
        code: z.number('请输入选项值').int('选项值应为整数').min(0, '选项值不能为负'),
        name: z.string('请输入选项名称').trim().min(1, '请输入选项名称').max(20, '选项名称最多20个字符'),
      }),
    )
    .max(30, '最多30个选项')
    .default([]),
  required: z.boolean().default(true),
});
export type InstructParam = z.output<typeof instructParam>;

/** The same as a list shows it. */
const shownParam = z.object({
  key: text,
  name: text,
  type: instructParamType.schema,
  length: z.number(),
  fallback: text,
  min: z.number().nullable(),
  max: z.number().nullable(),
  options: z.array(z.object({ code: z.number(), name: text })),
  required: z.boolean(),
});

const isNumber = ({ type }: Pick<InstructParam, 'type'>): boolean =>
  type === instructParamType.int || type === instructParamType.enum;
const numberLengths: readonly number[] = [1, 2, 4];

/** What is wrong with one parameter beside its single fields; '' when nothing is. */
function paramFault(param: InstructParam, i: number, all: readonly InstructParam[], byNumber: boolean): string {
  const which = `第${i + 1}个参数“${param.name}”`;
  if (all.findIndex(({ key }) => key === param.key) !== i) return `${which}的键与前面的重复`;
  if (byNumber && !/^[0-9A-Fa-f]{4}$/u.test(param.key)) return `${which}的键应为4位十六进制参数编号，如 0029`;
  if (isNumber(param) && !numberLengths.includes(param.length)) return `${which}的长度应为1、2或4字节`;
  if (param.type === instructParamType.enum && param.options.length === 0) return `${which}没有选项`;
  const largest = 2 ** (8 * param.length) - 1;
  if (param.type === instructParamType.enum && param.options.some(({ code }) => code > largest))
    return `${which}的选项值超过${param.length}字节能表示的${largest}`;
  if (param.type === instructParamType.int && ((param.max ?? 0) > largest || (param.min ?? 0) < 0))
    return `${which}的范围应在0~${largest}之间`;
  if (param.min !== null && param.max !== null && param.min > param.max) return `${which}的最小值大于最大值`;
  if (!byNumber && !isNumber(param) && param.length === 0 && i < all.length - 1)
    return `${which}长度不定，只能是最后一个参数`;
  return !byNumber && !param.required && i < all.length - 1 && param.length === 0 ? `${which}不能省略` : '';
}

/** What is wrong with the parameters of a command together; null when nothing is. */
export function paramsFault(msgId: string, params: readonly InstructParam[]): string | null {
  const byNumber = msgId === setParametersId;
  if (byNumber && params.length === 0) return '设置参数（8103）至少需要一个参数';
  for (const [i, param] of params.entries()) {
    const fault = paramFault(param, i, params, byNumber);
    if (fault !== '') return fault;
  }
  return null;
}

const firmware = optionalPattern({ regex: /^\d+(\.\d+){0,3}$/u, message: '固件版本格式应为 1.0.26' });
export const editionFields = z.object({
  name: z.string('请输入指令名称').trim().min(1, '请输入指令名称').max(30, '指令名称最多30个字符'),
  code: z
    .string('请输入编码')
    .trim()
    .regex(/^(?=.{1,30}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u, '编码由字母、数字、-组成，最多30个字符'),
  protocol: z.literal(instructProtocol.codes, '请选择协议').default(instructProtocol.any),
  models: z.array(z.string().trim().min(1).max(30, '型号最多30个字符')).max(50, '最多50个型号').default([]),
  firmwareFrom: firmware,
  firmwareUntil: firmware,
  msgId: z
    .string('请输入消息ID')
    .trim()
    .overwrite(upper)
    .regex(/^[89A-F][0-9A-F]{3}$/u, '消息ID应为平台下行消息的4位十六进制，如 8103')
    .refine((word) => !ownMessages.includes(word), '该消息由网关自动发送，不能作为指令'),
  answerMsgId: z
    .string()
    .trim()
    .overwrite(upper)
    .refine(
      (word) => word === '' || (hex4.test(word) && word < '8000'),
      '应答消息ID应为终端上行消息的4位十六进制，如 0104',
    )
    .nullish()
    .transform((word) => word || null),
  params: z.array(instructParam).max(30, '最多30个参数').default([]),
  timeoutS: numberWithin({ min: 5, max: 300, places: 0, unit: '秒' }).default(60),
  retry: numberWithin({ min: 0, max: 3, places: 0, unit: '次' }).default(0),
  danger: z.literal(instructDanger.codes, '请选择危险等级').default(instructDanger.normal),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type EditionFields = z.output<typeof editionFields>;
export const editionLabels: Readonly<Record<keyof EditionFields, string>> = {
  name: '指令名称',
  code: '编码',
  protocol: '协议',
  models: '型号',
  firmwareFrom: '最低固件',
  firmwareUntil: '最高固件',
  msgId: '消息ID',
  answerMsgId: '应答消息ID',
  params: '参数',
  timeoutS: '超时(秒)',
  retry: '重试次数',
  danger: '危险等级',
  remark: '说明',
};

const crossRules: ReadonlyArray<CrossRule<EditionFields>> = [
  { path: 'params', fault: ({ msgId = '', params = [] }) => paramsFault(msgId.toUpperCase(), params) },
  {
    path: 'danger',
    fault: ({ msgId = '', params = [], danger }) =>
      danger !== instructDanger.dangerous && editionMayHarm(msgId.trim(), params)
        ? '该指令能切断车辆油电或使终端失联，危险等级应为“危险”'
        : null,
  },
  {
    path: 'retry',
    fault: ({ retry = 0, danger }) =>
      retry > 0 && danger === instructDanger.dangerous ? '危险指令不能自动重试' : null,
  },
];

const editionRow = z.object({
  id,
  name: text,
  code: text,
  editionNo: z.number(),
  protocol: instructProtocol.schema,
  models: z.array(text),
  firmwareFrom: text.nullable(),
  firmwareUntil: text.nullable(),
  msgId: text,
  answerMsgId: text.nullable(),
  params: z.array(shownParam),
  paramCount: z.number(),
  timeoutS: z.number(),
  retry: z.number(),
  danger: instructDanger.schema,
  status: publishStatus.schema,
  enabled: z.boolean(),
  remark: text,
  version: z.number(),
  updateTime: dateTime,
});
export type EditionRow = z.infer<typeof editionRow>;

export const editionColumns = columns<EditionRow>()([
  { value: 'name', label: '指令名称', width: 170, fixed: 'left', noEdit: true, sortable: true },
  { value: 'code', label: '编码', width: 150, sortable: true },
  { value: 'editionNo', label: '版本', width: 60, align: 'right' },
  { value: 'status', label: '状态', width: 84, dict: 'publishStatus' },
  { value: 'enabled', label: '启用', width: 64 },
  { value: 'msgId', label: '消息ID', width: 76 },
  { value: 'paramCount', label: '参数个数', width: 76, align: 'right' },
  { value: 'protocol', label: '协议', width: 120, dict: 'instructProtocol' },
  { value: 'models', label: '型号', width: 150 },
  { value: 'firmwareFrom', label: '固件范围', width: 130 },
  { value: 'danger', label: '危险等级', width: 84, dict: 'instructDanger' },
  { value: 'timeoutS', label: '超时(秒)', width: 76, align: 'right' },
  { value: 'retry', label: '重试', width: 60, align: 'right' },
  { value: 'answerMsgId', label: '应答消息ID', width: 96 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'remark', label: '说明', width: 180, hidden: true },
]);

export const editionFilters = filterSet({
  keyword: by.text('指令名称、编码', { max: 30, columns: ['name', 'code'], main: true, width: 190 }),
  protocol: by.word('协议', instructProtocol, { width: 150 }),
  model: by.own(by.text('型号', { max: 30, width: 140 })),
  msgId: by.text('消息ID', { max: 4, width: 110 }),
  danger: by.code('危险等级', instructDanger, { width: 130 }),
  status: by.code('状态', publishStatus, { width: 120 }),
});

export const editionPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '指令版本列表',
  input: pageQuery.extend(editionFilters.schema.shape),
  output: pageOf(editionRow),
});
export const editionAdd = endpoint({
  path: `${base}/add`,
  access: button('instructEdition', 'add'),
  title: '新增指令',
  input: withCrossRules(editionFields, crossRules),
  output: z.object({ id }),
});
/** Changes a draft; of a published edition it makes the next one, as a draft. The code stays. */
export const editionUpdate = endpoint({
  path: `${base}/update`,
  access: button('instructEdition', 'edit'),
  title: '编辑指令（已发布的另存为新版本）',
  input: withCrossRules(editionFields.extend({ id, version }), crossRules),
  output: z.object({ id, version: z.number() }),
});
/** 发布: the draft cannot be changed any more, and takes the place of the edition before it. */
export const editionPublish = endpoint({
  path: `${base}/publish`,
  access: button('instructEdition', 'publish'),
  title: '发布指令版本',
  input: z.object({ id, version }),
});
export const editionEnable = endpoint({
  path: `${base}/enable`,
  access: button('instructEdition', 'enable'),
  title: '启用或停用指令',
  input: z.object({ id, version, enabled: z.boolean('请选择启用或停用') }),
});
export const editionChangeHis = changeHisCall(base, read, '指令版本');

/** Values of a command's parameters, as they are typed: numbers and codes as numbers or digits, bytes in hexadecimal. */
export const instructValues = z.record(z.string().max(20), z.union([z.string().max(600), z.number()])).default({});
export type InstructValues = z.output<typeof instructValues>;

/** 预览: the message with these values, as it would stand on the wire to terminal 013800138000. */
export const editionPreview = endpoint({
  path: `${base}/encodePreview`,
  access: button('instructEdition', 'preview'),
  title: '预览指令报文',
  input: z.object({
    msgId: editionFields.shape.msgId,
    protocol: editionFields.shape.protocol,
    params: editionFields.shape.params,
    values: instructValues,
  }),
  output: z.object({ body: text, frame: text, bytes: z.number() }),
});

/** Editions that can be sent: published and enabled. */
export const editionOptions = endpoint({
  path: `${base}/options`,
  access: { menu: menus.instructSendOut.id },
  title: '可下发的指令',
  output: z.array(
    editionRow.pick({ id: true, name: true, code: true, editionNo: true, msgId: true, params: true, danger: true }),
  ),
});
export type EditionOption = z.infer<typeof editionOptions.output>[number];
