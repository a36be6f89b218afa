/** An answer with the tag by which the server knows it again. */
export interface KeptAnswer {
  etag: string;
  data: unknown;
}

/** Menus, dictionaries and trees of a session; the oldest goes first. */
const atMost = 60;
const kept = new Map<string, KeptAnswer>();

/** What the server answered to the same question before; it is asked whether that still holds. */
export const keptAnswer = (question: string): KeptAnswer | undefined => kept.get(question);

export function keepAnswer(question: string, answer: KeptAnswer): void {
  kept.delete(question);
  kept.set(question, answer);
  const [oldest] = kept.keys();
  if (kept.size > atMost && oldest !== undefined) kept.delete(oldest);
}

/** Forgets all of them, when a user leaves. */
export const forgetAnswers = (): void => kept.clear();
