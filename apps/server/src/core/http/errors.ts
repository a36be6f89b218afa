import { codes, type FieldError } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { errorCode } from '../run/error-code';

/** A business failure: HTTP 200 with `code` and a Chinese sentence. 401 and 403 are the only HTTP statuses a client acts on; programs get 429 too. */
export class AppError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
    readonly httpStatus: 200 | 401 | 403 | 429 = 200,
    /** seconds after which it is worth trying again */
    readonly retryAfterS: number | null = null,
  ) {
    super(message);
    this.name = 'AppError';
  }
}

/** 4000: one or more fields are wrong; the sentence of the first one is the message. */
export function invalid(errors: FieldError[] | FieldError): AppError {
  const list = Array.isArray(errors) ? errors : [errors];
  return new AppError(codes.invalid, list[0]?.msg ?? '参数错误', { errors: list });
}
/** 4000 for one field. */
export const invalidField = (field: string, msg: string): AppError => invalid({ field, msg });
/** 4003: the user lacks the right. */
export const forbiddenError = (msg: string = message('perm.denied')): AppError => new AppError(codes.forbidden, msg);
/** 4004: does not exist, or is not the caller's to see (never say which). */
export const notFound = (what: string): AppError => new AppError(codes.notFound, `${what}不存在或无权查看`);
/** 4004 for a record that the caller knew and that was deleted since, so that this may be said. */
export const deletedRecord = (what: string): AppError => new AppError(codes.notFound, `${what}不存在或已删除`);
/** The answer to a call that does not exist, sent with HTTP 404. */
export const unknownCall = { code: codes.notFound, msg: '接口不存在', data: null } as const;
/** 4009 with a sentence of its own that says what changed meanwhile. */
export const versionConflict = (msg: string): AppError => new AppError(codes.conflict, msg);

/** 4009: somebody else changed a record meanwhile. The answer to a call says who, when and what, by the history of the record (core/record/conflict). */
export class ChangedMeanwhile extends AppError {
  constructor(
    readonly entity: string,
    readonly entityId: string,
    /** whose history has the change; null: that of the caller's company */
    readonly clientId: string | null,
  ) {
    super(codes.conflict, message('save.conflict'));
  }
}
/** 4009 for a record of the change history: `entity` and `id` as they are noted there. `clientId` where the provider's staff look at a record of another company. */
export const changedMeanwhile = (entity: string, id: string, clientId: string | null = null): AppError =>
  new ChangedMeanwhile(entity, id, clientId);
/** 4011: a rule of the trade blocks it; `checks` says which, one line each. */
export const blockedByRule = (msg: string, checks: string[] = []): AppError =>
  new AppError(codes.blockedByRule, msg, { checks });
/** 4010: a step that the state of the record does not allow. */
export const illegalTransition = (msg: string): AppError => new AppError(codes.illegalTransition, msg);
/** 4029: too many at once. */
export const tooManyAtOnce = (msg: string): AppError => new AppError(codes.tooMany, msg);
/** HTTP 401: the access token is missing, wrong or over; the client refreshes. */
export const unauthorizedError = (): AppError => new AppError(401, '登录已过期，请重新登录', null, 401);

/** What is said of a statement that PostgreSQL gave up because it took too long (SQLSTATE 57014, see core/db/database); null for every other error. */
export const whyGivenUp = (error: unknown): string | null =>
  errorCode(error) === '57014' ? message('query.slow') : null;

/** SQLSTATE class of data that the database cannot read, here a moment that does not exist. */
const unreadable = '22';
/** For the `.catch` of a query with a moment that a user typed: throws 4000 for one that does not exist, and every other error as it is. */
export const refuseMoment =
  (field: string) =>
  (error: unknown): never => {
    // any value may be asked for a code
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code === 'string' && code.startsWith(unreadable)) throw invalidField(field, '时间不存在');
    throw error;
  };
