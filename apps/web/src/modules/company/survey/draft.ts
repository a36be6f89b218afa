import { type Answer, answer } from '@tongda/contract/company/survey/question';
import { z } from 'zod';

const answers = z.array(answer);
const keyOf = (surveyId: string): string => `td.survey.${surveyId}`;

/** What was entered in this window and not sent yet. */
export function draftOf(surveyId: string): Answer[] {
  try {
    return answers.parse(JSON.parse(sessionStorage.getItem(keyOf(surveyId)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Keeps it over a reload; nothing entered = nothing kept. */
export function keepDraft(surveyId: string, entered: readonly Answer[]): void {
  if (entered.length === 0) sessionStorage.removeItem(keyOf(surveyId));
  else sessionStorage.setItem(keyOf(surveyId), JSON.stringify(entered));
}
