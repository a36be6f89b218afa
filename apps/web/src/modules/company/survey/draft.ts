import { type Answer, answer } from '@tongda/contract/company/survey/question';
import { z } from 'zod';

const answers = z.array(answer);
const keyOf = (surveyId: string): string => `td.survey.${surveyId}`;

/** Answers that were entered in this window and not sent yet. */
export function readDraft(surveyId: string): Answer[] {
  try {
    return answers.parse(JSON.parse(sessionStorage.getItem(keyOf(surveyId)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Keeps entered answers in this window so that a reload does not lose them; an empty list removes them. */
export function keepDraft(surveyId: string, entered: readonly Answer[]): void {
  if (entered.length === 0) sessionStorage.removeItem(keyOf(surveyId));
  else sessionStorage.setItem(keyOf(surveyId), JSON.stringify(entered));
}
