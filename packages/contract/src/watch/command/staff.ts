import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin, optionalId } from '../../core/field/inputs';
import { terminalSearch } from '../../core/field/terminal-number';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds, exportOptions } from '../../core/register/pieces';
import { instructionSending } from '../../resources/device/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { commandRow } from './calls';
import { instructValues } from './edition';
import { type EditionDanger, isDangerousEdition } from './edition-danger';
import { type CommandKind, commandKind } from './kind';
import { againStates, type CommandState } from './life';
import { shownText, why } from './pieces';

/** 指令下发 of the provider's staff: commands to terminals of all companies. */
const base = '/api/base/instruct';
const text = z.string();

const row = commandRow
  .omit({ vehicleId: true, vehicleColor: true, content: true, picture: true, picturePending: true })
  .extend({
    clientName: text,
    /** null: a recorder, or a terminal in stock; plateNo is then the recorder's own number, or '' */
    vehicleId: id.nullable(),
    vehicleColor: z.number().nullable(),
    approveUser: text,
    /** of a command of the catalogue: what it is called there; '' otherwise */
    instruct: text,
    /** it goes out then at the earliest */
    notBefore: dateTime.nullable(),
  });
export type InstructRow = z.infer<typeof row>;
export const instructColumns = columns<InstructRow>()([
  { value: 'batchNo', label: '批次', width: 136, fixed: 'left', noEdit: true },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'plateNo', label: '车牌号/设备', width: 118 },
  { value: 'clientName', label: '企业', width: 150 },
  { value: 'kind', label: '指令', width: 110, dict: 'commandKind' },
  { value: 'instruct', label: '指令名称', width: 130 },
  { value: 'summary', label: '内容', width: 240 },
  { value: 'state', label: '状态', width: 100, dict: 'instructionSending' },
  { value: 'answer', label: '终端应答', width: 240 },
  { value: 'createTime', label: '提交时间', width: 136, sortable: true },
  { value: 'sendTime', label: '下发时间', width: 136 },
  { value: 'answerTime', label: '应答时间', width: 136 },
  { value: 'tookMs', label: '耗时(ms)', width: 84, align: 'right' },
  { value: 'tries', label: '下发次数', width: 80, align: 'right' },
  { value: 'createUser', label: '操作人', width: 90 },
  { value: 'approveUser', label: '复核人', width: 90 },
  { value: 'reason', label: '原因', width: 140 },
  { value: 'notBefore', label: '定时', width: 136, hidden: true },
  { value: 'expireTime', label: '有效期至', width: 136, hidden: true },
]);

/** Filters of the list, `c` in their SQL. */
export const instructFilters = filterSet({
  terminal: by.text('车牌号、终端编号', {
    form: terminalSearch,
    max: 30,
    main: true,
    width: 190,
    columns: ['v.plate_no', 'd.terminal_no', 'p.device_no', 'p.phone_key'],
  }),
  client: by.text('企业', { max: 50, width: 170, columns: ['k.name'] }),
  kind: by.word('指令', commandKind, { width: 150 }),
  instruct: by.text('指令名称、编码', { max: 30, width: 160, columns: ['e.name', 'e.code'] }),
  state: by.code('状态', instructionSending, { width: 140 }),
  user: by.text('操作人', { max: 20, width: 130, columns: ['c.created_name'] }),
  batchNo: by.text('批次', { max: 20, width: 160 }),
  startTime: by.times('提交时间', 'endTime', { columns: ['created_at'] }),
});
export type InstructFilters = z.output<typeof instructFilters.schema>;

export const instructPage = endpoint({
  path: `${base}/page`,
  access: { menu: menus.instructSendOut.id },
  title: '指令下发列表',
  input: pageQuery.extend(instructFilters.schema.shape),
  output: pageOf(row),
});

/**
 * Terminal control can lose a terminal: it is confirmed in writing and takes a second person, like a dangerous command of the catalogue. One that was written
 * down as harmless before such messages had to be dangerous is one all the same.
 */
export const isDangerous = (kind: StaffKind, edition: EditionDanger | null | undefined): boolean =>
  kind === commandKind.control || (kind === commandKind.custom && !!edition && isDangerousEdition(edition));

/** What staff may ask of terminals of any company: nothing that moves a vehicle or listens to people, and what the catalogue has. */
export const staffKinds = [
  commandKind.text,
  commandKind.locate,
  commandKind.properties,
  commandKind.readParams,
  commandKind.restart,
  commandKind.control,
  commandKind.custom,
] as const;
export type StaffKind = (typeof staffKinds)[number];
const given: ReadonlySet<CommandKind> = new Set(staffKinds);
export const isStaffKind = (kind: CommandKind): boolean => given.has(kind);
/** Staff may give it again, as far as the command itself says so: it came to nothing, and is not one that only the company gives. */
export const staffMayRepeat = ({ kind, state }: { kind: CommandKind; state: CommandState }): boolean =>
  isStaffKind(kind) && againStates.includes(state);

