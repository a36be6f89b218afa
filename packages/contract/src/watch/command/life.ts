import type { EnumCode } from '../../core/enum';
import { instructionSending } from '../../resources/device/enums';

export type CommandState = EnumCode<typeof instructionSending>;

/** Why a command ended as it did; stored beside its state. */
export const commandCauses = {
  refused: '终端执行失败',
  damaged: '终端认为消息有误',
  unsupported: '终端不支持该指令',
  silent: '终端没有应答，可重发',
  lost: '连接中断，不知道终端是否收到，请核实后再重发',
  noResult: '终端已应答，但没有等到执行结果，请核实',
  unchanged: '终端已应答，但状态没有变化',
  noCamera: '终端没有该通道的摄像头',
  notTaken: '终端拍照失败',
  unbound: '终端已不在该车上，没有下发',
  mounted: '终端已装到车上，没有下发，请重新下发',
  deleted: '终端已删除，没有下发',
  unfit: '内容无法编码，没有下发',
  moving: '车速不低于20 km/h，或没有最近的定位，没有下发',
  expired: '有效期内终端没有上线，可重发',
  late: '超时后才收到终端应答',
  rejected: '复核没有通过',
  notReviewed: '有效期内没有人复核',
  upgradeFailed: '终端升级失败',
  upgradeCancelled: '终端取消了升级',
  noFile: '升级包文件已不存在，没有下发',
} as const;
export type CommandCause = keyof typeof commandCauses;
/** Why a command must not go out to its terminal any more, as the function `command_strayed` of the database says. */
export const strayedCauses = ['unbound', 'mounted', 'deleted'] as const satisfies readonly CommandCause[];
export type Strayed = (typeof strayedCauses)[number];

/** What happens to a command. */
export type CommandEvent =
  /** it goes out */
  | { what: 'sent' }
  /** it must not go out any more */
  | { what: 'blocked'; cause: CommandCause }
  /** the general reply said yes; `more`: the result is still to come */
  | { what: 'accepted'; more: boolean }
  | { what: 'refused'; cause: CommandCause }
  /** the result came; `cause`: it is not what was asked for */
  | { what: 'answered'; cause?: CommandCause }
  /** no answer in time; `heard`: something else came from the terminal meanwhile, so its link is alive */
  | { what: 'silent'; heard: boolean }
  /** the connection ended, or the process that held it; `unsent`: before anything had gone out, so that it may go out whatever it is */
  | { what: 'lost'; unsent?: boolean }
  | { what: 'expired' }
  | { what: 'cancelled' }
  /** a second person looked at it */
  | { what: 'approved' }
  | { what: 'rejected' };

/** A command, as far as its next state depends on it. */
export interface Living {
  state: CommandState;
  /** how often it went out */
  attempts: number;
  /** it may go out again when nobody knows whether it arrived, so often in all */
  repeatable: boolean;
  maxAttempts: number;
}

export interface NextLife {
  state: CommandState;
  cause: CommandCause | '';
}

const s = instructionSending;
const to = (state: CommandState, cause: CommandCause | '' = ''): NextLife => ({ state, cause });

/**
 * The state of a command after an event; null when the event says nothing in that state (a second answer, an answer to what was cancelled), which
 * leaves the command as it is.
 */
export function nextLife({ state, attempts, repeatable, maxAttempts }: Living, event: CommandEvent): NextLife | null {
  const queued = state === s.queued;
  // it went out, nobody knew whether it arrived, and it has not gone out again yet
  const again = queued && attempts > 0;
  const sent = state === s.sent;
  const open = sent || state === s.acknowledged;
  const repeat = (cause: CommandCause): NextLife =>
    repeatable && attempts < maxAttempts ? to(s.queued) : to(s.noAnswer, cause);
  switch (event.what) {
    case 'sent':
      return queued ? to(s.sent) : null;
    case 'blocked':
      return queued || sent ? to(s.refused, event.cause) : null;
    case 'accepted':
      if (sent) return to(event.more ? s.acknowledged : s.done);
      return (again || state === s.noAnswer) && !event.more ? to(s.done, 'late') : null;
    case 'refused':
      return open || again || state === s.noAnswer ? to(s.refused, event.cause) : null;
    case 'answered':
      if (open) return event.cause ? to(s.refused, event.cause) : to(s.done);
      return (again || state === s.noAnswer) && !event.cause ? to(s.done, 'late') : null;
    case 'silent':
      if (state === s.acknowledged) return to(s.noAnswer, 'noResult');
      if (!sent) return null;
      return event.heard ? to(s.noAnswer, 'silent') : repeat('silent');
    case 'lost':
      if (state === s.acknowledged) return to(s.noAnswer, 'noResult');
      if (!sent) return null;
      return event.unsent ? to(s.queued) : repeat('lost');
    case 'expired':
      if (state === s.review) return to(s.expired, 'notReviewed');
      return queued ? to(s.expired, 'expired') : null;
    case 'cancelled':
      return queued || state === s.review ? to(s.cancelled) : null;
    case 'approved':
      return state === s.review ? to(s.queued) : null;
    case 'rejected':
      return state === s.review ? to(s.cancelled, 'rejected') : null;
  }
}

/** States in which a command still goes on. */
export const livingStates: readonly CommandState[] = [s.review, s.queued, s.sent, s.acknowledged];
/** States in which it waits here and can be cancelled. */
export const waitingStates: readonly CommandState[] = [s.queued, s.review];
/** A second person decides of a command that waits for it, never the one who gave it. */
export const mayReview = ({ state, mine }: { state: CommandState; mine: boolean }): boolean =>
  state === s.review && !mine;
/** States after which it can be given again. */
export const againStates: readonly CommandState[] = [s.refused, s.noAnswer, s.expired, s.cancelled];
