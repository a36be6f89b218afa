import { type ProgramRefusal, programRefusals, refusalSentence } from '@tongda/contract/company/openapi/answers';
import { AppError } from '../../../../core/http/errors';

/** Refuses a program, as the table of the documents says it. `retryAfterS`: seconds after which the call is worth trying again, of a 429. */
export function refuseProgram(
  why: ProgramRefusal,
  values: Readonly<Record<string, string | number>> = {},
  retryAfterS: number | null = null,
): AppError {
  const { http, code } = programRefusals[why];
  const data = retryAfterS === null ? null : { retryAfterS };
  return new AppError(code, refusalSentence(why, values), data, http, retryAfterS);
}