/** When a command goes out: to terminals that are here now, at a given time, or whenever its terminal is here. */
export const sendMode = defineEnum('sendMode', {
  now: ['now', '立即（仅在线终端）'],
  online: ['online', '上线后'],
  timed: ['timed', '定时'],
});
/** How long a command waits that is for terminals which are here, min. */
export const nowWaitMin = 2;
/** Terminals of one batch. */
export const maxBatchTerminals = 5000;
/** What is typed to give a dangerous command. */
export const dangerWord = '确认';

const targets = {
  // as typed: a recorder's own number is no terminal's, its zeros count
  terminalNos: z
    .array(z.string().trim().min(1).max(30, '终端编号最多30个字符'), '请输入终端编号')
    .min(1, '请输入终端编号')
    .max(maxBatchTerminals, `一次最多向${maxBatchTerminals}台终端下发`),
  kind: z.literal(staffKinds, '请选择指令'),
  editionId: optionalId,
};
const fields = z.object({
  ...targets,
  /** parameters of a command of the catalogue, or of terminal control, by their keys */
  values: instructValues,
  text: shownText.or(z.literal('')).default(''),
  mode: z.literal(sendMode.codes, '请选择下发方式').default(sendMode.online),
  sendTime: dateTime.nullish().transform((time) => time ?? null),
  expireHours: numberWithin({ min: 1, max: 168, places: 0, unit: '小时' }).default(24),
  /** typed to give a dangerous command */
  confirm: z.string().trim().max(10).default(''),
  reason: why,
});
const crossRules: ReadonlyArray<CrossRule<z.output<typeof fields>>> = [
  { path: 'text', fault: (v) => (v.kind === commandKind.text && !v.text ? '请输入文本' : null) },
  { path: 'editionId', fault: (v) => (v.kind === commandKind.custom && !v.editionId ? '请选择指令' : null) },
  { path: 'sendTime', fault: (v) => (v.mode === sendMode.timed && !v.sendTime ? '请选择下发时间' : null) },
];

/** What became of it for one terminal. */
const line = z.object({ terminalNo: text, plateNo: text, ok: z.boolean(), msg: text });
export type InstructLine = z.infer<typeof line>;

/** How many of the terminals would be asked: those that are here, those that are away, and those that cannot be, with the reasons. */
export const instructCheck = endpoint({
  path: `${base}/check`,
  access: button('instructSendOut', 'send'),
  title: '下发前检查终端',
  input: z.object(targets),
  output: z.object({ online: z.number(), offline: z.number(), refused: z.array(line) }),
});
export const instructSend = endpoint({
  path: `${base}/send`,
  access: button('instructSendOut', 'send'),
  title: '向终端下发指令',
  input: withCrossRules(fields, crossRules),
  maxBodyKb: 512,
  output: z.array(line),
});
/** 从Excel读取: the terminal numbers of a workbook's column 终端编号; nothing is sent. */
export const instructNumbers = endpoint({
  path: `${base}/numbers`,
  access: button('instructSendOut', 'send'),
  title: '从Excel读取终端编号',
  body: 'multipart',
  output: z.object({ terminalNos: z.array(text), repeated: z.number().int() }),
});
/** 复核: lets dangerous commands go out, or does not; somebody else than who gave them. */
export const instructApprove = endpoint({
  path: `${base}/approve`,
  access: button('instructSendOut', 'approve'),
  title: '复核待下发的指令',
  input: z.object({ ids: chosenIds('指令'), pass: z.boolean('请选择通过或驳回') }),
  output: z.array(batchLine),
});
export const instructCancel = endpoint({
  path: `${base}/cancel`,
  access: button('instructSendOut', 'cancel'),
  title: '取消待下发的指令',
  input: z.object({ ids: chosenIds('指令') }),
  output: z.array(batchLine),
});
/** 重发: as a new command; not those that only the company itself may give. */
export const instructRetry = endpoint({
  path: `${base}/retry`,
  access: button('instructSendOut', 'retry'),
  title: '重发指令',
  input: z.object({ ids: chosenIds('指令') }),
  output: z.array(batchLine.extend({ commandId: id.nullable() })),
});
/** 报文: what went out, and what the terminal answered, as bytes. */
export const instructMessage = endpoint({
  path: `${base}/message`,
  access: button('instructSendOut', 'message'),
  title: '指令的报文',
  input: z.object({ id }),
  output: z.object({
    /** in their order, several of a task of 写入设备; none: it has not gone out yet, or before messages were kept */
    sent: z.array(
      z.object({
        ...{ msgId: text, name: text, hex: text, bytes: z.number() },
        /** of its first package; null: not kept, as of what went out long ago */
        serial: z.number().nullable(),
        packages: z.number(),
      }),
    ),
    tries: z.number(),
    /** hex where nobody knows the fields of the answer */
    answer: z.object({ msgId: text, hex: text, bytes: z.number() }).nullable(),
    answerText: text,
  }),
});
export const instructExport = endpoint({
  path: `${base}/export`,
  access: button('instructSendOut', 'export'),
  title: '导出指令下发记录',
  input: instructFilters.schema.extend(exportOptions),
  output: z.object({ id }),
});
