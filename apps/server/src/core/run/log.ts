import { type DestinationStream, type Logger, pino } from 'pino';

/** The program's log: JSON lines on standard output, without secrets, and without browsers that went away before they had their answer. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: redacted, censor: '[secret]' },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn): void {
        if (!isHangUp(args[0])) method.apply(this, args);
      },
    },
  };
  return to ? pino(options, to) : pino(options);
}

/** Fields that never stand in the log, wherever they lie within three levels (shell.md M). */
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
  'pwd_hash',
];
const redacted = secretFields.flatMap((field) => {
  const dot = field.startsWith('[') ? '' : '.';
  return [field, `*${dot}${field}`, `*.*${dot}${field}`, `req.headers${dot}${field}`];
});

/** A visitor who closes the page or turns to the next one ends what is being sent: nobody's fault. */
function isHangUp(first: unknown): boolean {
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  return error instanceof Error && /^premature close$/iu.test(error.message);
}
