import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { terminalForm } from '../../core/field/terminal-number';
import { id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds } from '../../core/register/pieces';
import { instructionSending } from '../../resources/device/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { commandColumns, commandRow, shownText, why } from './calls';
import { commandKind, maxCommandVehicles } from './kind';

/** 指令下发 of the provider's staff: commands to terminals of all companies. */
const base = '/api/base/instruct';
const text = z.string();

const row = commandRow.extend({ clientName: text });
export type InstructRow = z.infer<typeof row>;
export const instructColumns = columns<InstructRow>()([
  { value: 'batchNo', label: '批次', width: 136, fixed: 'left', noEdit: true },
  { value: 'clientName', label: '企业', width: 150 },
  ...commandColumns.filter(({ value }) => value !== 'batchNo'),
]);

/** Filters of the list, `c` in their SQL. */
export const instructFilters = filterSet({
  terminal: by.text('车牌号、终端编号', { max: 30, main: true, width: 190, columns: ['v.plate_no', 'd.terminal_no'] }),
  client: by.text('企业', { max: 50, width: 170, columns: ['k.name'] }),
  kind: by.word('指令', commandKind, { width: 150 }),
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

/** What staff may ask of terminals of any company: nothing that moves a vehicle or listens to people. */
export const staffKinds = [
  commandKind.text,
  commandKind.locate,
  commandKind.properties,
  commandKind.readParams,
  commandKind.restart,
] as const;
export type StaffKind = (typeof staffKinds)[number];

const fields = z.object({
  terminalNos: z
    .array(z.string().trim().min(1).max(30, '终端编号最多30个字符').overwrite(terminalForm), '请输入终端编号')
    .min(1, '请输入终端编号')
    .max(maxCommandVehicles, `一次最多向${maxCommandVehicles}台终端下发`),
  kind: z.literal(staffKinds, '请选择指令'),
  text: shownText.or(z.literal('')).default(''),
  reason: why,
});
const crossRules: ReadonlyArray<CrossRule<z.output<typeof fields>>> = [
  { path: 'text', fault: (v) => (v.kind === commandKind.text && !v.text ? '请输入文本' : null) },
];

/** What became of it for one terminal. */
const line = z.object({ terminalNo: text, plateNo: text, ok: z.boolean(), msg: text });
export type InstructLine = z.infer<typeof line>;
export const instructSend = endpoint({
  path: `${base}/send`,
  access: button('instructSendOut', 'send'),
  title: '向终端下发指令',
  input: withCrossRules(fields, crossRules),
  output: z.array(line),
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
