import type { Logger } from 'pino';
import type { Database } from '../../../core/db/database';
import type { Ctx } from '../../../core/http/ctx';

/** A context for what the platform does by itself in the name of a company; it may see that whole company and nothing else. */
export const platformOf = (
  database: Pick<Database, 'withTenant'>,
  log: Logger,
  { clientId, timeZone }: { clientId: string; timeZone: string },
): Ctx => ({
  userId: '0',
  clientId,
  clientName: '',
  userName: '系统',
  accountCode: '',
  sessionId: '',
  accountId: '0',
  terminalKind: '',
  loginType: 0,
  actor: null,
  readOnly: false,
  isSuper: false,
  mustChangePwd: false,
  pwdExpired: false,
  mustEnrol: false,
  isPrimary: true,
  isOrgManager: true,
  orgId: null,
  provider: false,
  timeZone,
  ip: '',
  rights: { all: false, keys: new Set(), menus: new Set(), buttons: new Set(), masks: new Set() },
  can: () => false,
  db: (work) => database.withTenant({ clientId, provider: false }, work),
  log,
});
