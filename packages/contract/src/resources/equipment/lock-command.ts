import { z } from 'zod';
import { dayMin } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/bluetoothLock';

/** What came of something that was asked of a lock. */
export const lockCommandState = defineEnum('lockCommandState', {
  waiting: [0, '等待应答'],
  done: [1, '成功'],
  refused: [2, '失败'],
  silent: [3, '未应答'],
  used: [4, '已使用'],
});

const reason = z.string('请输入原因').trim().min(2, '原因至少2个字符').max(100, '最多100个字符');

/** How long a temporary code may open, minutes. */
export const codeMinutes = { min: 5, max: dayMin, usual: 30 } as const;

/** 远程开锁. The end of the lock's number is typed, so that nobody opens the neighbour of the one he means. */
export const lockRemoteOpen = endpoint({
  path: `${base}/remoteOpen`,
  access: button('bluetoothLock', 'remoteOpen'),
  title: '远程开锁',
  input: z.object({
    id,
    reason,
    tail: z
      .string('请输入锁编号的后4位')
      .trim()
      .regex(/^[A-Za-z0-9-]{1,4}$/u, '请输入锁编号的后4位'),
  }),
  output: z.object({ commandId: id }),
});

/** 临时密码: opens once within so many minutes. The code is in this answer and is never shown again. */
export const lockTempCode = endpoint({
  path: `${base}/tempCode`,
  access: button('bluetoothLock', 'tempCode'),
  title: '发放临时密码',
  input: z.object({
    id,
    digits: z.literal([6, 7, 8], '密码为6~8位').default(6),
    minutes: z
      .number('请输入有效时长')
      .int('请输入整数分钟')
      .min(codeMinutes.min, '有效时长应在5分钟~24小时之间')
      .max(codeMinutes.max, '有效时长应在5分钟~24小时之间'),
    reason,
  }),
  output: z.object({ commandId: id, code: z.string() }),
});

const commandRow = z.object({
  id,
  kind: z.enum(['open', 'code']),
  state: z.number(),
  userName: z.string(),
  reason: z.string(),
  createTime: dateTime,
  answerTime: dateTime.nullable(),
  /** until when a code opens */
  untilTime: dateTime.nullable(),
  useTime: dateTime.nullable(),
});
export type LockCommandRow = z.infer<typeof commandRow>;

/** What was asked of a lock lately: the last twenty. */
export const lockCommands = endpoint({
  path: `${base}/commands`,
  access: { menu: menus.bluetoothLock.id },
  title: '蓝牙锁远程操作记录',
  input: z.object({ id }),
  output: z.array(commandRow),
});
