import type { TopicName } from '@tongda/contract/core/topics';

/**
 * Topics that leave their process. None of them is waited for: positions, readings and what else a terminal is acknowledged for is stored by the processor,
 * which runs with the gateway; what is told of rows (`alarmChanged`, `accessChanged`, `messagesChanged`) every process hears from PostgreSQL.
 */
export const linkedTopics = [
  'presence',
  'live',
  'commandChanged',
  'traceChanged',
  'sessionRevoked',
] as const satisfies readonly TopicName[];
export type LinkedTopic = (typeof linkedTopics)[number];

const known: ReadonlySet<string> = new Set(linkedTopics);
export const isLinkedTopic = (name: unknown): name is LinkedTopic => typeof name === 'string' && known.has(name);
