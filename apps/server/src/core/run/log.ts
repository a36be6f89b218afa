import { type DestinationStream, type Logger, pino } from 'pino';
import { isDatabaseAway } from '../db/away';
import { errorCode } from './error-code';

export interface ProgramLog {
  log: Logger;
  /** Called when the program stops: from then on an error is its sentence, as what breaks off then is no fault of the program. A database that is away always is. */
  goQuiet(): void;
}

/** Makes the program's log: JSON lines on standard output, without secrets, and without errors of browsers that closed the connection early. */
export function createLog(level: string, to?: DestinationStream): ProgramLog {
  let quiet = false;
  const serialize = (error: unknown): unknown =>
    error instanceof Error && (quiet || isDatabaseAway(error))
      ? { type: error.name, message: error.message, code: errorCode(error) }
      : // what is no error comes back as it was
        pino.stdSerializers.err(error as Error);
  const options = {
    level,
    serializers: { err: serialize },
    redact: { paths: redacted, censor: '[secret]' },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn): void {
        if (!isHangUp(args[0])) method.apply(this, args);
      },
    },
  };
  const log = to ? pino(options, to) : pino(options);
  return {
    log,
    goQuiet: () => {
      quiet = true;
    },
  };
}

/** Fields that are never logged, wherever they are within three levels. */
const secretFields = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["open-access-token"]',
  'password',
  'oldPwd',
  'newPwd',
  'client_secret',
  'access_token',
  'refresh_token',
  'verifyCode',
  'captchaCode',
  'resetToken',
  'authId',
  'wxCode',
  'ticket',
  'code_sha256',
  'code_hash',
  'pwd_hash',
];
const redacted = secretFields.flatMap((field) => {
  const dot = field.startsWith('[') ? '' : '.';
  return [field, `*${dot}${field}`, `*.*${dot}${field}`, `req.headers${dot}${field}`];
});

/** Whether an error only says that a visitor left the page while the answer was being sent. */
function isHangUp(first: unknown): boolean {
  // any object may be asked for a property `err`
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  return error instanceof Error && /^premature close$/iu.test(error.message);
}
