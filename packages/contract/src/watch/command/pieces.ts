import { z } from 'zod';
import { id } from '../../core/page';
import { batchLine } from '../../core/register/pieces';
import { maxCommandVehicles } from './kind';

/** What the calls of commands have in common. */
export const commandBase = '/api/base/device/command';

export const vehicleIds = z
  .array(id, '请选择车辆')
  .min(1, '请选择车辆')
  .max(maxCommandVehicles, `一次最多向${maxCommandVehicles}辆车下发`);
const reason = z.string().trim().max(100, '最多100个字符').default('');
export const toVehicles = z.object({ vehicleIds, reason });
export const why = z.string('请输入原因').trim().min(2, '原因至少2个字符').max(100, '最多100个字符');

/** What became of it for one vehicle: the command, or why there is none. */
const sentLine = batchLine.extend({ commandId: id.nullable() });
export type SentLine = z.infer<typeof sentLine>;
export const sentLines = z.array(sentLine);

/** Characters that terminals have: those of GBK, which has no emoji. */
export const terminalText = (label: string, max: number) =>
  z
    .string(`请输入${label}`)
    .trim()
    .min(1, `请输入${label}`)
    .max(max, `最多${max}个字符`)
    .refine((words) => !/[\u{10000}-\u{10ffff}]/u.test(words), '终端不能显示表情等字符，请删除');
export const shownText = terminalText('文本', 100);

/** A whole number within bounds, with its label in the sentence. */
export const whole = (label: string, min: number, max: number, unit: string) =>
  z
    .number(`请输入${label}`)
    .int(`${label}应为整数`)
    .min(min, `${label}应为${min}~${max}${unit}`)
    .max(max, `${label}应为${min}~${max}${unit}`);
