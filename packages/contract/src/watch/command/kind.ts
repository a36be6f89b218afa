import { defineEnum, type EnumCode } from '../../core/enum';
import { keysOf } from '../../core/keys';

/** What a terminal is asked to do from the pages (message of JT/T 808 in brackets). */
export const commandKind = defineEnum('commandKind', {
  /** 0x8300 */
  text: ['text', '下发文本'],
  /** 0x8201 */
  locate: ['locate', '查询位置'],
});
export type CommandKind = EnumCode<typeof commandKind>;

/** A command as it is stored and as the gateway makes messages of it. */
export type CommandOrder =
  | { kind: 'text'; text: string; urgent: boolean; show: boolean; speak: boolean }
  | { kind: 'locate' };

interface KindRule {
  /** how long it waits for a terminal that is not connected */
  waitMin: number;
  /** sent again when the connection broke before the answer: doing it twice does no harm */
  repeatable: boolean;
  /** its result is a message of its own that follows the general reply */
  answered: boolean;
}

const day = 24 * 60;
export const kindRules: Readonly<Record<CommandKind, KindRule>> = {
  text: { waitMin: day, repeatable: true, answered: false },
  locate: { waitMin: 10, repeatable: true, answered: true },
};

/** Every kind, for who walks through all of them. */
export const commandKinds = keysOf(kindRules);

/** How long a terminal may take to answer, and how long the result of what it has taken may take, s. */
export const answerS = 20;
export const resultS = 60;
/** How often a command goes out when the connection breaks before its answer. */
export const maxAttempts = 3;
/** Vehicles of one command from the pages. */
export const maxCommandVehicles = 500;
